import { randomUUID } from 'node:crypto'
import {
  type CreateItem,
  type DisplayKey,
  type Item,
  type ItemChanged,
  ItemId,
  type ItemType,
  MAX_ITEMS_PER_DISPLAY,
  MEDIA_PATH,
  MediaId,
  type OrganisationId,
  type Removed,
  readItemUrl,
  type UpdateItem,
} from '@placard/contract'
import { loopStartAfter } from '@placard/playback'
import { changeDisplay, type Outcome, type Sender } from '../displays/service.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { type Destination, positionAfterMove, positionAtEnd } from '../platform/database/position.ts'
import { AppError } from '../platform/errors.ts'
import type { IfMatch } from '../platform/http/api.ts'
import { findMediaFile } from '../uploads/service.ts'
import * as store from './store.ts'

/** Every item of a display in order, hidden and unplayable ones too. */
export async function listItems(queries: Queries, key: DisplayKey): Promise<Item[]> {
  return (await store.listItems(queries, key)).map(toItem)
}

/** Adds an item behind the others. @throws AppError display-not-found, too-many-items, media-not-found */
export function createItem(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  wanted: CreateItem,
): Promise<ItemChanged> {
  return changeItems(context, sender, key, async (queries, items) => {
    if (items.length >= MAX_ITEMS_PER_DISPLAY) throw new AppError('too-many-items')
    const item: store.StoredItem = {
      id: ItemId.parse(randomUUID()),
      title: wanted.title,
      url: wanted.url,
      mediaId: await mediaNamedBy(queries, key.organisationId, wanted.url),
      type: wanted.type,
      durationSeconds: wanted.duration ?? null,
      visible: wanted.visible,
      position: positionAtEnd(items.at(-1)),
      revision: 1,
      uploadedAt: context.now(),
    }
    await store.createItem(queries, key, item)
    return { answer: { item: toItem(item) }, changed: true }
  })
}

/** An item that was made elsewhere. It has an id already, and its address may be one that cannot be played (V1). */
export type ForeignItem = {
  id: ItemId
  title: string
  url: string
  type: ItemType
  /** Seconds. */
  duration: number | undefined
  visible: boolean
  /** Milliseconds since 1970, UTC. */
  uploadedAt: number
}

/** What became of something from elsewhere. `known`: it was there already, and stays as it is. */
export type Placement = 'added' | 'known' | 'display-full' | 'media-not-found'

/**
 * Puts items behind the others, as a part of the work of a change of their display.
 *
 * @param display as it is before the change
 * @returns what became of each, in their order
 */
export function addForeignItems(
  context: Context,
  queries: Queries,
  display: DisplayKey & { loopStartedAt: number },
  wanted: ForeignItem[],
): Promise<Outcome<{ placements: Placement[] }>> {
  return withLoop(context, queries, display, async (items) => {
    const known = new Set(items.map(({ id }) => id))
    const placements: Placement[] = []
    let last = items.at(-1)
    for (const { duration, ...fields } of wanted) {
      const mediaId = await findMediaNamedBy(queries, display.organisationId, fields.url)
      if (known.has(fields.id)) placements.push('known')
      else if (known.size >= MAX_ITEMS_PER_DISPLAY) placements.push('display-full')
      else if (mediaId === undefined) placements.push('media-not-found')
      else {
        const item = {
          ...fields,
          mediaId,
          durationSeconds: duration ?? null,
          position: positionAtEnd(last),
          revision: 1,
        }
        await store.createItem(queries, display, item)
        placements.push('added')
        known.add(item.id)
        last = item
      }
    }
    return { answer: { placements }, changed: placements.includes('added') }
  })
}

/** Changes the given fields. @throws AppError item-not-found, changed-meanwhile with the item as it is, media-not-found */
export function updateItem(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  id: ItemId,
  ifMatch: IfMatch,
  change: UpdateItem,
): Promise<ItemChanged> {
  return changeItems(context, sender, key, async (queries, items) => {
    const item = itemToChange(items, id, ifMatch)
    const url = change.url ?? item.url
    const updated: store.StoredItem = {
      ...item,
      title: change.title ?? item.title,
      url,
      mediaId: url === item.url ? item.mediaId : await mediaNamedBy(queries, key.organisationId, url),
      type: change.type ?? item.type,
      durationSeconds: change.duration ?? item.durationSeconds,
      visible: change.visible ?? item.visible,
      revision: item.revision + 1,
    }
    await store.updateItem(queries, key, updated)
    return { answer: { item: toItem(updated) }, changed: true }
  })
}

