import {
  type BeginMoveIn,
  type BringPlaylist,
  type BringTable,
  MAX_MOVE_IN_ENTRIES,
  MAX_MOVE_IN_PATHS,
  MOVE_INS_KEPT,
  MOVE_INS_KEPT_IN_ALL,
  type MoveIn,
  type MoveInId,
  type MoveInReport,
  type OrganisationId,
  type PlaylistBrought,
  type PlaylistId,
  type PlaylistKey,
  type TableBrought,
  type TellMoveIn,
} from '@placard/contract'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { actorOf, writeEntry } from '../activity/service.ts'
import { runCommand } from '../commands/service.ts'
import { addItems } from '../items/service.ts'
import { findReach } from '../media/service.ts'
import { makePlaylist } from '../playlists/service.ts'
import { findContents, type Sender, settle } from '../programmes/service.ts'
import { createTable } from '../tables/service.ts'
import * as store from './store.ts'

/** Reports are only visible to the person who began them, and to owners. Newest first. */
async function listSeen(
  queries: Queries,
  organisationId: OrganisationId,
  caller: Caller,
): Promise<store.StoredMoveIn[]> {
  const all = await store.listMoveIns(queries, organisationId)
  return all.filter(({ beginnerId }) => caller.role === 'owner' || beginnerId === caller.userId)
}

/** @throws AppError move-in-not-found */
async function requireSeen(queries: Queries, key: store.MoveInKey, caller: Caller): Promise<store.StoredMoveIn> {
  const found = (await listSeen(queries, key.organisationId, caller)).find(({ id }) => id === key.moveInId)
  if (!found) throw new AppError('move-in-not-found')
  return found
}

/** Newest first. */
export function listMoveIns(context: Context, organisationId: OrganisationId, caller: Caller): Promise<MoveIn[]> {
  return context.database.snapshot(async (queries) => {
    const counts = await store.countEntries(queries, organisationId)
    return (await listSeen(queries, organisationId, caller)).map((one) => withCounts(one, counts))
  })
}

type Counts = Awaited<ReturnType<typeof store.countEntries>>

function withCounts({ beginnerId: _, ...one }: store.StoredMoveIn, counts: Counts): MoveIn {
  const count = (wanted: string) => counts.find(({ id, outcome }) => id === one.id && outcome === wanted)?.count ?? 0
  return { ...one, came: count('came'), there: count('there'), not: count('not') }
}

/** @throws AppError move-in-not-found */
async function readMoveIn(queries: Queries, key: store.MoveInKey, caller: Caller): Promise<MoveIn> {
  const found = await requireSeen(queries, key, caller)
  return withCounts(found, await store.countEntries(queries, key.organisationId, key.moveInId))
}

/** @throws AppError move-in-not-found */
export function getMoveIn(context: Context, key: store.MoveInKey, caller: Caller): Promise<MoveInReport> {
  return context.database.snapshot(async (queries) => ({
    ...(await readMoveIn(queries, key, caller)),
    entries: await store.listEntries(queries, key),
  }))
}

/**
 * Begins a report, or returns the existing one with this id. To make room, the oldest reports of the same person are removed, and
 * then the oldest of the person who has the most.
 *
 * @throws AppError move-in-not-found: the id is that of a report which is not the caller's
 */
export function beginMoveIn(
  context: Context,
  caller: Caller,
  organisationId: OrganisationId,
  { id: moveInId, kind, name }: BeginMoveIn,
): Promise<MoveIn> {
  const key = { organisationId, moveInId }
  return context.database.transaction(async (queries) => {
    if (!(await lockOrganisation(queries, organisationId))) throw new AppError('organisation-not-found')
    const all = await store.listMoveIns(queries, organisationId)
    if (!all.some(({ id }) => id === moveInId)) {
      for (const id of givingWay(all, caller.userId)) {
        await store.removeMoveIn(queries, { organisationId, moveInId: id })
      }
      const { email } = actorOf(caller)
      const made = { kind, name, by: email, beginnerId: caller.userId, beganAt: context.now() }
      await store.createMoveIn(queries, key, made)
    }
    return readMoveIn(queries, key, caller)
  })
}

/** The reports to remove so that this person can have one more. @param all newest first */
function givingWay(all: readonly store.StoredMoveIn[], beginnerId: string): MoveInId[] {
  const gone = all.filter((one) => one.beginnerId === beginnerId).slice(MOVE_INS_KEPT - 1)
  let left = all.filter((one) => !gone.includes(one))
  while (left.length >= MOVE_INS_KEPT_IN_ALL) {
    const [fullest] = [...Map.groupBy(left, (one) => one.beginnerId).values()].sort((a, b) => b.length - a.length)
    const oldest = fullest?.at(-1)
    if (!oldest) break
    gone.push(oldest)
    left = left.filter((one) => one !== oldest)
  }
  return gone.map(({ id }) => id)
}

/**
 * Stores the outcomes that the caller reports. The server does not rely on them: a playlist counts as made only after
 * `bringPlaylist` made it, and a table after `bringTable`.
 *
 * @throws AppError move-in-not-found; media-not-found with its position: a file that the caller may not see; too-long: too many
 * entries for one report
 */
