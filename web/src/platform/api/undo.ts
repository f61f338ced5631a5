import {
  type ActivityEntry,
  type OrganisationId,
  type ProgrammeKey,
  programmeKeyOf,
  type UndoTogether,
} from '@placard/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { forgetOwnChange, noteSaved } from './own-changes.ts'
import { programmeQueryKey } from './programme.ts'

/** The key of activity logs in the query cache. */
export const activityKey = ['activity'] as const

/** Undoes the change of a log entry. @throws ApiError */
export async function undoEntry(
  client: QueryClient,
  key: ProgrammeKey,
  entry: Pick<ActivityEntry, 'id'>,
): Promise<void> {
  const { revision } = await call('undoActivity', { params: { ...key, entryId: entry.id } })
  noteSaved(key, revision)
  await whatIsThereNow(client, key)
}

/** Requests the programme and the logs at once, in case the stream that also delivers them is reconnecting. */
export async function whatIsThereNow(client: QueryClient, key: ProgrammeKey): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: programmeQueryKey(key) }),
    client.invalidateQueries({ queryKey: activityKey }),
  ])
}

/** Undoes the command that created a revision of a programme. @throws ApiError */
export function useUndoChange(key: ProgrammeKey): (revision: number) => Promise<void> {
  const client = useQueryClient()
  return async (revision) => {
    const { entries } = await call('listActivity', { params: key, query: { kind: 'changes' } })
    const entry = entries.find((one) => one.revision === revision)
    if (!entry) throw new ApiError('activity-not-found')
    await undoEntry(client, key, entry)
    forgetOwnChange(revision)
  }
}

/** Undoes the changes of one command in several programmes and tables: in all of them or in none. @throws ApiError */
export function useUndoTogether(
  organisationId: OrganisationId,
): (changes: UndoTogether['changes'], tables?: UndoTogether['tables']) => Promise<void> {
  const client = useQueryClient()
  return async (changes, tables) => {
    await call('undoTogether', { params: { organisationId }, body: { changes, tables } })
    for (const { programmeId, revision } of changes) {
      forgetOwnChange(revision)
      await whatIsThereNow(client, programmeKeyOf(organisationId, programmeId))
    }
  }
}
