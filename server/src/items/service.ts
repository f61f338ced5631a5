import { randomUUID } from 'node:crypto'
import {
  type ActivityKind,
  type ChangedField,
  type ChangedValue,
  type CreateItem,
  type DisplayKey,
  type Item,
  type ItemChanged,
  ItemId,
  MAX_ADDRESS_BYTES_PER_DISPLAY,
  MAX_ITEMS_PER_DISPLAY,
  type MediaId,
  type OrganisationId,
  type Removed,
  readItemUrl,
  type UpdateItem,
} from '@placard/contract'
import { loopStartAfter } from '@placard/playback'
import { type Change, fieldsThatDiffer } from '../activity/service.ts'
import { changeDisplay, type HeldDisplay, type Outcome, type Sender } from '../displays/service.ts'
import { findMediaFileAt } from '../media/service.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { type Destination, placeMoved, positionAfterMove, positionAtEnd } from '../platform/database/position.ts'
import { AppError } from '../platform/errors.ts'
import type { IfMatch } from '../platform/http/api.ts'
import { requireEverOn, requireRoomForSchedules, zoneOffsetsOf } from '../schedules/service.ts'
import { ITEM_TOLD, type ItemState, itemOf, settingsOf, withChange } from './fields.ts'
import * as store from './store.ts'

export { ItemState, itemOf } from './fields.ts'

/** Every item of a display in order, hidden and unplayable ones too. */
export async function listItems(queries: Queries, key: DisplayKey): Promise<Item[]> {
  return (await store.listItems(queries, key)).map(itemOf)
}

/**
 * Adds an item behind the others. @throws AppError display-not-found, too-many-items, addresses-too-long, url-not-playable,
 * media-not-found, schedule-never-on
 */
export function createItem(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  wanted: CreateItem,
): Promise<ItemChanged> {
  return changeInLoop(context, sender, key, async (queries, items, display) => {
    if (items.length >= MAX_ITEMS_PER_DISPLAY) throw new AppError('too-many-items')
    requireEverOn(wanted.schedule, zoneOffsetsOf(display.timeZone, context.now()))
    const { url, mediaId } = await readAddress(context, queries, key.organisationId, wanted.url)
    if (mediaId === undefined) throw new AppError('media-not-found', { field: 'url' })
    // Another's address may lead to anything; a stored file is known to be a picture or a film.
    if (!readItemUrl(wanted.type, url).playable) throw new AppError('url-not-playable', { field: 'url' })
    const item: ItemState = {
      id: ItemId.parse(randomUUID()),
      ...settingsOf(wanted),
      url,
      mediaId,
      position: positionAtEnd(items.at(-1)),
      revision: 1,
      uploadedAt: context.now(),
    }
    await store.createItem(queries, key, item)
    return { answer: { item: itemOf(item) }, ...changedItem('item-added', null, item) }
  })
}

/** An item that was made elsewhere. It has an id already, and its address may be one that cannot be played (V1). */
export type ForeignItem = CreateItem & {
  id: ItemId
  /** Milliseconds since 1970, UTC. */
  uploadedAt: number
}

/** The outcome for an item from elsewhere. `known`: it was there already, and stays as it is. */
export type Placement = 'added' | 'known' | 'display-full' | 'media-not-found'

/**
 * Puts items behind the others, as a part of the work of a change of their display. One of such an id may have been here
 * before and been removed; like what comes back by an undo it counts on above every revision that it has had, so that an
 * If-Match of that time does not mean it by chance.
 *
 * @param display as it is before the change
 * @returns what became of each, in their order
 */
export function addForeignItems(
  context: Context,
  queries: Queries,
  display: HeldDisplay,
  wanted: ForeignItem[],
): Promise<{ placements: Placement[]; changes: Change[]; loopStartedAt: number }> {
  return withLoop(context, queries, display, async (items) => {
    const known = new Set(items.map(({ id }) => id))
    const placements: Placement[] = []
    const changes: Change[] = []
    let last = items.at(-1)
    let room = MAX_ADDRESS_BYTES_PER_DISPLAY - addressBytesOf(items)
    for (const one of wanted) {
      const { url, mediaId } = await readAddress(context, queries, display.organisationId, one.url)
      if (known.has(one.id)) placements.push('known')
      else if (known.size >= MAX_ITEMS_PER_DISPLAY || room < addressBytesOf([{ type: one.type, url }]))
        placements.push('display-full')
      else if (mediaId === undefined) placements.push('media-not-found')
      else {
        const item: ItemState = {
          id: one.id,
          ...settingsOf(one),
          url,
          mediaId,
          position: positionAtEnd(last),
          revision: display.revision + 1,
          uploadedAt: one.uploadedAt,
        }
        await store.createItem(queries, display, item)
        placements.push('added')
        changes.push({ thing: 'item', before: null, after: item })
        known.add(item.id)
        room -= addressBytesOf([item])
        last = item
      }
    }
    return { placements, changes }
  })
}