export function tellMoveIn(
  context: Context,
  key: store.MoveInKey,
  caller: Caller,
  { entries, ended }: TellMoveIn,
): Promise<void> {
  return context.database.transaction(async (queries) => {
    // If two pages report at once, each gets its own positions.
    await lockOrganisation(queries, key.organisationId)
    await requireSeen(queries, key, caller)
    await requireFiles(queries, key.organisationId, caller, entries)
    await store.putEntries(queries, key, entries, await placeFor(queries, key))
    await placeFor(queries, key)
    if (ended) await store.setEnded(queries, key, context.now())
  })
}

/** @throws AppError media-not-found with the position of an entry whose file does not exist or is not visible to the caller */
async function requireFiles(
  queries: Queries,
  organisationId: OrganisationId,
  caller: Caller,
  entries: TellMoveIn['entries'],
): Promise<void> {
  const ids = entries.flatMap(({ mediaId }) => mediaId ?? [])
  const seen = await findReach(queries, organisationId, caller, ids)
  const at = entries.findIndex(({ mediaId }) => mediaId !== undefined && !seen.has(mediaId))
  if (at >= 0) throw new AppError('media-not-found', { field: `entries.${at}.mediaId` })
}

/** The next free position. @throws AppError too-long */
async function placeFor(queries: Queries, key: store.MoveInKey): Promise<number> {
  const counts = await store.countEntries(queries, key.organisationId, key.moveInId)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const letters = counts.reduce((sum, one) => sum + one.letters, 0)
  if (total > MAX_MOVE_IN_ENTRIES || letters > MAX_MOVE_IN_PATHS) throw new AppError('too-long', { field: 'entries' })
  return total
}

/**
 * Makes a playlist with all of its items, or nothing. Made once for each path, as long as the report exists.
 *
 * @throws AppError move-in-not-found, too-many-playlists, and the errors of `addItems` and `settle`, with the position of the
 * failing item
 */
export function bringPlaylist(
  context: Context,
  sender: Sender,
  key: store.MoveInKey,
  { path, name, items, reason }: BringPlaylist,
): Promise<PlaylistBrought> {
  const { organisationId } = key
  let before: PlaylistId | undefined
  let made: PlaylistKey | undefined
  return runCommand<PlaylistBrought>(
    context,
    sender,
    async (queries) => {
      // Two calls for the same playlist are serialised here.
      await lockOrganisation(queries, organisationId)
      await requireSeen(queries, key, sender.caller)
      before = await store.findBrought(queries, key, path)
      if (before) return []
      made = await makePlaylist(context, queries, organisationId, name)
      return [made]
    },
    async (queries, [held]) => {
      if (before) return { answer: { playlistId: before, wasThere: true }, touched: [] }
      if (!made || !held) throw new Error('a playlist was not there once it was made')
      const { playlistId } = made
      const found = findContents(queries, made)
      const changes = await addItems(context, queries, sender.caller, held, found, items)
      const activity = { kind: 'imported' as const, changes, details: { count: changes.length } }
      const touched = await settle(context, queries, [{ held, found, activity }], [])
      const entry = { thing: 'playlist' as const, path, outcome: 'came' as const, playlistId }
      await store.putEntries(
        queries,
        key,
        [{ ...entry, ...(reason === undefined ? {} : { reason }) }],
        await placeFor(queries, key),
      )
      return { answer: { playlistId, wasThere: false }, touched }
    },
  )
}

/**
 * Makes a table with its columns and rows, or nothing. Made once for each path, as long as the report and the table exist.
 *
 * @throws AppError move-in-not-found, and the errors of `createTable`, each with the field at fault
 */
export function bringTable(
  context: Context,
  sender: Sender,
  key: store.MoveInKey,
  { path, reason, ...wanted }: BringTable,
): Promise<TableBrought> {
  const { organisationId } = key
  return inTransaction(context, async (inside, queries) => {
    // Two calls for the same table are serialised here.
    await lockOrganisation(queries, organisationId)
    await requireSeen(queries, key, sender.caller)
    const before = await store.findBroughtTable(queries, key, path)
    if (before) return { tableId: before, wasThere: true }
    const { table } = await createTable(inside, sender, organisationId, wanted)
    const entry = { thing: 'table' as const, path, outcome: 'came' as const, tableId: table.id }
    await store.putEntries(
      queries,
      key,
      [{ ...entry, ...(reason === undefined ? {} : { reason }) }],
      await placeFor(queries, key),
    )
    return { tableId: table.id, wasThere: false }
  })
}

/** Removes the report. The imported playlists, tables and files stay. @throws AppError move-in-not-found */
export function removeMoveIn(context: Context, key: store.MoveInKey, caller: Caller): Promise<void> {
  const { organisationId, moveInId } = key
  return context.database.transaction(async (queries) => {
    await lockOrganisation(queries, organisationId)
    const { name } = await requireSeen(queries, key, caller)
    await store.removeMoveIn(queries, key)
    const activity = {
      kind: 'move-in-removed' as const,
      changes: [],
      subject: { type: 'move-in' as const, id: moveInId, title: name },
    }
    await writeEntry(queries, {
      organisationId,
      programmeId: null,
      at: context.now(),
      actor: actorOf(caller),
      activity,
    })
  })
}
