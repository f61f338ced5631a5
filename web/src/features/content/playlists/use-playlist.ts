import type { Playlist, PlaylistKey } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askPlaylistsAnew, playlistsOf } from '../../../platform/api/playlists.ts'

/**
 * A playlist with the displays that include it. Changes made elsewhere are noticed when the user returns to the page.
 *
 * @param revision of the playlist as the page knows it; each new one requests the playlist again
 * @returns `isGone`: it was removed, or it is no longer on any of the user's displays
 */
export function usePlaylist({ organisationId, playlistId }: PlaylistKey, revision: number | undefined) {
  const client = useQueryClient()
  const { data, isFetching } = useQuery({ ...playlistsOf(organisationId), refetchOnWindowFocus: true })
  const playlist: Playlist | undefined = data?.find(({ id }) => id === playlistId)
  const isOld = playlist !== undefined && revision !== undefined && playlist.revision < revision
  useEffect(() => {
    if (isOld) void askPlaylistsAnew(client, organisationId)
  }, [client, organisationId, isOld])
  return { playlist, isGone: data !== undefined && !isFetching && !playlist }
}
