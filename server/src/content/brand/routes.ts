import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { getBrand, updateBrand } from './service.ts'

export function brandRoutes(api: Api, context: Context): void {
  api.handle('getBrand', ({ params }) => getBrand(context, params.organisationId))
  api.handle('updateBrand', (call) => updateBrand(context, call, call.params.organisationId, call.body))
}
