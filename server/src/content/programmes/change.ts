import { type ErrorCode, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import type { Activity } from '../activity/service.ts'
import { type HeldProgramme, runCommand, type Sender } from '../commands/service.ts'
import { type Found, findContents } from './contents.ts'
import { settle } from './settle.ts'
import { listIncluders } from './store.ts'

/** The result of a command's work. */
export type Outcome<Answer> = { answer: Answer } & (
  | {
      changed: true
      /** The changes that the log keeps and that an undo uses. */
      activity: Activity
      /** True: the loop restarts for a reason other than its items (PB5). */
      beginsAnew?: boolean
    }
  /** Nothing changed, for example when the first line is moved up: the revision stays, and nothing is announced. */
  | { changed: false }
)

/**
 * Runs a command on the contents of one programme, a display or a playlist, by `runCommand`. A change of a playlist also changes
 * every display that includes it [CP4].
 *
 * @param options.mayInclude the work may include a playlist, or use a table: inclusions and tables are locked against changes
 * meanwhile
 * @returns the work's answer with the programme's revision
 * @throws AppError display-not-found, playlist-not-found, idempotency-mismatch, and the errors of the work and of `settle`
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
      const settled = await settle(context, queries, [{ held, found, activity: outcome.activity }], includers)
      const touched = outcome.beginsAnew
        ? settled.map((touch) => (touch.key === held ? { ...touch, loopStartedAt: context.now() } : touch))
        : settled
      return { answer: { ...answer, revision: held.revision + 1 }, touched }
    },
  )
}

/**
 * The programmes that a command must lock: the given ones, and every display that includes one of them. A command that changes a
 * playlist, or may include one, locks the organisation first, so that inclusions cannot change between this query and the
 * command.
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
 * True if the caller may change a programme that a command names. A person who is limited to some displays may not change
 * playlists.
 */
export function mayChange(caller: Pick<Caller, 'displays'>, key: ProgrammeKey): boolean {
  return 'playlistId' in key ? caller.displays === null : mayUse(caller, key.displayId)
}

export function isSame(one: ProgrammeKey, other: ProgrammeKey): boolean {
  return one.organisationId === other.organisationId && programmeIdOf(one) === programmeIdOf(other)
}

export const isAmong = (keys: readonly ProgrammeKey[], key: ProgrammeKey): boolean =>
  keys.some((one) => isSame(one, key))

export function notFound(key: ProgrammeKey): ErrorCode {
  return 'playlistId' in key ? 'playlist-not-found' : 'display-not-found'
}
