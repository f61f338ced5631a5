import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { createToken, listTokens, removeToken } from './service.ts'

export function tokenRoutes(api: Api, context: Context): void {
  api.handle('listTokens', ({ caller }) => listTokens(context, caller))
  api.handle('createToken', ({ caller, body }) => createToken(context, caller, body))
  api.handle('removeToken', async ({ caller, params }) => {
    await removeToken(context, caller, params.tokenId)
    return undefined
  })
}
