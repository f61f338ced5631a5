import { manifestTagOf } from '@placard/contract'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { hasAlready } from '../platform/http/entity-tag.ts'
import { keyOf, notFound, requireSight } from '../programmes/service.ts'
import { readManifest, readProgramme, readRevision } from './service.ts'

/** Must be asked about: a player without a stream lives on this answer. */
const MAY_BE_KEPT = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' }

export function manifestRoutes(api: Api, context: Context): void {
  api.handle('getTime', async () => ({ at: context.now() }))

  api.handle('getManifest', async ({ caller, params, request, reply }) => {
    const key = keyOf(params)
    await requireSight(context.database.queries, caller, key)
    const tagOf = (revision: number) => `"${manifestTagOf(revision, context.config.mediaUrl)}"`
    const headersOf = (revision: number) => ({
      ...('displayId' in key ? MAY_BE_KEPT : {}),
      etag: tagOf(revision),
    })
    // Most who ask have the newest, and that is soon said.
    const known = request.headers['if-none-match']
    const newest = known === undefined ? undefined : await readRevision(context, key)
    if (newest !== undefined && hasAlready(known, tagOf(newest)))
      return reply.code(304).headers(headersOf(newest)).send()
    const manifest = await readManifest(context, key)
    if (!manifest) throw new AppError(notFound(key))
    reply.headers(headersOf(manifest.revision))
    return manifest
  })

  api.handle('getProgramme', async ({ caller, params, reply }) => {
    const key = keyOf(params)
    await requireSight(context.database.queries, caller, key)
    const programme = await readProgramme(context, key)
    if (!programme) throw new AppError(notFound(key))
    reply.header('etag', `"${programme.revision}"`)
    return programme
  })
}
