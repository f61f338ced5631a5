import { randomUUID } from 'node:crypto'
import {
  type ActivityKind,
  type CreateItem,
  fieldsOfOtherKinds,
  type ItemChanged,
  ItemId,
  MAX_ADDRESS_BYTES_PER_DISPLAY,
  MAX_ITEMS_PER_DISPLAY,
  type MediaId,
  mayBeElsewhere,
  misplacedFields,
  noticeProblem,
  type OrganisationId,
  type ProgrammeKey,
  playingFormOf,
  playlistAt,
  type Removed,
  readItemUrl,
  type UpdateItem,
} from '@placard/contract'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { type Destination, positionAtEnd } from '../../platform/database/position.ts'
import { AppError, fieldIs } from '../../platform/errors.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import type { Change } from '../activity/service.ts'
import { requireCondition } from '../conditions/service.ts'
import { ALL_FILES, type FileReader, findMediaFileAt, nameMediaFile } from '../media/service.ts'
import {
  addressBytesOf,
  answerItems,
  changed,
  changeProgramme,
  type Found,
  type HeldProgramme,
  ITEMS,
  type ItemState,
  includedIn,
  isWhole,
  maySee,
  move,
  readContents,
  readSources,
  remove,
  requireMayInclude,
  requireTable,
  requireValues,
  type Sender,
  settingsOf,
  shownAsItems,
  textsOfItem,
  toChange,
  valuesOfItem,
  weightOfItems,
  withChange,
} from '../programmes/service.ts'
import { requireEverOn, zoneOffsetsOf } from '../schedules/service.ts'

/**
 * Adds an item at the end.
 *
 * @param proposedBy the name of the proposer, for the log
 * @throws AppError display-not-found, playlist-not-found, too-many-items, addresses-too-long, notices-too-long,
 * schedules-too-long, display-too-full, url-not-playable, a SharedProblem, media-not-found, notice-empty, invalid-field,
 * schedule-never-on, playlist-included-already, playlist-in-playlist, deck-without-pages, too-many-deck-pages, too-many-feeds, too-many-boards,
 * table-not-found, column-not-found, board-column-missing, value-not-found, and those of `requireCondition`
 */
export async function createItem(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  wanted: CreateItem,
  { proposedBy }: { proposedBy?: string } = {},
): Promise<ItemChanged> {
  // The files of a proposal belong to it: a person who may decide about it may show them.
  const reader = proposedBy === undefined ? sender.caller : ALL_FILES
  const mayInclude = wanted.type === 'playlist' || wanted.type === 'board' || hasValues(wanted)
  const work = async (queries: Queries, held: HeldProgramme, found: Found) => {
    const item = await newItem(context, queries, sender.caller, reader, held, await found.items(), wanted)
    await requireValues(queries, sender.caller, held.organisationId, found, textsOfItem(item))
    await ITEMS.create(queries, key, [item])
    if (item.mediaId) await nameMediaFile(queries, item.mediaId, item.title)
    const { activity } = changed(ITEMS, 'item-added', null, item)
    const details = proposedBy === undefined ? {} : { details: { ...activity.details, proposedBy } }
    return {
      answer: await answerOf(context, queries, held, item),
      changed: true,
      activity: { ...activity, ...details },
    }
  }
  return changeProgramme(context, sender, key, work, { mayInclude })
}

/**
 * Makes a new item for the end of the list. The item is not stored yet.
 *
 * @throws AppError as `createItem`, except where there is no room
 */
