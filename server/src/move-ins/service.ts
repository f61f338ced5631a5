import {
  type BeginMoveIn,
  type BringPlaylist,
  MAX_MOVE_IN_ENTRIES,
  MAX_MOVE_IN_PATHS,
  MOVE_INS_KEPT,
  type MoveIn,
  type MoveInReport,
  type OrganisationId,
  type PlaylistBrought,
  type PlaylistId,
  type PlaylistKey,
  type TellMoveIn,
} from '@placard/contract'
import { actorOf } from '../activity/service.ts'
import { runCommand } from '../commands/service.ts'
import { addItems } from '../items/service.ts'
import { lockOrganisation } from '../organisations/service.ts'
import type { Caller } from '../platform/access.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { makePlaylist } from '../playlists/service.ts'
import { findContents, type Sender, settle } from '../programmes/service.ts'
import * as store from './store.ts'

/** Newest first. */
export function listMoveIns(context: Context, organisationId: OrganisationId): Promise<MoveIn[]> {
  return context.database.snapshot((queries) => readMoveIns(queries, organisationId))
}

async function readMoveIns(queries: Queries, organisationId: OrganisationId): Promise<MoveIn[]> {
  const counts = await store.countEntries(queries, organisationId)
  const all = await store.listMoveIns(queries, organisationId)
  return all.map((one) => {
    const count = (wanted: string) => counts.find(({ id, outcome }) => id === one.id && outcome === wanted)?.count ?? 0
    return { ...one, came: count('came'), there: count('there'), not: count('not') }
  })
}

/** @throws AppError move-in-not-found */
async function requireMoveIn(queries: Queries, key: store.MoveInKey): Promise<MoveIn> {
  const found = (await readMoveIns(queries, key.organisationId)).find(({ id }) => id === key.moveInId)
  if (!found) throw new AppError('move-in-not-found')
  return found
}

/** @throws AppError move-in-not-found */
async function requireThere(queries: Queries, key: store.MoveInKey): Promise<void> {
  if (!(await store.isThere(queries, key))) throw new AppError('move-in-not-found')
}

/** @throws AppError move-in-not-found */
export function getMoveIn(context: Context, key: store.MoveInKey): Promise<MoveInReport> {
  return context.database.snapshot(async (queries) => ({
    ...(await requireMoveIn(queries, key)),
    entries: await store.listEntries(queries, key),
  }))
}

/** One of this id that is there already stays as it is. The oldest reports make room. */
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
      for (const { id } of all.slice(MOVE_INS_KEPT - 1)) {
        await store.removeMoveIn(queries, { organisationId, moveInId: id })
      }
      const { email } = actorOf(caller)
      await store.createMoveIn(queries, key, { kind, name, by: email, beganAt: context.now() })
    }
    return requireMoveIn(queries, key)
  })
}

/** @throws AppError move-in-not-found; too-long: more than one going-over has */
export function tellMoveIn(context: Context, key: store.MoveInKey, { entries, ended }: TellMoveIn): Promise<void> {
  return context.database.transaction(async (queries) => {
    // Of two pages that go over at once each finds its place.
    await lockOrganisation(queries, key.organisationId)
    await requireThere(queries, key)
    await store.putEntries(queries, key, entries, await placeFor(queries, key))
    await placeFor(queries, key)
    if (ended) await store.setEnded(queries, key, context.now())
  })
}

/** The place behind the others. @throws AppError too-long */
async function placeFor(queries: Queries, key: store.MoveInKey): Promise<number> {
  const counts = await store.countEntries(queries, key.organisationId, key.moveInId)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const letters = counts.reduce((sum, one) => sum + one.letters, 0)
  if (total > MAX_MOVE_IN_ENTRIES || letters > MAX_MOVE_IN_PATHS) throw new AppError('too-long', { field: 'entries' })
  return total
}

/**
 * Makes a playlist with all that it holds: all of it or nothing. Once for each path, for as long as the report is there.
 *
 * @throws AppError move-in-not-found, too-many-playlists, and as `addItems` and `settle` do, with the place of the item at fault
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
      // Two that bring the same wait here for each other.
      await lockOrganisation(queries, organisationId)
      await requireThere(queries, key)
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

/** The report; what came stays. @throws AppError move-in-not-found */
export function removeMoveIn(context: Context, key: store.MoveInKey): Promise<void> {
  return context.database.transaction(async (queries) => {
    await requireThere(queries, key)
    await store.removeMoveIn(queries, key)
  })
}
