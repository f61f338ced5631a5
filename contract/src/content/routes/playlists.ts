import { SCHEDULE_ERRORS } from '../../platform/error.ts'
import { organisation, PLAYLIST, PLAYLISTS, playlist } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import {
  CreatePlaylist,
  IncludePlaylist,
  Playlist,
  PlaylistChanged,
  PlaylistIncluded,
  UpdatePlaylist,
} from '../playlist.ts'

export const PLAYLIST_ROUTES = {
  /** By name. Callers who are limited to some displays get the playlists that these include. */
  listPlaylists: {
    method: 'GET',
    path: PLAYLISTS,
    access: 'viewer',
    params: organisation,
    response: z.array(Playlist),
  },
  createPlaylist: {
    method: 'POST',
    path: PLAYLISTS,
    access: 'editor',
    unlimited: true,
    params: organisation,
    body: CreatePlaylist,
    response: PlaylistChanged,
    creates: true,
  },
  updatePlaylist: {
    method: 'PATCH',
    path: PLAYLIST,
    access: 'editor',
    unlimited: true,
    params: playlist,
    body: UpdatePlaylist,
    response: PlaylistChanged,
  },
  includePlaylist: {
    method: 'POST',
    path: `${PLAYLIST}/inclusions`,
    access: 'editor',
    unlimited: true,
    params: playlist,
    body: IncludePlaylist,
    response: PlaylistIncluded,
  },
  /**
   * Removes it, and its place on every display that includes it. `If-Match` names the revision that was shown; displays that
   * have included it since do not matter. It can be restored for 30 days.
   */
  removePlaylist: {
    method: 'DELETE',
    path: PLAYLIST,
    access: 'editor',
    unlimited: true,
    params: playlist,
    response: 'none',
    ifMatch: 'required',
  },
  /** In its state at the removal, and on the displays that included it. */
  bringBackPlaylist: {
    method: 'POST',
    path: `${PLAYLIST}/bring-back`,
    access: 'editor',
    unlimited: true,
    params: playlist,
    response: PlaylistChanged,
  },
} as const satisfies Routes

export const PLAYLIST_DETAILS = {
  listPlaylists: { summary: 'Lists the playlists that the caller can access.', errors: [] },
  createPlaylist: {
    summary: 'Creates an empty playlist.',
    errors: ['too-many-playlists', 'name-missing'],
    takes: ['Idempotency-Key'],
  },
  updatePlaylist: {
    summary: 'Renames a playlist.',
    errors: ['name-missing'],
    takes: ['Idempotency-Key'],
  },
  includePlaylist: {
    summary: 'Adds a playlist to several displays at once: to all of them or none.',
    errors: ['display-not-found', 'display-too-full', ...SCHEDULE_ERRORS],
    takes: ['Idempotency-Key'],
  },
  removePlaylist: {
    summary: 'Removes a playlist, also from every display.',
    errors: ['playlist-in-zone'],
    takes: ['Idempotency-Key'],
  },
  bringBackPlaylist: {
    summary: 'Restores a removed playlist to its previous places.',
    errors: ['too-many-playlists', 'display-too-full', 'too-old-to-undo'],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof PLAYLIST_ROUTES>
