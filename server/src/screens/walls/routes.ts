import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Connected, getWall, setWall, showTestCard } from './service.ts'

export function wallRoutes(api: Api, context: Context, connected: Connected): void {
  api.handle('getWall', ({ params }) => getWall(context, params, connected))
  api.handle('setWall', (call) => setWall(context, call, call.params, call.body, call.ifMatch))
  api.handle('showTestCard', async ({ params, body }) => {
    await showTestCard(context, params, body.isOn)
    return undefined
  })
}