async function newItem(
  context: Context,
  queries: Queries,
  caller: Caller,
  reader: FileReader,
  held: HeldProgramme,
  items: readonly ItemState[],
  typed: CreateItem,
): Promise<ItemState> {
  const { organisationId } = held
  const form = playingFormOf(typed, context.config.publicUrl)
  if ('problem' in form) throw new AppError(form.problem, { field: 'url' })
  const wanted = { ...typed, type: form.type, url: form.url }
  requireEverOn(wanted.schedule, zoneOffsetsOf(held.timeZone, context.now()))
  const address = await readAddress(context, queries, organisationId, reader, wanted.url)
  if (address.mediaId === undefined) throw new AppError('media-not-found', { field: 'url' })
  // A full address may lead anywhere. A stored file is known to be a picture or a film.
  if (!readItemUrl(wanted.type, address.url).playable) throw new AppError('url-not-playable', { field: 'url' })
  const { mediaId, playlistId } = address
  // [CP2] An inclusion shows the whole playlist.
  if (playlistId && !(await maySee(queries, caller, { organisationId, playlistId }))) {
    throw new AppError('playlist-not-found', { field: 'url' })
  }
  const name = playlistId && (await requireMayInclude(queries, held, items, playlistId))
  requireWords(wanted.type, wanted.notice)
  const item: ItemState = {
    id: ItemId.parse(randomUUID()),
    ...settingsOf(wanted),
    ...address,
    mediaId,
    ...(name === null ? {} : { title: name }),
    position: positionAtEnd(items.at(-1)),
    revision: 1,
    uploadedAt: context.now(),
  }
  await requirePages(queries, organisationId, item)
  if (item.board) await requireTable(queries, organisationId, item.board)
  return { ...item, condition: await requireCondition(queries, caller, organisationId, item.condition) }
}

/**
 * Adds several items at the end, as part of a change of their programme: all of them or none.
 *
 * @throws AppError as `createItem`, with the position of the failing item; `settle` checks that there is room
 */
export async function addItems(
  context: Context,
  queries: Queries,
  caller: Caller,
  held: HeldProgramme,
  found: Found,
  wanted: readonly CreateItem[],
): Promise<Change[]> {
  const items = [...(await found.items())]
  const added: ItemState[] = []
  for (const [index, one] of wanted.entries()) {
    const item = await newItem(context, queries, caller, caller, held, items, one).catch(fieldIs(`items.${index}`))
    await requireValues(queries, caller, held.organisationId, found, textsOfItem(item)).catch(fieldIs(`items.${index}`))
    items.push(item)
    added.push(item)
  }
  await ITEMS.create(queries, held, added)
  for (const { mediaId, title } of added) if (mediaId) await nameMediaFile(queries, mediaId, title)
  return added.map((item): Change => ({ thing: 'item', before: null, after: item }))
}

/** An item from elsewhere. It already has an id, and its address may not be playable (V1). */
export type ForeignItem = CreateItem & {
  id: ItemId
  /** Milliseconds since 1970, UTC. */
  uploadedAt: number
}

/** The outcome for an item from elsewhere. `known`: it exists already and is left unchanged. */
export type Placement = 'added' | 'known' | 'display-full' | 'media-not-found'

/**
 * Adds items from elsewhere at the end, as part of a change of their display. An item with the same id may have existed and been
 * removed. As after an undo, its revisions continue above all earlier ones, so that an old If-Match cannot match by chance.
 *
 * @param held the display before the change
 * @returns the outcome for each item, in order
 */
export async function addForeignItems(
  context: Context,
  queries: Queries,
  held: HeldProgramme,
  found: Found,
  wanted: ForeignItem[],
): Promise<{ placements: Placement[]; changes: Change[] }> {
  const items = await found.items()
  const included = await readContents(queries, held.organisationId, includedIn(items))
  const plays = [...items, ...[...included.values()].flatMap((contents) => contents.items)]
  const known = new Set(items.map(({ id }) => id))
  const placements: Placement[] = []
  const changes: Change[] = []
  let last = items.at(-1)
  const weight = weightOfItems(plays, await readSources(queries, held.organisationId, plays))
  let { count } = weight
  let room = MAX_ADDRESS_BYTES_PER_DISPLAY - weight.addressBytes
  for (const one of wanted) {
    const { url, mediaId, film } = await readAddress(context, queries, held.organisationId, ALL_FILES, one.url)
    if (known.has(one.id)) {
      placements.push('known')
      continue
    }
    if (mediaId === undefined) {
      placements.push(count >= MAX_ITEMS_PER_DISPLAY ? 'display-full' : 'media-not-found')
      continue
    }
    const item: ItemState = {
      id: one.id,
      ...settingsOf(one),
      url,
      mediaId,
      film,
      playlistId: null,
      position: positionAtEnd(last),
      revision: held.revision + 1,
      uploadedAt: one.uploadedAt,
    }
    const bytes = addressBytesOf(item)
    if (count >= MAX_ITEMS_PER_DISPLAY || room < bytes) {
      placements.push('display-full')
      continue
    }
    await ITEMS.create(queries, held, [item])
    placements.push('added')
    changes.push({ thing: 'item', before: null, after: item })
    known.add(item.id)
    count += 1
    room -= bytes
    last = item
  }
  return { placements, changes }
}

