import {
  type CreateItem,
  DEFAULT_FORM_DURATION_SECONDS,
  DEFAULT_VISIBLE,
  type Item,
  type ItemFit,
  type ItemFocus,
  type UpdateItem,
} from '@placard/contract'
import { isSameFocus, MIDDLE } from './focus.ts'
import { keptAddress, shownAddress } from './media-address.ts'

/** What the fields of a form hold. `duration` is in seconds, 0 for the player's default; `address` is as people read it. */
export type ItemDraft = {
  title: string
  type: Item['type']
  address: string
  duration: number
  visible: boolean
  fit: ItemFit
  focus: ItemFocus
}

/** K1, K2 */
export const EMPTY_DRAFT: ItemDraft = {
  title: '',
  type: 'image',
  address: '',
  duration: DEFAULT_FORM_DURATION_SECONDS,
  visible: DEFAULT_VISIBLE,
  fit: 'contain',
  focus: MIDDLE,
}

export function draftOf(item: Item, origin: string): ItemDraft {
  return {
    title: item.title,
    type: item.type,
    address: shownAddress(item.url, origin),
    duration: item.duration ?? 0,
    visible: item.visible,
    fit: item.fit ?? 'contain',
    focus: item.focus ?? MIDDLE,
  }
}

/** What a draft changes of an item; what is the same is left out, so that it cannot undo what somebody else did. */
export function changeOf(draft: ItemDraft, item: Item, origin: string): UpdateItem {
  const before = draftOf(item, origin)
  return {
    ...(draft.title === before.title ? {} : { title: draft.title }),
    ...(draft.address === before.address ? {} : { url: keptAddress(draft.address, origin) }),
    ...(draft.type === before.type ? {} : { type: draft.type }),
    ...(draft.duration === before.duration ? {} : { duration: draft.duration }),
    ...(draft.visible === before.visible ? {} : { visible: draft.visible }),
    ...(draft.fit === before.fit ? {} : { fit: draft.fit }),
    ...(isSameFocus(draft.focus, before.focus) ? {} : { focus: draft.focus }),
  }
}

/**
 * Whether two changes of the same item are about the same field. An address and the type that it is read as are one.
 */
export function isClash(mine: UpdateItem, theirs: UpdateItem): boolean {
  const fieldsOf = (change: UpdateItem) => Object.keys(change).map((field) => (field === 'type' ? 'url' : field))
  const taken = new Set(fieldsOf(theirs))
  return fieldsOf(mine).some((field) => taken.has(field))
}

/** What somebody else left, with what the draft changes of the item that both started from. */
export function mergeDraft(draft: ItemDraft, base: Item, theirs: Item, origin: string): ItemDraft {
  const before = draftOf(base, origin)
  const changed = Object.entries(draft).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof ItemDraft]),
  )
  return { ...draftOf(theirs, origin), ...(Object.fromEntries(changed) as Partial<ItemDraft>) }
}

/** @param url of the stored file, or the address typed */
export function newItemOf(draft: ItemDraft, url: string): CreateItem {
  return { title: draft.title, type: draft.type, url, duration: draft.duration, visible: draft.visible }
}
