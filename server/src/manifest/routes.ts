import { manifestTagOf, type ProgrammeKey } from '@placard/contract'
import type { FastifyRequest } from 'fastify'
import { type Caller, mayUse } from '../platform/access.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { hasAlready } from '../platform/http/entity-tag.ts'
import { keyOf, notFound, requireSight } from '../programmes/service.ts'
import { readManifest, readProgramme, readRevision } from './service.ts'

/** What this caller may have is no other's to be given by a cache on the way. */
const ONLY_THEIRS = { 'cache-control': 'private, no-cache', vary: 'Cookie, Authorization' }

function mayUseProgramme(caller: Caller, key: ProgrammeKey): boolean {
  return 'playlistId' in key || mayUse(caller, key.displayId)
}

/** Must be asked about: a player without a stream lives on this answer. */
const MAY_BE_KEPT = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' }

/** @param isPairedWith whether a request comes from a paired screen that plays this display */
export function manifestRoutes(
  api: Api,
  context: Context,
  isPairedWith: (request: FastifyRequest, key: ProgrammeKey) => Promise<boolean>,
): void {
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
    if (newest !== undefined && hasAlready(known, tagOf(newest.revision))) {
      await requireLetIn(newest)
      return reply.code(304).headers(headersOf(newest.revision)).send()
    }
    const manifest = await readManifest(context, key)
    if (!manifest) throw new AppError(notFound(key))
    await requireLetIn(manifest)

    async function requireLetIn({ pairedOnly }: { pairedOnly?: boolean | undefined }): Promise<void> {
      if (!pairedOnly) return
      const isMember = caller?.organisationId === key.organisationId && mayUseProgramme(caller, key)
      if (!isMember && !(await isPairedWith(request, key))) throw new AppError('paired-screens-only')
      reply.headers(ONLY_THEIRS)
    }
    reply.headers({ ...headersOf(manifest.revision), ...(manifest.pairedOnly ? ONLY_THEIRS : {}) })
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
