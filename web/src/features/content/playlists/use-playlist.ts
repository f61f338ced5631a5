import type { Playlist, PlaylistKey } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askPlaylistsAnew, playlistsOf } from '../../../platform/api/playlists.ts'

/**
 * A playlist with the displays that include it. Whoever puts it on a display elsewhere is found out about when somebody comes
 * back to the page.
 *
 * @param revision of the playlist as the page knows it: with each new one it is asked for anew
 * @returns `isGone`: somebody has removed it, or it is on none of their displays any more
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
