import type { Api } from '../../platform/http/api.ts'
import type { Feeds } from './service.ts'

export function feedRoutes(api: Api, feeds: Feeds): void {
  api.handle('checkFeed', ({ params, body }) => feeds.check(params.organisationId, body))
}
