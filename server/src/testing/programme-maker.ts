import { type CreateDisplay, DisplayId, type DisplayKey, type PlaylistKey } from '@placard/contract'
import { expect } from 'vitest'
import { SAMPLE_DISPLAY } from '../operations/seed/service.ts'
import type { Client } from './server.ts'

const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }

/**
 * Makes empty displays and playlists in the organisation of the sample, each with a name of its own.
 *
 * @param owner the client that makes them, once the server has started
 * @param usual the settings of displays for which a test gives no others
 */
export function programmeMaker(owner: () => Client, usual: Partial<CreateDisplay> = {}) {
  let made = 0
  return {
    async makeDisplay(settings: Partial<CreateDisplay> = {}): Promise<DisplayKey> {
      made += 1
      const displayId = DisplayId.parse(`room-${made}`)
      const body = { id: displayId, name: `Room ${made}`, ...usual, ...settings }
      expect((await owner().call('createDisplay', { params, body })).status).toBe(201)
      return { organisationId, displayId }
    },
    /** @param on the displays that include it */
    async makePlaylist(on: DisplayId[] = []): Promise<PlaylistKey> {
      made += 1
      const { body } = await owner().call('createPlaylist', { params, body: { name: `Playlist ${made}` } })
      const key = { organisationId, playlistId: body.playlist.id }
      if (on.length > 0) await owner().call('includePlaylist', { params: key, body: { displays: on } })
      return key
    },
  }
}
