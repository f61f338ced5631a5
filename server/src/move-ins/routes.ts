import type { Context } from '../platform/context.ts'
import type { Api } from '../platform/http/api.ts'
import { beginMoveIn, bringPlaylist, getMoveIn, listMoveIns, removeMoveIn, tellMoveIn } from './service.ts'

export function moveInRoutes(api: Api, context: Context): void {
  api.handle('listMoveIns', ({ params }) => listMoveIns(context, params.organisationId))
  api.handle('getMoveIn', ({ params }) => getMoveIn(context, params))
  api.handle('beginMoveIn', ({ caller, params, body }) => beginMoveIn(context, caller, params.organisationId, body))
  api.handle('tellMoveIn', async ({ params, body }) => {
    await tellMoveIn(context, params, body)
    return undefined
  })
  api.handle('bringPlaylist', ({ caller, params, body, request }) =>
    // The report tells the result of an earlier call, for as long as the report is there.
    bringPlaylist(context, { caller, commandKey: undefined, request }, params, body),
  )
  api.handle('removeMoveIn', async ({ params }) => {
    await removeMoveIn(context, params)
    return undefined
  })
}
