import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { keyOf } from '../programmes/service.ts'
import { createItem, moveItem, removeItem, updateItem } from './service.ts'
import { changeItems } from './together.ts'

export function itemRoutes(api: Api, context: Context): void {
  api.handle('createItem', (call) => createItem(context, call, keyOf(call.params), call.body))
  api.handle('updateItem', (call) =>
    updateItem(context, call, keyOf(call.params), call.params.itemId, call.ifMatch, call.body),
  )
  api.handle('moveItem', (call) => moveItem(context, call, keyOf(call.params), call.params.itemId, call.body))
  api.handle('changeItems', (call) => changeItems(context, call, keyOf(call.params), call.body))
  api.handle('removeItem', (call) => removeItem(context, call, keyOf(call.params), call.params.itemId, call.ifMatch))
}
