import type { OrganisationId } from '@placard/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The playlists that somebody may see, by name: asked for anew by each page and dialog. */
export const playlistsOf = (organisationId: OrganisationId) =>
  queryOptions({
    queryKey: ['playlists', organisationId],
    queryFn: ({ signal }) => call('listPlaylists', { params: { organisationId }, signal }),
    staleTime: 0,
  })

/** One was made, changed, or went. */
export function askPlaylistsAnew(client: QueryClient, organisationId: OrganisationId): Promise<void> {
  return client.invalidateQueries({ queryKey: playlistsOf(organisationId).queryKey })
}
