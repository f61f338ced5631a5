import { Readable } from 'node:stream'
import {
  IMAGE_TYPES,
  MEDIA_PATH,
  type MediaFile,
  MediaId,
  PIECE_TYPE,
  pathOf,
  SINGLE_UPLOAD_BYTES,
  TUS_VERSION,
} from '@placard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { hasAlready } from '../platform/http/entity-tag.ts'
import { readRange } from './range.ts'
import type { Progress, Uploads } from './resumable.ts'
import { findPublicMediaFile, readStorageUse } from './service.ts'
import { thumbnailNameOf } from './store.ts'

export function storageRoutes(api: Api, context: Context): void {
  api.handle('getStorage', async ({ params }) => {
    const { usedBytes, quotaBytes } = await readStorageUse(context, params.organisationId)
    return { usedBytes, quotaBytes }
  })
}

/** @param app a scope of its own: only here a body may be a picture */
export function uploadRoutes(app: FastifyInstance, api: Api, uploads: Uploads): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [...IMAGE_TYPES],
    { parseAs: 'buffer', bodyLimit: SINGLE_UPLOAD_BYTES },
    (_request, body, done) => done(null, body),
  )
  // The words of the form (C4), for whoever comes here without it.
  app.setErrorHandler((error: { code?: string }) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw new AppError('file-too-large')
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw new AppError('not-an-image')
    throw error
  })
  api.handle('uploadMedia', ({ caller, request, reply }) => {
    const sent = request.body
    if (!(sent instanceof Uint8Array) || sent.byteLength === 0) throw new AppError('file-missing')
    return uploads.keep(caller, sent, goneSignal(reply))
  })
}

/**
 * C7: uploads in pieces, by the tus protocol 1.0.0 with its extensions creation, termination and expiration.
 *
 * @param app a scope of its own: only here a body is not read before the call is
 */
export function resumableUploadRoutes(app: FastifyInstance, api: Api, uploads: Uploads): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(PIECE_TYPE, (_request, payload, done) => done(null, payload))
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('tus-resumable', TUS_VERSION)
  })

  api.handle('createUpload', async ({ params, caller, commandKey, request, reply }) => {
    requireVersion(request, reply)
    if (request.body !== undefined) throw new AppError('unsupported-media-type')
    const length = readCount(request, 'upload-length')
    if (length === undefined) throw new AppError('bad-request', { field: 'Upload-Length' })
    const upload = await uploads.create(caller, length, commandKey?.key)
    reply.header('location', pathOf('appendToUpload', { ...params, uploadId: upload.id }))
    reply.header('upload-expires', new Date(upload.expiresAt).toUTCString())
    return upload
  })

  api.handle('getUploadOffset', async ({ params, caller, request, reply }) => {
    requireVersion(request, reply)
    const progress = await uploads.progress(caller, params.uploadId)
    tellProgress(reply, progress)
    reply.header('upload-length', String(progress.length))
    return undefined
  })

  api.handle('appendToUpload', async ({ params, caller, request, reply }) => {
    requireVersion(request, reply)
    const offset = readCount(request, 'upload-offset')
    if (offset === undefined) throw new AppError('bad-request', { field: 'Upload-Offset' })
    const { body } = request
    if (!(body instanceof Readable)) throw new AppError('unsupported-media-type')
    const announced = readCount(request, 'content-length')
    tellProgress(reply, await uploads.append(caller, params.uploadId, { offset, announced, body }))
    return undefined
  })

  api.handle('removeUpload', async ({ params, caller, request, reply }) => {
    requireVersion(request, reply)
    await uploads.remove(caller, params.uploadId)
    return undefined
  })

  api.handle('finishUpload', ({ params, caller, reply }) => uploads.finish(caller, params.uploadId, goneSignal(reply)))
}

/** Aborted when whoever asked has closed the connection before the answer. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort(new AppError('unavailable', { retryAfterSeconds: 1 }))
  })
  return gone.signal
}

/** The protocol wants 412, and to hear which version would do. */
function requireVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers['tus-resumable'] === TUS_VERSION) return
  reply.header('tus-version', TUS_VERSION)
  throw new AppError('protocol-version')
}

/** A number of bytes; undefined when the header is not there. @throws AppError bad-request when it is no such number */
function readCount(request: FastifyRequest, name: string): number | undefined {
  const value = request.headers[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) throw new AppError('bad-request', { field: name })
  return Number(value)
}

function tellProgress(reply: FastifyReply, { offset, expiresAt }: Progress): void {
  reply.header('upload-offset', String(offset))
  reply.header('upload-expires', new Date(expiresAt).toUTCString())
}

/** C9: serves stored files by their address, which never changes its content. */
export function mediaRoutes(app: FastifyInstance, context: Context): void {
  const options = { config: { headerSet: 'media' as const } }
  app.get('/media/:name', options, (request, reply) => sendMedia(context, request, reply))
  app.get<{ Params: { id: string } }>('/media/:id/thumbnail.webp', options, (request, reply) =>
    sendThumbnail(context, request.params.id, request, reply),
  )
}

async function sendMedia(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const match = MEDIA_PATH.exec(request.url)
  const file = match ? await findPublicMediaFile(context.database.queries, MediaId.parse(match[1])) : undefined
  const name = request.url.slice('/media/'.length)
  if (!file || file.url !== request.url) throw new AppError('media-not-found')
  const { contentType, sizeBytes } = file
  return sendFile(context, request, reply, { name, contentType, tag: `"${file.sha256}"`, sizeBytes })
}

/** B68: made from a stored picture when it was stored; an address can ask for nothing else. */
async function sendThumbnail(
  context: Context,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const mediaId = MediaId.safeParse(id)
  const file: MediaFile | undefined =
    mediaId.success && !request.url.includes('?')
      ? await findPublicMediaFile(context.database.queries, mediaId.data)
      : undefined
  if (!file) throw new AppError('media-not-found')
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