/**
 * Changes the given fields; `null` removes one. An inclusion stays an inclusion of the same playlist, and a deck stays a deck,
 * although its file may change. A notice must have words, and a picture that it can be drawn with or none; this also holds if the
 * item becomes a notice or stops being one.
 *
 * @throws AppError item-not-found, changed-meanwhile with the current item, media-not-found, schedule-never-on, url-not-playable,
 * notice-empty, deck-without-pages, invalid-field, value-not-found, those of `requireCondition`, and as `createItem` where there is no room
 */
export function updateItem(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  id: ItemId,
  ifMatch: IfMatch,
  typed: UpdateItem,
): Promise<ItemChanged> {
  return changeProgramme(
    context,
    sender,
    key,
    async (queries, held, found) => {
      const item = toChange(ITEMS, await found.items(), id, ifMatch)
      const change = withPlayingForm(item, typed, context.config.publicUrl)
      requireEverOn(change.schedule, zoneOffsetsOf(held.timeZone, context.now()))
      const condition = await requireCondition(queries, sender.caller, key.organisationId, change.condition, {
        before: item.condition,
      })
      // If the file is gone, the item may still keep its address.
      const wanted = change.url ?? item.url
      const address =
        wanted === item.url ? item : await readAddress(context, queries, key.organisationId, sender.caller, wanted)
      const { url, mediaId, film, playlistId } = address
      if (mediaId === undefined) throw new AppError('media-not-found', { field: 'url' })
      const type = change.type ?? item.type
      const isInclusion = type === 'playlist'
      if (playlistId !== item.playlistId || isInclusion !== (item.playlistId !== null)) {
        throw new AppError('url-not-playable', { field: 'url' })
      }
      const named = { ...change, condition, ...(item.playlistId === null ? {} : { title: item.title }) }
      const updated: ItemState = {
        ...withChange(item, named),
        ...withoutOtherKinds(type, change),
        url,
        mediaId,
        film,
        revision: item.revision + 1,
      }
      const [misplaced] = misplacedFields({ ...change, type })
      if (misplaced) throw new AppError('invalid-field', { field: misplaced })
      // A notice that cannot be read stays as stored, and may be hidden or moved.
      const isAsFound = change.notice === undefined && updated.type === item.type
      if (isWhole(item) || !isAsFound) requireWords(updated.type, updated.notice)
      if ((updated.type === 'deck') !== (item.type === 'deck')) throw new AppError('url-not-playable', { field: 'url' })
      requireFeed(updated, item)
      if ((updated.type === 'board') !== (item.type === 'board'))
        throw new AppError('url-not-playable', { field: 'url' })
      if ((updated.type === 'weather') !== (item.type === 'weather'))
        throw new AppError('url-not-playable', { field: 'url' })
      for (const kind of ['board', 'weather'] as const) {
        if (change[kind] === null && updated.type === kind) throw new AppError('invalid-field', { field: kind })
      }
      if (change.board) await requireTable(queries, key.organisationId, change.board)
      const isOther = url !== item.url || updated.type !== item.type
      const isHeld = !mayBeElsewhere(updated.type) ? isOther : !mayBeElsewhere(item.type)
      if (isHeld && !readItemUrl(updated.type, url).playable) throw new AppError('url-not-playable', { field: 'url' })
      await requireValues(queries, sender.caller, key.organisationId, found, textsOfItem(updated), valuesOfItem(item))
      if (url !== item.url || change.deck !== undefined) await requirePages(queries, key.organisationId, updated)
      await ITEMS.update(queries, key, updated)
      if (mediaId && mediaId !== item.mediaId) await nameMediaFile(queries, mediaId, updated.title)
      return {
        answer: await answerOf(context, queries, held, updated),
        ...changed(ITEMS, kindOfUpdate(item, updated), item, updated),
      }
    },
    { mayInclude: typed.board !== undefined || hasValues(typed) },
  )
}

/** A changed cell must not miss the item: the table waits until it is stored, or the item until the table is. */
const hasValues = ({ notice, condition }: Pick<UpdateItem, 'notice' | 'condition'>) =>
  valuesOfItem({ notice: notice ?? null, condition: condition ?? null }).length > 0

