import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { beginMoveIn, bringPlaylist, bringTable, getMoveIn, listMoveIns, removeMoveIn, tellMoveIn } from './service.ts'

export function moveInRoutes(api: Api, context: Context): void {
  api.handle('listMoveIns', ({ caller, params }) => listMoveIns(context, params.organisationId, caller))
  api.handle('getMoveIn', ({ caller, params }) => getMoveIn(context, params, caller))
  api.handle('beginMoveIn', ({ caller, params, body }) => beginMoveIn(context, caller, params.organisationId, body))
  api.handle('tellMoveIn', async ({ caller, params, body }) => {
    await tellMoveIn(context, params, caller, body)
    return undefined
  })
  api.handle('bringPlaylist', ({ caller, params, body, request }) =>
    // Needs no command key: the report returns the result of an earlier call as long as it exists.
    bringPlaylist(context, { caller, commandKey: undefined, request }, params, body),
  )
  api.handle('bringTable', ({ caller, params, body, request }) =>
    bringTable(context, { caller, commandKey: undefined, request }, params, body),
  )
  api.handle('removeMoveIn', async ({ caller, params }) => {
    await removeMoveIn(context, params, caller)
    return undefined
  })
}
