import { Readable } from 'node:stream'
import { type DisplayId, MediaId, type OrganisationId } from '@placard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { hasAlready } from '../../platform/http/entity-tag.ts'
import { fileNameOf, readMediaAddress, thumbnailNameOf } from './address.ts'
import { readRange } from './range.ts'
import {
  findGuard,
  findHeldFile,
  findPublicMediaFile,
  findPublicMediaFileAt,
  type HeldFile,
  readStorageUse,
} from './service.ts'

/** Returns true if the request comes from a member, or from a paired screen of one of these displays. */
export type MayFetch = (
  request: FastifyRequest,
  displays: { organisationId: OrganisationId; displayIds: readonly DisplayId[] },
) => Promise<boolean>

/** Returns true if the request comes from the sender of this held file, or from a person who decides about it. */
export type MayFetchHeld = (request: FastifyRequest, file: HeldFile) => Promise<boolean>

/** C9: serves stored files by their address. The content at an address never changes. */
export function mediaRoutes(
  app: FastifyInstance,
  api: Api,
  context: Context,
  mayFetch: MayFetch,
  mayFetchHeld: MayFetchHeld,
): void {
  api.handle('getStorage', ({ params }) => readStorageUse(context, params.organisationId))

  const options = { config: { headerSet: 'media' as const } }
  app.get('/media/:name', options, (request, reply) => sendMedia(context, mayFetch, mayFetchHeld, request, reply))
  app.get<{ Params: { id: string } }>('/media/:id/thumbnail.webp', options, (request, reply) =>
    sendThumbnail(context, mayFetch, mayFetchHeld, request.params.id, request, reply),
  )
}

/** SP3: restricts files of displays for paired screens. @throws AppError paired-screens-only */
async function guard(
  context: Context,
  mayFetch: MayFetch,
  id: MediaId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const displays = await findGuard(context.database.queries, id)
  if (!displays) return
  if (!(await mayFetch(request, displays))) throw new AppError('paired-screens-only')
  // Shared caches must not give it to others.
  reply.headers({ 'cache-control': 'private, max-age=31536000, immutable', vary: 'Cookie, Authorization' })
}

/** Finds a held file, if the request may fetch it. */
async function findHeldFor(
  context: Context,
  mayFetchHeld: MayFetchHeld,
  id: MediaId | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<HeldFile | undefined> {
  const held = id && (await findHeldFile(context.database.queries, id))
  if (!held || !(await mayFetchHeld(request, held))) return undefined
  // Not cached: if it is approved it becomes public, and if it is refused it is removed.
  reply.headers({ 'cache-control': 'private, no-store', vary: 'Cookie, Authorization' })
  return held
}

async function sendMedia(
  context: Context,
  mayFetch: MayFetch,
  mayFetchHeld: MayFetchHeld,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await findPublicMediaFileAt(context.database.queries, request.url)
  if (!file) {
    const named = readMediaAddress(request.url, undefined)
    const held = await findHeldFor(context, mayFetchHeld, named?.id, request, reply)
    if (held?.url !== request.url) throw new AppError('media-not-found')
    const { contentType, sizeBytes, sha256 } = held
    return sendFile(context, request, reply, { name: fileNameOf(held), contentType, tag: `"${sha256}"`, sizeBytes })
  }
  await guard(context, mayFetch, file.id, request, reply)
  const { contentType, sizeBytes } = file
  return sendFile(context, request, reply, { name: fileNameOf(file), contentType, tag: `"${file.sha256}"`, sizeBytes })
}

/** B68: the thumbnail was made when the picture was stored. Other sizes cannot be requested. */
async function sendThumbnail(
  context: Context,
  mayFetch: MayFetch,
  mayFetchHeld: MayFetchHeld,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const mediaId = MediaId.safeParse(id)
  const known = mediaId.success && !request.url.includes('?') ? mediaId.data : undefined
  const shown = known && (await findPublicMediaFile(context.database.queries, known))
  const file = shown ?? (await findHeldFor(context, mayFetchHeld, known, request, reply))
  if (!file) throw new AppError('media-not-found')
  if (shown) await guard(context, mayFetch, file.id, request, reply)
  const name = thumbnailNameOf(file.id)
  // Films without a poster have no thumbnail, nor have pictures from before thumbnails existed.
  if ((await context.files.size(name)) === undefined) throw new AppError('media-not-found')
  return sendFile(context, request, reply, { name, contentType: 'image/webp', tag: `"${file.sha256}-small"` })
}

type Served = {
  /** The key in the file store. */
  name: string
  contentType: string
  /** Entity tag, quoted. */
  tag: string
  /** From the database. Undefined if not known. */
  sizeBytes?: number
}

async function sendFile(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, contentType, tag, sizeBytes: expectedBytes }: Served,
): Promise<FastifyReply> {
  const sizeBytes = await context.files.size(name)
  // The database has the file and its size. If the file differs, the server is at fault, and no cache may keep the response.
  if (sizeBytes === undefined || (expectedBytes !== undefined && sizeBytes !== expectedBytes)) {
    context.log.error({ name, sizeBytes, expectedBytes }, 'a stored file is missing or cut off')
    throw new AppError('unavailable', { retryAfterSeconds: 30 })
  }
  reply.headers({
    etag: tag,
    'content-type': contentType,
    'content-disposition': `inline; filename="media${name.slice(name.lastIndexOf('.'))}"`,
    'accept-ranges': 'bytes',
  })
  if (hasAlready(request.headers['if-none-match'], tag)) return reply.code(304).send()

  const asked = request.headers['if-range'] === undefined || request.headers['if-range'] === tag
  const range = asked ? readRange(request.headers.range, sizeBytes) : undefined
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${sizeBytes}`, 'cache-control': 'no-store' })
      .send()
  }
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
    reply.header('content-length', String(range.end - range.start + 1))
  } else {
    reply.header('content-length', String(sizeBytes))
  }
  // With an empty body, Fastify would overwrite the length of the file with 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(context.files.read(name, range))
}