/** Moves an item; at the ends it stays where it is. @throws AppError item-not-found */
export function moveItem(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  id: ItemId,
  to: Destination<ItemId>,
): Promise<ItemChanged> {
  return changeItems(context, sender, key, async (queries, items) => {
    const item = itemToChange(items, id, 'any')
    const position = positionAfterMove(items, id, to)
    if (position === 'no-such-neighbour') throw new AppError('item-not-found', { field: 'after' })
    if (position === undefined) return { answer: { item: toItem(item) }, changed: false }
    const moved = { ...item, position, revision: item.revision + 1 }
    await store.updateItem(queries, key, moved)
    return { answer: { item: toItem(moved) }, changed: true }
  })
}

/** @throws AppError item-not-found, changed-meanwhile with the item as it is */
export function removeItem(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  id: ItemId,
  ifMatch: IfMatch | undefined,
): Promise<Removed> {
  return changeItems(context, sender, key, async (queries, items) => {
    itemToChange(items, id, ifMatch ?? 'any')
    await store.removeItem(queries, key, id)
    return { answer: {}, changed: true }
  })
}

/** A command on items. */
function changeItems<Answer extends object>(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  work: (queries: Queries, items: store.StoredItem[]) => Promise<Outcome<Answer>>,
): Promise<Answer & { revision: number }> {
  return changeDisplay(context, sender, key, async (queries, { loopStartedAt }) =>
    withLoop(context, queries, { ...key, loopStartedAt }, (items) => work(queries, items)),
  )
}

/** Reads the list before and after the work, since together they decide whether the loop starts again (PB5). */
async function withLoop<Answer extends object>(
  context: Context,
  queries: Queries,
  display: DisplayKey & { loopStartedAt: number },
  work: (items: store.StoredItem[]) => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  const before = await store.listItems(queries, display)
  const outcome = await work(before)
  if (!outcome.changed) return outcome
  const after = await store.listItems(queries, display)
  const loopStartedAt = loopStartAfter(
    before.flatMap(toLooped),
    after.flatMap(toLooped),
    display.loopStartedAt,
    context.now(),
  )
  return { ...outcome, loopStartedAt }
}

function itemToChange(items: store.StoredItem[], id: ItemId, ifMatch: IfMatch): store.StoredItem {
  const item = items.find((one) => one.id === id)
  if (!item) throw new AppError('item-not-found')
  if (ifMatch !== 'any' && ifMatch !== item.revision) throw new AppError('changed-meanwhile', { current: toItem(item) })
  return item
}

/** The stored file that an address names, if it is one of ours; another organisation's is not found. */
async function mediaNamedBy(queries: Queries, organisationId: OrganisationId, url: string): Promise<MediaId | null> {
  const id = await findMediaNamedBy(queries, organisationId, url)
  if (id === undefined) throw new AppError('media-not-found', { field: 'url' })
  return id
}

/** @returns null for an address that names no stored file, undefined for one whose file is not there */
async function findMediaNamedBy(
  queries: Queries,
  organisationId: OrganisationId,
  url: string,
): Promise<MediaId | null | undefined> {
  const match = MEDIA_PATH.exec(url)
  if (!match) return null
  const id = MediaId.parse(match[1])
  return (await findMediaFile(queries, organisationId, id)) ? id : undefined
}

function toItem(stored: store.StoredItem): Item {
  return {
    id: stored.id,
    title: stored.title,
    url: stored.url,
    uploadDate: stored.uploadedAt,
    type: stored.type,
    ...(stored.durationSeconds === null ? {} : { duration: stored.durationSeconds }),
    visible: stored.visible,
    position: stored.position,
    revision: stored.revision,
    playable: readItemUrl(stored.type, stored.url).playable,
  }
}

/** What of an item the loop plays; nothing when it is hidden or cannot be played. */
function toLooped(item: store.StoredItem) {
  const url = readItemUrl(item.type, item.url)
  if (!item.visible || !url.playable) return []
  return [{ id: item.id, type: item.type, url: url.href, duration: item.durationSeconds ?? undefined }]
}
