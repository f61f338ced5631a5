import { Readable } from 'node:stream'
import { type DisplayId, MediaId, type OrganisationId } from '@placard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { hasAlready } from '../platform/http/entity-tag.ts'
import { fileNameOf, thumbnailNameOf } from './address.ts'
import { readRange } from './range.ts'
import { findGuard, findPublicMediaFile, findPublicMediaFileAt, readStorageUse } from './service.ts'

/** Whether a request comes from a member or a paired screen of one of these displays. */
export type MayFetch = (
  request: FastifyRequest,
  displays: { organisationId: OrganisationId; displayIds: readonly DisplayId[] },
) => Promise<boolean>

/** C9: serves stored files by their address, which never changes its content. */
export function mediaRoutes(app: FastifyInstance, api: Api, context: Context, mayFetch: MayFetch): void {
  api.handle('getStorage', ({ params }) => readStorageUse(context, params.organisationId))

  const options = { config: { headerSet: 'media' as const } }
  app.get('/media/:name', options, (request, reply) => sendMedia(context, mayFetch, request, reply))
  app.get<{ Params: { id: string } }>('/media/:id/thumbnail.webp', options, (request, reply) =>
    sendThumbnail(context, mayFetch, request.params.id, request, reply),
  )
}

/** SP3. @throws AppError paired-screens-only */
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
  // No cache on the way may give it to others.
  reply.headers({ 'cache-control': 'private, max-age=31536000, immutable', vary: 'Cookie, Authorization' })
}

async function sendMedia(
  context: Context,
  mayFetch: MayFetch,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await findPublicMediaFileAt(context.database.queries, request.url)
  if (!file) throw new AppError('media-not-found')
  await guard(context, mayFetch, file.id, request, reply)
  const { contentType, sizeBytes } = file
  return sendFile(context, request, reply, { name: fileNameOf(file), contentType, tag: `"${file.sha256}"`, sizeBytes })
}

/** B68: made from a stored picture when it was stored; an address can ask for nothing else. */
async function sendThumbnail(
  context: Context,
  mayFetch: MayFetch,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const mediaId = MediaId.safeParse(id)
  const file =
    mediaId.success && !request.url.includes('?')
      ? await findPublicMediaFile(context.database.queries, mediaId.data)
      : undefined
  if (!file) throw new AppError('media-not-found')
  await guard(context, mayFetch, file.id, request, reply)
  const name = thumbnailNameOf(file.id)
  // A film has none, nor has a picture from before there were any.
  if ((await context.files.size(name)) === undefined) throw new AppError('media-not-found')
  return sendFile(context, request, reply, { name, contentType: 'image/webp', tag: `"${file.sha256}-small"` })
}

type Served = {
  /** Its key in the file store. */
  name: string
  contentType: string
  /** Entity tag, quoted. */
  tag: string
  /** As the database has it; undefined where it does not know. */
  sizeBytes?: number
}

async function sendFile(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, contentType, tag, sizeBytes: expectedBytes }: Served,
): Promise<FastifyReply> {
  const sizeBytes = await context.files.size(name)
  // The row says it is there, and how long it is: what is not so is a fault of ours, and no cache may take it for an answer.
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
  // With nothing at all to send, a length of 0 would be written in the place of the file's.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(context.files.read(name, range))
}
