import type { Context } from '../platform/context.ts'
import type { Api } from '../platform/http/api.ts'
import { listDisplays } from './service.ts'

export function displayRoutes(api: Api, context: Context): void {
  api.handle('listDisplays', ({ params }) => listDisplays(context, params.organisationId))
}
