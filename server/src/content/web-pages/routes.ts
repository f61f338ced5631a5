import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { WebPages } from './service.ts'

export function webPageRoutes(api: Api, { config }: Context, webPages: WebPages): void {
  api.handle('checkWebPage', ({ params, body, request }) => {
    const host = request.headers.host ?? ''
    const origin = new URL(config.publicUrl ?? `http://${host}`).origin
    return webPages.check(params.organisationId, body.url, { origin, hosts: [host] })
  })
}
