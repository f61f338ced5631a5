import type { DisplayId, OrganisationId, PlaylistId, ProgrammeId } from './id.ts'
import { PLAYLIST_ID } from './playlist-id.ts'

// Without Zod, because the landing page needs addresses too.

/** A display is identified by both ids: the same display id in two organisations is two displays (E4). */
export type DisplayKey = { organisationId: OrganisationId; displayId: DisplayId }
export type PlaylistKey = { organisationId: OrganisationId; playlistId: PlaylistId }
/** The container of items and lines: a display, or a playlist that displays include. */
export type ProgrammeKey = DisplayKey | PlaylistKey

export const isPlaylistId = (id: string): id is PlaylistId => PLAYLIST_ID.test(id)

export function programmeIdOf(key: ProgrammeKey): ProgrammeId {
  return 'playlistId' in key ? key.playlistId : key.displayId
}

export function programmeKeyOf(organisationId: OrganisationId, id: ProgrammeId): ProgrammeKey {
  return isPlaylistId(id) ? { organisationId, playlistId: id } : { organisationId, displayId: id }
}