/** Moves an item. Does nothing at either end of the list. @throws AppError item-not-found */
export function moveItem(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  id: ItemId,
  to: Destination<ItemId>,
): Promise<ItemChanged> {
  return changeProgramme(context, sender, key, async (queries, held, found) => {
    const { answer, ...done } = await move(ITEMS, queries, key, await found.items(), id, to)
    return { answer: await answerOf(context, queries, held, answer), ...done }
  })
}

/** @throws AppError item-not-found, changed-meanwhile with the current item */
export function removeItem(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  id: ItemId,
  ifMatch: IfMatch | undefined,
): Promise<Removed> {
  return changeProgramme(context, sender, key, async (queries, _, found) =>
    remove(ITEMS, queries, key, await found.items(), id, ifMatch),
  )
}

/** @throws AppError notice-empty, invalid-field: a notice must have words, and other items must not */
function requireWords(type: ItemState['type'], notice: ItemState['notice'] | undefined): void {
  const code = noticeProblem(type, notice)
  if (code) throw new AppError(code, { field: 'notice' })
}

/** [HS29] V1: an address that is not playable in any form is kept as it is. */
function withPlayingForm(item: ItemState, change: UpdateItem, own: string | undefined): UpdateItem {
  if (change.url === undefined && change.type === undefined) return change
  const form = playingFormOf({ type: change.type ?? item.type, url: change.url ?? item.url }, own)
  return 'problem' in form ? change : { ...change, type: form.type, url: form.url }
}

/**
 * Clears the fields of other kinds when an item becomes one of this kind; the log keeps them. Only a notice must be cleared
 * explicitly.
 */
function withoutOtherKinds(type: ItemState['type'], change: UpdateItem): Partial<ItemState> {
  const left = fieldsOfOtherKinds(type).filter((field) => field !== 'notice' && change[field] === undefined)
  return Object.fromEntries(left.map((field) => [field, null]))
}

/** An item cannot become a feed or stop being one. @throws AppError url-not-playable, invalid-field */
function requireFeed({ type, feed, url }: ItemState, before: ItemState): void {
  if ((type === 'feed') !== (before.type === 'feed')) throw new AppError('url-not-playable', { field: 'url' })
  if (type !== 'feed') return
  if (url !== before.url && !readItemUrl(type, url).playable) throw new AppError('url-not-playable', { field: 'url' })
  if (!feed && before.feed) throw new AppError('invalid-field', { field: 'feed' })
}

/** @throws AppError deck-without-pages */
async function requirePages(queries: Queries, organisationId: OrganisationId, item: ItemState): Promise<void> {
  if (item.type !== 'deck') return
  const sources = await readSources(queries, organisationId, [item])
  if (shownAsItems(item, sources).length === 0) throw new AppError('deck-without-pages', { field: 'deck' })
}

async function answerOf(
  context: Context,
  queries: Queries,
  held: HeldProgramme,
  item: ItemState,
): Promise<Pick<ItemChanged, 'item'>> {
  const [answer] = await answerItems(queries, held, [item], context.now())
  return { item: answer as ItemChanged['item'] }
}

/** T1: a change of only the visibility has its own button, and so its own kind. */
function kindOfUpdate(before: ItemState, after: ItemState): ActivityKind {
  const [field, ...others] = ITEMS.fieldsBetween(after, before)
  if (field !== 'visible' || others.length > 0) return 'item-changed'
  return after.visible ? 'item-shown' : 'item-hidden'
}

/**
 * Resolves an address to the stored form, and the stored file or playlist that it names.
 *
 * @returns `mediaId` null: it names no stored file; undefined: the file does not exist, belongs to another organisation, or is
 * one that the reader may not see
 */
async function readAddress(
  context: Context,
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  url: string,
): Promise<Pick<ItemState, 'url' | 'film' | 'playlistId'> & { mediaId: MediaId | null | undefined }> {
  const playlistId = playlistAt(url) ?? null
  const named = playlistId === null ? await findMediaFileAt(context, queries, organisationId, reader, url) : undefined
  if (!named) return { url, mediaId: null, film: null, playlistId }
  return { url: named.path, mediaId: named.file?.id, film: named.file?.film ?? null, playlistId }
}
