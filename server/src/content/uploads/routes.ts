import { Readable } from 'node:stream'
import {
  IMAGE_TYPES,
  PIECE_TYPE,
  POSTER_TYPE,
  pathOf,
  readUploadMetadata,
  SINGLE_UPLOAD_BYTES,
  TUS_VERSION,
} from '@placard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { goneSignal } from '../../platform/http/gone-signal.ts'
import type { Progress, Uploads } from './service.ts'

/** @param app a separate scope: only in it may a body be a picture */
export function uploadRoutes(app: FastifyInstance, api: Api, uploads: Uploads): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [...IMAGE_TYPES],
    { parseAs: 'buffer', bodyLimit: SINGLE_UPLOAD_BYTES },
    (_request, body, done) => done(null, body),
  )
  // Errors with the same texts as the upload form (C4), for clients that do not use it.
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
 * C7: resumable uploads by the tus protocol 1.0.0, with its extensions creation, termination and expiration.
 *
 * @param app a separate scope: only in it is the body not read before the handler runs
 */
export function resumableUploadRoutes(app: FastifyInstance, api: Api, uploads: Uploads): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(PIECE_TYPE, (_request, payload, done) => done(null, payload))
  app.addContentTypeParser(POSTER_TYPE, { parseAs: 'buffer', bodyLimit: SINGLE_UPLOAD_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('tus-resumable', TUS_VERSION)
  })

  api.handle('createUpload', async ({ params, caller, commandKey, request, reply }) => {
    requireVersion(request, reply)
    if (request.body !== undefined) throw new AppError('unsupported-media-type')
    const length = readCount(request, 'upload-length')
    if (length === undefined) throw new AppError('bad-request', { field: 'Upload-Length' })
    const upload = await uploads.create(caller, { length, ...readUploadMetadata(metadataOf(request)) }, commandKey?.key)
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

  api.handle('finishUpload', ({ params, caller, request, reply }) => {
    const { body } = request
    if (body instanceof Readable) throw new AppError('unsupported-media-type')
    const poster = body instanceof Uint8Array && body.byteLength > 0 ? body : undefined
    return uploads.finish(caller, params.uploadId, poster, goneSignal(reply))
  })
}

/** The first of several values. */
function metadataOf(request: FastifyRequest): string | undefined {
  return [request.headers['upload-metadata']].flat()[0]
}

/** The protocol requires status 412 and a header with the supported version. */
function requireVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers['tus-resumable'] === TUS_VERSION) return
  reply.header('tus-version', TUS_VERSION)
  throw new AppError('protocol-version')
}

/** A number of bytes. Undefined if the header is absent. @throws AppError bad-request if it is not a number */
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
