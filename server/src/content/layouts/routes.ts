import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { setLayout } from './service.ts'

export function layoutRoutes(api: Api, context: Context): void {
  api.handle('setLayout', (call) => setLayout(context, call, call.params, call.body, call.ifMatch))
}
