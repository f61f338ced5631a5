import type { OrganisationId } from '@placard/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The playlists that the user may see, by name. Each page and dialog requests them again. */
export const playlistsOf = (organisationId: OrganisationId) =>
  queryOptions({
    queryKey: ['playlists', organisationId],
    queryFn: ({ signal }) => call('listPlaylists', { params: { organisationId }, signal }),
    staleTime: 0,
  })

/** Requests the playlists again after one was created, changed or removed. */
export function askPlaylistsAnew(client: QueryClient, organisationId: OrganisationId): Promise<void> {
  return client.invalidateQueries({ queryKey: playlistsOf(organisationId).queryKey })
}
