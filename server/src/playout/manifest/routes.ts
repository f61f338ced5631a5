import { readFile } from 'node:fs/promises'
import { manifestTagOf, type ProgrammeKey } from '@placard/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keyOf, notFound, requireSight } from '../../content/programmes/service.ts'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { hasAlready } from '../../platform/http/entity-tag.ts'
import { JSON_TYPE } from '../../platform/http/header-sets.ts'
import type { KeptManifests } from './kept.ts'
import { MAY_BE_KEPT, type NewestManifests } from './newest.ts'
import { findFont } from './script-fonts.ts'
import { readManifest, readProgramme, readRevision } from './service.ts'

/** Shared caches must not give this response to other callers. */
const ONLY_THEIRS = { 'cache-control': 'private, no-cache', vary: 'Cookie, Authorization' }

function mayUseProgramme(caller: Caller, key: ProgrammeKey): boolean {
  return 'playlistId' in key || mayUse(caller, key.displayId)
}

/** @param isPairedWith tells if a request comes from a paired screen that plays this display */
export function manifestRoutes(
  api: Api,
  context: Context,
  { kept, newest }: { kept: KeptManifests; newest: NewestManifests },
  isPairedWith: (request: FastifyRequest, key: ProgrammeKey) => Promise<boolean>,
): void {
  api.handle('getTime', async () => ({ at: context.now() }))

  api.handle('getManifest', async ({ caller, params, request, reply }) => {
    const key = keyOf(params)
    await requireSight(context.database.queries, caller, key)
    const tagOf = (revision: number) => `"${manifestTagOf(revision, context.config.mediaUrl)}"`
    const isNewest = newest.lookUp()
    const present = await readRevision(context, key)
    if (!present) throw new AppError(notFound(key))
    const tag = tagOf(present.revision)
    if (!present.pairedOnly) isNewest(key, tag)
    // Most clients have the newest version, and get a short response.
    if (hasAlready(request.headers['if-none-match'], tag)) {
      return reply
        .code(304)
        .headers(await headersFor({ tag, ...present }))
        .send()
    }
    const found = kept.find(key, tag) ?? (await read())
    reply.headers(await headersFor(found)).type(JSON_TYPE)
    return reply.send(found.bytes)

    async function read() {
      const manifest = await readManifest(context, key)
      if (!manifest) throw new AppError(notFound(key))
      return kept.keep(key, tagOf(manifest.revision), manifest)
    }

    /** @throws AppError paired-screens-only */
    async function headersFor({ tag: etag, pairedOnly }: { tag: string; pairedOnly?: boolean }) {
      const headers = { ...('displayId' in key ? MAY_BE_KEPT : {}), etag }
      if (!pairedOnly) return headers
      const isMember = caller?.organisationId === key.organisationId && mayUseProgramme(caller, key)
      if (!isMember && !(await isPairedWith(request, key))) throw new AppError('paired-screens-only')
      return { ...headers, ...ONLY_THEIRS }
    }
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

/** [WD3] Serves the fonts that manifests name. The file at an address never changes. */
export function fontRoutes(app: FastifyInstance): void {
  app.get('/fonts/:name', { config: { headerSet: 'asset' } }, async (request, reply) => {
    const font = findFont(request.url)
    if (!font) throw new AppError('not-found')
    const tag = `"${font.sha256}"`
    reply.headers({ etag: tag, 'content-type': 'font/woff2' })
    if (hasAlready(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.send(await readFile(font.path))
  })
}
