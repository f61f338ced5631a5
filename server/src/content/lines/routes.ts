import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { keyOf } from '../programmes/service.ts'
import { createLine, moveLine, removeLine, updateLine } from './service.ts'
import { changeLines } from './together.ts'

export function lineRoutes(api: Api, context: Context): void {
  api.handle('createLine', (call) => createLine(context, call, keyOf(call.params), call.body))
  api.handle('updateLine', (call) =>
    updateLine(context, call, keyOf(call.params), call.params.lineId, call.ifMatch, call.body),
  )
  api.handle('moveLine', (call) => moveLine(context, call, keyOf(call.params), call.params.lineId, call.body))
  api.handle('changeLines', (call) => changeLines(context, call, keyOf(call.params), call.body))
  api.handle('removeLine', (call) => removeLine(context, call, keyOf(call.params), call.params.lineId, call.ifMatch))
}
