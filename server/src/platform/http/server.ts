import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '@placard/contract'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { createErrorAnswer, envelopeOf } from './answer-error.ts'
import { readBearer } from './bearer.ts'
import { type BodyPace, limitBody } from './body-deadline.ts'
import { type HeaderSet, headersOf, JSON_TYPE } from './header-sets.ts'
import { createHostCheck } from './own-host.ts'
import { isSameOrigin } from './same-origin.ts'
import { isTakenOver } from './take-over.ts'
import { takeTurn } from './unanswered.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The set of headers that the route's answers carry; `api` when it does not say. */
    headerSet?: HeaderSet
    /** How fast a body must arrive; `whole` when it does not say. */
    bodyPace?: BodyPace
    /** Answers by whatever name it is asked: screens, and machines that watch. */
    anyHost?: boolean
    /** Made by no page: what lets it in stands in its address, and no cookie counts. */
    fromNoPage?: boolean
  }
}

/** A command is small; the largest holds a URL and a title. */
const MAX_BODY_BYTES = 64 * 1024
const MAX_URL_CHARACTERS = 8_192
/** A film that is put into a bucket is answered after minutes in which no byte comes or goes. */
const NOTHING_MOVES_MS = 10 * 60_000
const MAX_HEADER_BYTES = 16 * 1024
/** The form of an API token, its prefix perhaps escaped. */
const SECRET_IN_ADDRESS = /plc(?:_|%5f)[\w-]{43}/i
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Fastify with the limits, headers and refusals that hold for every route, and no route yet. */
export function createHttpServer(
  config: Pick<Config, 'publicUrl' | 'mediaUrl' | 'trustedProxies' | 'refusalsAtOnce' | 'logLevel'>,
): FastifyInstance {
  const https = config.publicUrl?.startsWith('https:') ?? false
  const answerError = createErrorAnswer({ https, refusalsAtOnce: config.refusalsAtOnce })
  const isOurHost = createHostCheck([config.publicUrl, config.mediaUrl])
  const app = Fastify({
    logger: { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    // A line for each request would bury the lines that matter.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    // Commands and pieces of uploads differ: body-deadline.ts holds the stricter limit of each. This one is the backstop.
    requestTimeout: 20 * 60_000,
    // Of who does not take an answer, the memory comes back.
    connectionTimeout: NOTHING_MOVES_MS,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: false },
    exposeHeadRoutes: true,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000, maxHeaderSize: MAX_HEADER_BYTES },
    // An address that cannot be read has no route, and no hook is asked about it.
    frameworkErrors(error, request, reply) {
      limitBody(request, reply, 'whole')
      // Counted like any other: what stands behind it waits, also when it is told later.
      void Promise.resolve(takeTurn(request.raw, reply.raw)).then((isOn) =>
        isOn ? answerError(error, request, reply) : reply.hijack(),
      )
    },
    clientErrorHandler(error, socket) {
      answerBrokenRequest(error, socket as Socket, https)
    },
  })

  // The default parsers take text/plain past every check, and a foreign form can send it.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))

  // Node would answer 417 by itself, past everything here. What a request expects beside 100-continue does not change what it
  // gets.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', async (request, reply) => {
    if (!(await takeTurn(request.raw, reply.raw))) return reply.hijack()
    limitBody(request, reply, request.routeOptions.config.bodyPace ?? 'whole')
    reply.headers(headersOf(request.routeOptions.config.headerSet ?? 'api', { https, mediaUrl: config.mediaUrl }))
    if (config.publicUrl !== undefined && !answersTo(request, isOurHost)) throw new AppError('misdirected')
    if (request.raw.url && request.raw.url.length > MAX_URL_CHARACTERS) throw new AppError('address-too-long')
    // Addresses are kept in logs and histories. Whoever sent it there is told, whatever else would have let them in.
    if (SECRET_IN_ADDRESS.test(request.raw.url ?? '')) throw new AppError('token-in-address')
    if (readBearer(request.headers) !== undefined) {
      // No page makes a browser send a token: there is nothing to forge. And then no cookie may count, whoever reads it.
      delete request.headers.cookie
      return
    }
    if (request.routeOptions.config.fromNoPage) {
      delete request.headers.cookie
      return
    }
    if (!SAFE_METHODS.has(request.method) && !isSameOrigin(request.headers, config.publicUrl))
      throw new AppError('csrf')
  })
  app.setErrorHandler(answerError)
  return app
}

/** A manifest is nobody's secret, and a screen goes on by the name that it was once given. */
const FOR_SCREENS: ReadonlySet<HeaderSet> = new Set(['player', 'asset', 'media', 'file'])

/** A trusted proxy was found by our name; which one it asks us by is its own affair. */
function answersTo(request: FastifyRequest, isOurHost: (host: string) => boolean): boolean {
  const { anyHost, headerSet = 'api' } = request.routeOptions.config
  return (
    anyHost === true ||
    FOR_SCREENS.has(headerSet) ||
    (request.ips !== undefined && request.ips.length > 1) ||
    isOurHost(request.headers.host ?? '')
  )
}

/** Bytes that are not even a request are answered on the bare socket. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, https: boolean): void {
  if (socket.destroyed || !socket.writable) return
  // Half a request that came before it was taken over, and that nobody will finish.
  if (isTakenOver(socket)) {
    socket.destroy()
    return
  }
  let code: ErrorCode = 'bad-request'
  if (error.code === 'HPE_HEADER_OVERFLOW') code = 'headers-too-large'
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') code = 'request-timeout'
  const body = JSON.stringify(envelopeOf(new AppError(code), randomUUID()))
  const headers = {
    ...headersOf('api', { https }),
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${ERRORS[code]} ${code}\r\n${head.join('')}\r\n${body}`)
}
