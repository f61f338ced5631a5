import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { moveCornerPiece, setCornerPiece } from './service.ts'

export function cornerPieceRoutes(api: Api, context: Context): void {
  api.handle('setCornerPiece', (call) => setCornerPiece(context, call, call.params, call.body, call.ifMatch))
  api.handle('moveCornerPiece', (call) => moveCornerPiece(context, call, call.params, call.body, call.ifMatch))
}
