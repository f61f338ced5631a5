import type {
  LibraryFile,
  LibraryFileUses,
  LibraryPage,
  LibraryQuery,
  MediaId,
  OrganisationId,
} from '@placard/contract'
import { type LibraryChanged, programmeKeyOf } from '@placard/contract'
import {
  type InfiniteData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { whatIsThereNow } from '../../../platform/api/undo.ts'

/** The filter of the list. */
export type Narrowed = Pick<LibraryQuery, 'words' | 'kind' | 'label' | 'person' | 'unused' | 'from' | 'to'>

const libraryKey = (organisationId: OrganisationId) => ['library', organisationId] as const
const filesKey = (organisationId: OrganisationId) => [...libraryKey(organisationId), 'files'] as const

/** The size of the library, and the values of its filters. */
export const libraryOf = (organisationId: OrganisationId) =>
  queryOptions({
    queryKey: [...libraryKey(organisationId), 'whole'],
    queryFn: ({ signal }) => call('getLibrary', { params: { organisationId }, signal }),
    staleTime: 0,
  })

/** One file with the places that show it, requested again each time it is opened. */
export const fileOf = (organisationId: OrganisationId, mediaId: MediaId) =>
  queryOptions({
    queryKey: [...libraryKey(organisationId), 'file', mediaId],
    queryFn: ({ signal }) => call('getLibraryFile', { params: { organisationId, mediaId }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Days are in the user's time zone. */
const timeZoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Newest first, in pages. The previous list stays visible while another one is loaded. */
export function useFiles(organisationId: OrganisationId, narrowed: Narrowed) {
  return useInfiniteQuery({
    queryKey: [...filesKey(organisationId), narrowed],
    queryFn: ({ signal, pageParam: after }) =>
      call('listLibraryFiles', {
        params: { organisationId },
        query: { ...narrowed, ...(narrowed.from || narrowed.to ? { timeZone: timeZoneHere() } : {}), after },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
    staleTime: 0,
  })
}

/** Requests the library again after files were added, removed or moved. */
export function askLibraryAnew(client: QueryClient, organisationId: OrganisationId): Promise<void> {
  return client.invalidateQueries({ queryKey: libraryKey(organisationId) })
}

/** Refreshes the displays and playlists that were changed from here. */
export async function tellChanged(client: QueryClient, organisationId: OrganisationId, { changes }: LibraryChanged) {
  await Promise.all([
    askLibraryAnew(client, organisationId),
    ...changes.map(({ programmeId }) => whatIsThereNow(client, programmeKeyOf(organisationId, programmeId))),
  ])
}

/** Stores a file's new texts in the cache, so that no list has to be requested again. */
export function useFileKept(organisationId: OrganisationId): (file: LibraryFile) => void {
  const client = useQueryClient()
  return (file) => {
    client.setQueriesData<InfiniteData<LibraryPage>>(
      { queryKey: filesKey(organisationId) },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            files: page.files.map((one) => (one.id === file.id ? file : one)),
          })),
        },
    )
    client.setQueryData<LibraryFileUses>(fileOf(organisationId, file.id).queryKey, (one) => one && { ...one, ...file })
    void client.invalidateQueries({ queryKey: libraryOf(organisationId).queryKey })
  }
}
