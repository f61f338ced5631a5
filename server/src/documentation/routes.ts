import { createHash } from 'node:crypto'
import type { Context } from '../platform/context.ts'
import type { Api } from '../platform/http/api.ts'
import { hasAlready } from '../platform/http/entity-tag.ts'
import { JSON_TYPE } from '../platform/http/header-sets.ts'
import { createDocument } from './document.ts'

/** The interface, described for programs. It is the same until another version is installed. */
export function documentationRoutes(api: Api, context: Context): void {
  const https = context.config.publicUrl?.startsWith('https:') ?? false
  let written: { text: string; tag: string } | undefined
  /** Written when it is asked for first: it takes a fifth of a start. */
  function write() {
    const text = JSON.stringify(createDocument({ cookieName: https ? '__Host-sid' : 'sid' }))
    return { text, tag: `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"` }
  }

  api.handle('getApiDocument', async ({ request, reply }) => {
    written ??= write()
    const { text, tag } = written
    // No secret is in it, so that tools on other sites may read it as well.
    reply.headers({ etag: tag, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
    if (hasAlready(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type(JSON_TYPE).send(text)
  })
}
