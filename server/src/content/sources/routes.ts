import type { Api } from '../../platform/http/api.ts'
import type { Sources } from './service.ts'

export function sourceRoutes(api: Api, sources: Sources): void {
  api.handle('checkTableSource', ({ params, body }) => sources.check(params.organisationId, body))
  api.handle('getTableSource', ({ params }) => sources.get(params))
  api.handle('setTableSource', (call) => sources.set(call, call.params, call.body))
  api.handle('removeTableSource', (call) => sources.remove(call, call.params))
  api.handle('readTableSource', ({ params }) => sources.read(params))
}
