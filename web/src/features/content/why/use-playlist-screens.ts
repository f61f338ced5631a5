import type { PlaylistKey } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { playlistsOf } from '../../../platform/api/playlists.ts'
import { allScreensOf } from '../../../platform/api/screens/use-all-screens.ts'
import type { FilmScreens } from './film-reach.ts'

/** Long enough that all cards of a page share one request. */
const FRESH_FOR_MS = 60_000

/**
 * The screens of all displays that include a playlist, in one call for all callers. Uses the displays that the playlist's page knows.
 *
 * @param wanted false: no request
 */
export function usePlaylistScreens(
  { organisationId, playlistId }: PlaylistKey,
  wanted: boolean,
): FilmScreens | undefined {
  const { data: playlists } = useQuery({ ...playlistsOf(organisationId), enabled: false })
  const displays = playlists?.find(({ id }) => id === playlistId)?.displays ?? []
  const { data } = useQuery({
    ...allScreensOf(organisationId),
    staleTime: FRESH_FOR_MS,
    enabled: wanted && displays.length > 0,
  })
  if (!data) return undefined
  const names = new Map<string | null, string>(displays.map(({ id, name }) => [id, name]))
  const screens = data.screens.flatMap(({ displayId, told }) => {
    const display = names.get(displayId)
    return told && display !== undefined ? [{ ...told, display }] : []
  })
  return { at: data.at, screens }
}
