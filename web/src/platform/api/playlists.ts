import type { DisplayId, OrganisationId, Playlist } from '@placard/contract'
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

/** The displays that play a playlist, each once. */
export function displaysOf({ displays }: Pick<Playlist, 'displays'>): { id: DisplayId; name: string }[] {
  return displays.filter(({ id }, index) => displays.findIndex((one) => one.id === id) === index)
}

/** The displays whose loops include a playlist. One that only has it in a zone is left out. */
export function includersOf({ displays }: Pick<Playlist, 'displays'>): { id: DisplayId; name: string }[] {
  return displays.filter(({ zone }) => zone === undefined)
}
