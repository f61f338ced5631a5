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

/** The key of logs in the query cache, of a programme or of all. */
export const activityKey = ['activity'] as const

/** Makes what one entry changed as it was before it. @throws ApiError */
export async function undoEntry(
  client: QueryClient,
  key: ProgrammeKey,
  entry: Pick<ActivityEntry, 'id'>,
): Promise<void> {
  const { revision } = await call('undoActivity', { params: { ...key, entryId: entry.id } })
  noteSaved(key, revision)
  await whatIsThereNow(client, key)
}

/** The stream brings it as well; who has just asked for it should not wait for a stream that is being made anew. */
export async function whatIsThereNow(client: QueryClient, key: ProgrammeKey): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: programmeQueryKey(key) }),
    client.invalidateQueries({ queryKey: activityKey }),
  ])
}

/** Undoes the command that brought a programme to a revision. @throws ApiError */
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

/** Undoes what one command did to several programmes: everywhere or nowhere. @throws ApiError */
export function useUndoTogether(organisationId: OrganisationId): (changes: UndoTogether['changes']) => Promise<void> {
  const client = useQueryClient()
  return async (changes) => {
    await call('undoTogether', { params: { organisationId }, body: { changes } })
    for (const { programmeId, revision } of changes) {
      forgetOwnChange(revision)
      await whatIsThereNow(client, programmeKeyOf(organisationId, programmeId))
    }
  }
}
