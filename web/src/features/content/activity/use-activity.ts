import {
  type ActivityEntry,
  type ActivityGroup,
  type ActivityPage,
  type PlaylistId,
  type ProgrammeKey,
  programmeIdOf,
  type RestorePreview,
} from '@placard/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { noteSaved } from '../../../platform/api/own-changes.ts'
import { askPlaylistsAnew } from '../../../platform/api/playlists.ts'
import { activityKey, undoEntry, whatIsThereNow } from '../../../platform/api/undo.ts'

/** The selected part of a log. */
export type Choice = {
  where: 'programme' | 'organisation'
  kind: ActivityGroup | undefined
  person: string | undefined
}

/** Newest first; requested again each time the log is opened. */
export function useActivity(key: ProgrammeKey, { where, kind, person }: Choice) {
  const { organisationId } = key
  return useInfiniteQuery({
    queryKey: [
      ...activityKey,
      organisationId,
      where === 'programme' ? programmeIdOf(key) : '',
      kind ?? '',
      person ?? '',
    ],
    queryFn: ({ signal, pageParam: before }): Promise<ActivityPage> => {
      const query = { before, kind, person }
      return where === 'programme'
        ? call('listActivity', { params: key, query, signal })
        : call('listOrganisationActivity', { params: { organisationId }, query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

export function useUndoEntry(key: ProgrammeKey) {
  const client = useQueryClient()
  return useMutation({ mutationFn: (entry: ActivityEntry) => undoEntry(client, key, entry) })
}

/** CP6: restores a removed playlist with all of its content, from the organisation's log. @throws ApiError */
export function useBringBack({ organisationId }: ProgrammeKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (playlistId: PlaylistId) => {
      await call('bringBackPlaylist', { params: { organisationId, playlistId } })
      await Promise.all([askPlaylistsAnew(client, organisationId), client.invalidateQueries({ queryKey: activityKey })])
    },
  })
}

/** The effect of going back to a revision now. */
export function useRestorePreview(key: ProgrammeKey, revision: number) {
  return useQuery({
    queryKey: ['restore', key.organisationId, programmeIdOf(key), revision],
    queryFn: ({ signal }) => call('previewRestore', { params: key, query: { revision: String(revision) }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Goes back to exactly the state that a preview has shown. */
export function useRestore(key: ProgrammeKey) {
  const client = useQueryClient()
  const commands = createCommandKey()
  return useMutation({
    mutationFn: async ({ to, revision }: RestorePreview) => {
      const body = { revision: to }
      const idempotencyKey = commands.keyFor({ to, revision })
      const restored = await call('restoreProgramme', { params: key, body, ifMatch: revision, idempotencyKey })
      noteSaved(key, restored.revision)
      await whatIsThereNow(client, key)
      return restored
    },
  })
}
