import { keyOf } from '../displays/service.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { readManifest, readProgramme } from './service.ts'

export function manifestRoutes(api: Api, context: Context): void {
  api.handle('getTime', async () => ({ at: context.now() }))

  api.handle('getManifest', async ({ params, request, reply }) => {
    const manifest = await readManifest(context, keyOf(params))
    if (!manifest) throw new AppError('display-not-found')
    const tag = `"${manifest.revision}"`
    // May be kept, must be asked about: a player without a stream lives on this answer.
    reply.headers({ etag: tag, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : manifest
  })

  api.handle('getProgramme', async ({ params, reply }) => {
    const programme = await readProgramme(context, keyOf(params))
    if (!programme) throw new AppError('display-not-found')
    reply.header('etag', `"${programme.revision}"`)
    return programme
  })
}
