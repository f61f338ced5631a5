import {
  type ErrorCode,
  type OrganisationId,
  type PlaylistId,
  type ProgrammeKey,
  programmeIdOf,
} from '@placard/contract'
import type { Activity } from '../activity/service.ts'
import { type HeldProgramme, runCommand, type Sender } from '../commands/service.ts'
import { lockOrganisation } from '../organisations/service.ts'
import { type Caller, mayUse } from '../platform/access.ts'
import type { Context } from '../platform/context.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { type Found, findContents, includedIn } from './contents.ts'
import type { ItemState } from './item-fields.ts'
import { settle } from './settle.ts'
import { findPlaylistName, findProgramme, type KnownRevision, listIncluders, listRevisions } from './store.ts'

export type { HeldProgramme, Sender } from '../commands/service.ts'
export {
  type Contents,
  type Found,
  findContents,
  flatten,
  includedIn,
  readContents,
  readWhole,
  urlOf,
  type WholeContents,
} from './contents.ts'
export { type ItemState, itemOf, settingsOf, withChange } from './item-fields.ts'
export { type HeldItem, listItems, listItemsWithRemoved } from './items.store.ts'
export { listLines } from './lines.store.ts'
export { addressBytesOf, type Done, playableOf, settle } from './settle.ts'
export { findProgramme, listTold, removeContents } from './store.ts'
export { changed, detailsOf, move, put, remove, type Thing, toChange } from './thing.ts'
export { ITEMS, LINES, THINGS } from './things.ts'

/** The result of a command's work. */
export type Outcome<Answer> = { answer: Answer } & (
  | {
      changed: true
      /** The changes that the log keeps, and that an undo goes by. */
      activity: Activity
    }
  /** All is as before, like a first line moved up: the revision stays, and nobody is told. */
  | { changed: false }
)

/**
 * A command on what one programme holds, a display's or a playlist's; `runCommand` tells how it goes. A change of a playlist is
 * one of every display that includes it as well [CP4].
 *
 * @param options.mayInclude the work may come to include a playlist: nobody changes what is included where meanwhile
 * @returns the work's answer with the programme's revision
 * @throws AppError display-not-found, playlist-not-found, idempotency-mismatch, what the work throws, and what `settle` does
 */
export function changeProgramme<Answer extends object>(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  work: (queries: Queries, held: HeldProgramme, found: Found) => Promise<Outcome<Answer>>,
  options: { mayInclude?: boolean } = {},
): Promise<Answer & { revision: number }> {
  return runCommand(
    context,
    sender,
    (queries) => withIncluders(queries, [key], options),
    async (queries, all) => {
      const held = all.find((one) => isSame(one, key))
      if (!held) throw new AppError(notFound(key))
      const found = findContents(queries, key)
      const { answer, ...outcome } = await work(queries, held, found)
      if (!outcome.changed) return { answer: { ...answer, revision: held.revision }, touched: [] }
      const includers = all.filter((one) => one !== held)
      const touched = await settle(context, queries, [{ held, found, activity: outcome.activity }], includers)
      return { answer: { ...answer, revision: held.revision + 1 }, touched }
    },
  )
}

/**
 * The programmes that a command on some of them holds: these, and every display that includes one of them. Whoever changes a
 * playlist, or may come to include one, holds the organisation first, so that no display includes a playlist between the look at
 * who does and the change.
 */
export async function withIncluders(
  queries: Queries,
  keys: readonly ProgrammeKey[],
  { mayInclude = false }: { mayInclude?: boolean } = {},
): Promise<ProgrammeKey[]> {
  const [first] = keys
  const playlists = keys.filter((key) => 'playlistId' in key)
  if (first && (mayInclude || playlists.length > 0)) await lockOrganisation(queries, first.organisationId)
  const includers = []
  for (const key of playlists) includers.push(...(await listIncluders(queries, key)))
  return [...keys, ...includers.map(({ organisationId, displayId }) => ({ organisationId, displayId }))]
}

/**
 * Held with its organisation, so that nobody removes the playlist meanwhile.
 *
 * @param items of the programme that comes to include it
 * @returns the playlist's name
 * @throws AppError playlist-in-playlist, playlist-included-already, playlist-not-found
 */
export async function requireMayInclude(
  queries: Queries,
  held: HeldProgramme,
  items: readonly ItemState[],
  playlistId: PlaylistId,
): Promise<string> {
  if ('playlistId' in held) throw new AppError('playlist-in-playlist', { field: 'url' })
  const name = await findPlaylistName(queries, { organisationId: held.organisationId, playlistId })
  if (name === undefined) throw new AppError('playlist-not-found', { field: 'url' })
  if (includedIn(items).includes(playlistId)) throw new AppError('playlist-included-already', { field: 'url' })
  return name
}

export function isSame(one: ProgrammeKey, other: ProgrammeKey): boolean {
  return one.organisationId === other.organisationId && programmeIdOf(one) === programmeIdOf(other)
}

export function notFound(key: ProgrammeKey): ErrorCode {
  return 'playlistId' in key ? 'playlist-not-found' : 'display-not-found'
}

/**
 * A playlist is seen by everybody in its organisation; by somebody who is limited to some displays, when one of these includes it.
 * Of a display the caller's limits have been looked at already.
 *
 * @throws AppError playlist-not-found
 */
export async function requireSight(
  queries: Queries,
  caller: Pick<Caller, 'displays'> | undefined,
  key: ProgrammeKey,
): Promise<void> {
  if (!(await maySee(queries, caller, key))) throw new AppError('playlist-not-found')
}

/** The same as an answer. */
export async function maySee(
  queries: Queries,
  caller: Pick<Caller, 'displays'> | undefined,
  key: ProgrammeKey,
): Promise<boolean> {
  if (!('playlistId' in key) || caller?.displays === null) return true
  const includers = caller ? await listIncluders(queries, key) : []
  return caller !== undefined && includers.some(({ displayId }) => mayUse(caller, displayId))
}

/** For a command that names it itself. Somebody who is limited to some displays changes no playlist. */
export function mayChange(caller: Caller, key: ProgrammeKey): boolean {
  return 'playlistId' in key ? caller.displays === null : mayUse(caller, key.displayId)
}

/** The programme that a call is about. */
export function keyOf<Key extends ProgrammeKey>(params: Key): ProgrammeKey {
  const { organisationId } = params
  return 'playlistId' in params
    ? { organisationId, playlistId: params.playlistId }
    : { organisationId, displayId: params.displayId }
}

/** How far it has come: `toldRevision` is the last one that its own log tells. @throws AppError display-not-found, playlist-not-found */
export async function readRevisions(
  queries: Queries,
  key: ProgrammeKey,
): Promise<{ revision: number; toldRevision: number }> {
  const found = await findProgramme(queries, key)
  if (!found) throw new AppError(notFound(key))
  return found
}

/** The organisations of one query; SQLite takes 32,766 values and PostgreSQL 65,535. */
const ORGANISATIONS_AT_ONCE = 500

/** Reads the revision of each programme of these organisations, removed ones as well. */
export async function findRevisions(queries: Queries, organisationIds: OrganisationId[]): Promise<KnownRevision[]> {
  const found = []
  for (let from = 0; from < organisationIds.length; from += ORGANISATIONS_AT_ONCE) {
    found.push(...(await listRevisions(queries, organisationIds.slice(from, from + ORGANISATIONS_AT_ONCE))))
  }
  return found
}
