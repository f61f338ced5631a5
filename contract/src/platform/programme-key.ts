import type { DisplayId, OrganisationId, PlaylistId, ProgrammeId, TableId } from './id.ts'
import { PLAYLIST_ID } from './playlist-id.ts'
import { TABLE_ID } from './table-id.ts'

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

export type TableKey = { organisationId: OrganisationId; tableId: TableId }

/** The owner of entries in the log and of a live stream: a programme, or a table. */
export type OwnerKey = ProgrammeKey | TableKey

export const isTableId = (id: string): id is TableId => TABLE_ID.test(id)

export function ownerIdOf(key: OwnerKey): ProgrammeId | TableId {
  return 'tableId' in key ? key.tableId : programmeIdOf(key)
}