/**
 * Changes the given fields; `null` takes one away. @throws AppError item-not-found, changed-meanwhile with the item as it is,
 * media-not-found, schedule-never-on
 */
export function updateItem(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  id: ItemId,
  ifMatch: IfMatch,
  change: UpdateItem,
): Promise<ItemChanged> {
  return changeInLoop(context, sender, key, async (queries, items, display) => {
    const item = itemToChange(items, id, ifMatch)
    requireEverOn(change.schedule, zoneOffsetsOf(display.timeZone, context.now()))
    // One whose file is gone may keep its address.
    const typed = change.url ?? item.url
    const { url, mediaId } = typed === item.url ? item : await readAddress(context, queries, key.organisationId, typed)
    if (mediaId === undefined) throw new AppError('media-not-found', { field: 'url' })
    const updated: ItemState = { ...withChange(item, change), url, mediaId, revision: item.revision + 1 }
    await store.updateItem(queries, key, updated)
    return { answer: { item: itemOf(updated) }, ...changedItem(kindOfUpdate(item, updated), item, updated) }
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
  return changeInLoop(context, sender, key, async (queries, items) => {
    const item = itemToChange(items, id, 'any')
    const position = positionAfterMove(items, id, to)
    if (position === 'no-such-neighbour') throw new AppError('item-not-found', { field: 'after' })
    if (position === undefined) return { answer: { item: itemOf(item) }, changed: false }
    const { moved, changes } = placeMoved(items, item, position)
    for (const { after } of changes) await store.updateItem(queries, key, after)
    return {
      answer: { item: itemOf(moved) },
      ...changedItem(
        'item-moved',
        item,
        moved,
        changes.map((change) => ({ thing: 'item' as const, ...change })),
      ),
    }
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
  return changeInLoop(context, sender, key, async (queries, items) => {
    const item = itemToChange(items, id, ifMatch ?? 'any')
    await store.removeItem(queries, key, id)
    return { answer: {}, ...changedItem('item-removed', item, null) }
  })
}

/**
 * Puts items into the given states (null: gone), as a part of the work of a change of their display. Files that the states
 * name must be there.
 *
 * @param display as it is before the change
 * @throws AppError too-many-items
 */
export function putItems(
  context: Context,
  queries: Queries,
  display: Omit<HeldDisplay, 'revision'>,
  wanted: readonly { id: string; state: ItemState | null }[],
): Promise<{ changes: Change[]; loopStartedAt: number }> {
  return withLoop(context, queries, display, async (items) => {
    const present = new Map(items.map((item) => [item.id as string, item]))
    const changes: Change[] = []
    for (const { id, state } of wanted) {
      const before = present.get(id) ?? null
      if (state === null) {
        if (before) await store.removeItem(queries, display, before.id)
      } else if (before) await store.updateItem(queries, display, state)
      else await store.createItem(queries, display, state)
      changes.push({ thing: 'item', before, after: state })
    }
    const added = changes.filter(({ before }) => !before).length
    const removed = changes.filter(({ after }) => !after).length
    if (items.length + added - removed > MAX_ITEMS_PER_DISPLAY) throw new AppError('too-many-items')
    return { changes }
  })
}

/** As the log keeps them, in order. */
export function listItemStates(queries: Queries, key: DisplayKey): Promise<ItemState[]> {
  return store.listItems(queries, key)
}

/** The kind of one command on one item, and its effect on it. */
function changedItem(
  kind: ActivityKind,
  before: ItemState | null,
  after: ItemState | null,
  changes: Change[] = [{ thing: 'item', before, after }],
) {
  const title = after?.title ?? before?.title ?? ''
  const former = before && before.title !== title ? { formerTitle: before.title } : {}
  const subject = { type: 'item' as const, id: after?.id ?? before?.id ?? '', title, ...former }
  return {
    changed: true as const,
    activity: {
      kind,
      changes,
      subject,
      // A move may space out its neighbours (positions stay short): it is told as the move of one.
      details: { ...itemDetails(before, after), ...(changes.length > 1 ? { count: 1 } : {}) },
    },
  }
}

/** The log's entry for a change of one item: the fields, before and after. */
export function itemDetails(
  before: ItemState | null,
  after: ItemState | null,
): { fields?: ChangedField[]; values?: ChangedValue[] } {
  if (!before || !after) return {}
  const fields = itemFields(before, after)
  const values: ChangedValue[] = []
  if (before.type !== after.type) values.push({ field: 'type', former: before.type, present: after.type })
  if (before.durationSeconds !== after.durationSeconds) {
    values.push({ field: 'duration', former: before.durationSeconds, present: after.durationSeconds })
  }
  return { ...(fields.length === 0 ? {} : { fields }), ...(values.length === 0 ? {} : { values }) }
}

/** Lists the fields of an item that differ. */
export function itemFields(now: ItemState, former: ItemState): ChangedField[] {
  return fieldsThatDiffer(ITEM_TOLD, now, former)
}

/** T1: visibility alone has a button of its own, and so a name of its own. */
function kindOfUpdate(before: ItemState, after: ItemState): ActivityKind {
  const [field, ...others] = itemFields(after, before)
  if (field !== 'visible' || others.length > 0) return 'item-changed'
  return after.visible ? 'item-shown' : 'item-hidden'
}

/** A command on one item. */
function changeInLoop<Answer extends object>(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  work: (queries: Queries, items: ItemState[], display: HeldDisplay) => Promise<Outcome<Answer>>,
): Promise<Answer & { revision: number }> {
  return changeDisplay(context, sender, key, async (queries, display) =>
    withLoop(context, queries, display, (items) => work(queries, items, display)),
  )
}

/** Reads the list before and after the work, since together they decide whether the loop starts again (PB5). */
export async function withLoop<Worked extends object>(
  context: Context,
  queries: Queries,
  display: Omit<HeldDisplay, 'revision'>,
  work: (items: ItemState[]) => Promise<Worked>,
): Promise<Worked & { loopStartedAt: number }> {
  const before = await store.listItems(queries, display)
  const worked = await work(before)
  const after = await store.listItems(queries, display)
  const addressBytes = addressBytesOf(after)
  // A display that holds more from before may hold less.
  if (addressBytes > MAX_ADDRESS_BYTES_PER_DISPLAY && addressBytes > addressBytesOf(before)) {
    throw new AppError('addresses-too-long', { field: 'url' })
  }
  requireRoomForSchedules(before, after)
  const zoneOffsets = zoneOffsetsOf(display.timeZone, context.now())
  const loopStartedAt = loopStartAfter(
    { items: before.flatMap(toLooped), loopStartedAt: display.loopStartedAt, zoneOffsets },
    { items: after.flatMap(toLooped), zoneOffsets },
    context.now(),
  )
  return { ...worked, loopStartedAt }
}

/** Hidden ones count as well: showing what is there must not fail. */
function addressBytesOf(items: readonly Pick<ItemState, 'type' | 'url'>[]): number {
  return items.reduce((sum, { type, url }) => {
    const read = readItemUrl(type, url)
    return sum + Math.max(Buffer.byteLength(url), read.playable ? Buffer.byteLength(read.href) : 0)
  }, 0)
}

function itemToChange(items: ItemState[], id: ItemId, ifMatch: IfMatch): ItemState {
  const item = items.find((one) => one.id === id)
  if (!item) throw new AppError('item-not-found')
  if (ifMatch !== 'any' && ifMatch !== item.revision) throw new AppError('changed-meanwhile', { current: itemOf(item) })
  return item
}

/**
 * An address as it is kept, and the stored file that it names.
 *
 * @returns `mediaId` null: it names no stored file; undefined: its file is not there, or another organisation's
 */
async function readAddress(
  context: Context,
  queries: Queries,
  organisationId: OrganisationId,
  url: string,
): Promise<{ url: string; mediaId: MediaId | null | undefined }> {
  const named = await findMediaFileAt(context, queries, organisationId, url)
  return named ? { url: named.path, mediaId: named.file?.id } : { url, mediaId: null }
}

/** The part of an item that the loop plays; undefined when it is hidden or cannot be played. */
function toLooped(item: ItemState) {
  const url = readItemUrl(item.type, item.url)
  if (!item.visible || !url.playable) return []
  const { id, type, durationSeconds, schedule } = item
  return [{ id, type, url: url.href, duration: durationSeconds ?? undefined, schedule: schedule ?? undefined }]
}

/** For a display that is being removed, in the same transaction. */
export function forgetDisplay(queries: Queries, key: DisplayKey): Promise<void> {
  return store.removeItemsOf(queries, key)
}
