import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import {
  bringBackPlaylist,
  createPlaylist,
  includePlaylist,
  listPlaylists,
  removePlaylist,
  updatePlaylist,
} from './service.ts'

export function playlistRoutes(api: Api, context: Context): void {
  api.handle('listPlaylists', ({ caller, params }) => listPlaylists(context, params.organisationId, caller))
  api.handle('createPlaylist', (call) => createPlaylist(context, call, call.params.organisationId, call.body))
  api.handle('updatePlaylist', (call) => updatePlaylist(context, call, call.params, call.body))
  api.handle('includePlaylist', (call) => includePlaylist(context, call, call.params, call.body))
  api.handle('removePlaylist', async (call) => {
    await removePlaylist(context, call, call.params, call.ifMatch)
    return undefined
  })
  api.handle('bringBackPlaylist', (call) => bringBackPlaylist(context, call, call.params))
}
