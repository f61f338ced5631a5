import {
  type CreateItem,
  DEFAULT_FORM_DURATION_SECONDS,
  DEFAULT_VISIBLE,
  type DeckSettings,
  type Item,
  readWebPage,
  tidyDeck,
  type UpdateItem,
} from '@placard/contract'
import { MIDDLE } from './focus.ts'
import { keptAddress, shownAddress } from './media-address.ts'

/** All pages of a deck, each with the same duration. */
export const WHOLE_DECK: DeckSettings = { without: [], seconds: [] }

/**
 * The values of a form's fields: everything that can be changed about an item, except its schedule and its condition, the words of a
 * notice, and the settings of a feed, a board or the weather, which have forms of their own.
 * `duration` is in seconds, 0 for the player's default and null for the length of a stored film. `address` is in the form that people read.
 * An empty `webPage` means that the page is shown as it opens.
 */
export type ItemDraft = {
  [Field in keyof Omit<
    UpdateItem,
    'schedule' | 'condition' | 'notice' | 'feed' | 'board' | 'weather' | 'duration'
  > as Field extends 'url' ? 'address' : Field]-?: NonNullable<UpdateItem[Field]>
} & { duration: number | null }

/** K1, K2 */
export const EMPTY_DRAFT: ItemDraft = {
  title: '',
  type: 'image',
  address: '',
  duration: DEFAULT_FORM_DURATION_SECONDS,
  visible: DEFAULT_VISIBLE,
  fit: 'contain',
  focus: MIDDLE,
  sound: false,
  webPage: {},
  deck: WHOLE_DECK,
}

export function draftOf(item: Item, origin: string): ItemDraft {
  return {
    title: item.title,
    type: item.type,
    address: shownAddress(item.url, origin),
    duration: item.duration ?? (item.film ? null : 0),
    visible: item.visible,
    fit: item.fit ?? 'contain',
    focus: item.focus ?? MIDDLE,
    sound: item.sound ?? false,
    webPage: item.webPage ?? {},
    deck: item.deck ?? WHOLE_DECK,
  }
}

/** The fields that a draft changes. Unchanged fields are left out, so that they cannot undo another user's change. */
export function changeOf(draft: ItemDraft, item: Item, origin: string): UpdateItem {
  const { address, deck, webPage, ...change } = differing(draft, draftOf(item, origin))
  return {
    ...change,
    ...(webPage && { webPage: readWebPage(webPage) ?? null }),
    ...(deck && { deck: tidyDeck(deck) }),
    ...(address !== undefined && { url: keptAddress(address, origin) }),
  }
}

function differing(draft: ItemDraft, before: ItemDraft): Partial<ItemDraft> {
  const fields = Object.keys(draft) as (keyof ItemDraft)[]
  const changed = fields.filter((field) => JSON.stringify(draft[field]) !== JSON.stringify(before[field]))
  return Object.fromEntries(changed.map((field) => [field, draft[field]]))
}

/**
 * True if two changes of the same item change the same field. The address and the type derived from it count as one field.
 */
export function isClash(mine: UpdateItem, theirs: UpdateItem): boolean {
  const fieldsOf = (change: UpdateItem) => Object.keys(change).map((field) => (field === 'type' ? 'url' : field))
  const taken = new Set(fieldsOf(theirs))
  return fieldsOf(mine).some((field) => taken.has(field))
}

/** Merges another user's version with the draft's changes to the item that both started from. */
export function mergeDraft(draft: ItemDraft, base: Item, theirs: Item, origin: string): ItemDraft {
  return { ...draftOf(theirs, origin), ...differing(draft, draftOf(base, origin)) }
}

/** @param url the stored file's, or the typed address */
export function newItemOf(draft: ItemDraft, url: string): CreateItem {
  const { title, type, duration, visible } = draft
  const { address: _, ...chosen } = differing(draft, EMPTY_DRAFT)
  return { ...chosen, title, type, url, duration: duration ?? undefined, visible }
}

/**
 * For an item that has its own form: the place where each field is changed. In this form, elsewhere, or nowhere because this kind of
 * item has no such field.
 */
type FormFields = { readonly [Field in keyof UpdateItem]-?: 'here' | 'elsewhere' | 'not of this kind' }

/** The fields of all kinds with a form of its own, before its own ones. */
const USUAL_FIELDS = {
  url: 'not of this kind',
  type: 'not of this kind',
  duration: 'here',
  visible: 'here',
  fit: 'not of this kind',
  focus: 'not of this kind',
  schedule: 'elsewhere',
  condition: 'elsewhere',
  notice: 'not of this kind',
  sound: 'not of this kind',
  deck: 'not of this kind',
  webPage: 'not of this kind',
  feed: 'not of this kind',
  board: 'not of this kind',
  weather: 'not of this kind',
} as const

/** A notice's title comes from its words. */
export const NOTICE_FIELDS = {
  ...USUAL_FIELDS,
  title: 'elsewhere',
  url: 'here',
  type: 'elsewhere',
  notice: 'here',
} as const satisfies FormFields

/** Entries are shown as long as they take to read, at their own times. */
export const FEED_FIELDS = {
  ...USUAL_FIELDS,
  title: 'here',
  url: 'here',
  duration: 'elsewhere',
  visible: 'elsewhere',
  feed: 'here',
} as const satisfies FormFields

/** The title of the item is that of the board, or the name of its table. */
export const BOARD_FIELDS = { ...USUAL_FIELDS, title: 'here', board: 'here' } as const satisfies FormFields

/** The title of the item is the name of its kind. */
export const WEATHER_FIELDS = { ...USUAL_FIELDS, title: 'elsewhere', weather: 'here' } as const satisfies FormFields

type Here<Fields> = { [Field in keyof Fields]: Fields[Field] extends 'here' ? Field : never }[keyof Fields]

/** The fields of such a form in which an item differs from its earlier state. */
export function differenceIn<Fields extends FormFields>(
  fields: Fields,
  now: Pick<CreateItem, Here<Fields> & keyof CreateItem>,
  before: Item,
): UpdateItem {
  const here = (Object.keys(fields) as (Here<Fields> & keyof CreateItem)[]).filter((field) => fields[field] === 'here')
  const changed = here.filter((field) => JSON.stringify(now[field]) !== JSON.stringify(before[field]))
  return Object.fromEntries(changed.map((field) => [field, now[field] ?? null]))
}
