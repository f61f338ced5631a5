import { IMAGE_TYPES, MAX_IMAGE_BYTES, MEDIA_PATH, MediaId } from '@placard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { readRange } from './range.ts'
import { findPublicMediaFile, storePicture } from './service.ts'

/** @param app a scope of its own: only here a body may be a picture */
export function uploadRoutes(app: FastifyInstance, api: Api, context: Context): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [...IMAGE_TYPES],
    { parseAs: 'buffer', bodyLimit: MAX_IMAGE_BYTES },
    (_request, body, done) => done(null, body),
  )
  // The words of the form (C4), for whoever comes here without it.
  app.setErrorHandler((error: { code?: string }) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw new AppError('file-too-large')
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw new AppError('not-an-image')
    throw error
  })
  api.handle('uploadMedia', ({ params, request }) => {
    const sent = request.body
    if (!(sent instanceof Uint8Array) || sent.byteLength === 0) throw new AppError('file-missing')
    return storePicture(context, params.organisationId, sent)
  })
}

/** C9: serves stored files by their address, which never changes its content. */
export function mediaRoutes(app: FastifyInstance, context: Context): void {
  app.get('/media/:name', { config: { headerSet: 'media' } }, (request, reply) => sendMedia(context, request, reply))
}

async function sendMedia(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const match = MEDIA_PATH.exec(request.url)
  const file = match ? await findPublicMediaFile(context.database.queries, MediaId.parse(match[1])) : undefined
  const name = request.url.slice('/media/'.length)
  if (!file || file.url !== request.url) throw new AppError('media-not-found')

  const tag = `"${file.sha256}"`
  reply.headers({
    etag: tag,
    'content-type': file.contentType,
    'content-disposition': `inline; filename="media${name.slice(name.lastIndexOf('.'))}"`,
    'accept-ranges': 'bytes',
  })
  if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()

  const sizeBytes = await context.files.size(name)
  // The row says it is there: this is a fault of ours, and no cache may take it for an answer.
  if (sizeBytes === undefined) throw new AppError('unavailable', { retryAfterSeconds: 30 })
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
  if (request.method === 'HEAD') return reply.send()
  return reply.send(context.files.read(name, range))
}
