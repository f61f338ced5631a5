import { DisplayId, OrganisationId, PlaylistId, TableId } from '../id.ts'
import { z } from '../zod.ts'

export const ORGANISATION = '/api/organisations/:organisationId'
export const organisation = z.object({ organisationId: OrganisationId })

export const DISPLAYS = `${ORGANISATION}/displays` as const
export const DISPLAY = `${DISPLAYS}/:displayId` as const
export const display = organisation.extend({ displayId: DisplayId })

export const PLAYLISTS = `${ORGANISATION}/playlists` as const
export const PLAYLIST = `${PLAYLISTS}/:playlistId` as const
export const playlist = organisation.extend({ playlistId: PlaylistId })

export const TABLES = `${ORGANISATION}/tables` as const
export const TABLE = `${TABLES}/:tableId` as const
export const table = organisation.extend({ tableId: TableId })

/**
 * A call on a programme: the same call at two addresses, one for a display and one for a playlist.
 *
 * @param path appended to the programme's path
 * @param own the parameters in it
 */
export function onProgramme<Path extends string, Own extends z.ZodRawShape>(path: Path, own: Own) {
  return {
    path: `${DISPLAY}${path}`,
    params: display.extend(own),
    ofPlaylist: { path: `${PLAYLIST}${path}`, params: playlist.extend(own) },
  } as const
}
