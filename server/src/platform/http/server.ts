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
    /** The set of headers of the route's answers. Default: `api`. */
    headerSet?: HeaderSet
    /** The pace at which a body must arrive. Default: `whole`. */
    bodyPace?: BodyPace
    /** Answers with any Host header: for screens and monitoring. */
    anyHost?: boolean
    /** The request does not come from a page. Its address contains the credential, and cookies are ignored. */
    fromNoPage?: boolean
  }
}

/** Commands are small. The largest holds a URL and a title. */
const MAX_BODY_BYTES = 64 * 1024
const MAX_URL_CHARACTERS = 8_192
/** Storing a film in a bucket may take minutes in which no byte is sent or received on the connection. */
const NOTHING_MOVES_MS = 10 * 60_000
const MAX_HEADER_BYTES = 16 * 1024
/** The form of an API token, with a prefix that may be percent-encoded. */
const SECRET_IN_ADDRESS = /plc(?:_|%5f)[\w-]{43}/i
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Fastify with the limits, headers and checks of every route, without any route. */
export function createHttpServer(
  config: Pick<Config, 'publicUrl' | 'mediaUrl' | 'trustedProxies' | 'refusalsAtOnce' | 'logLevel'>,
): FastifyInstance {
  const https = config.publicUrl?.startsWith('https:') ?? false
  const answerError = createErrorAnswer({ https, refusalsAtOnce: config.refusalsAtOnce })
  const isOurHost = createHostCheck([config.publicUrl, config.mediaUrl])
  const app = Fastify({
    logger: { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    // A log line for each request would bury the lines that matter.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    // Commands and pieces of uploads have stricter limits in body-deadline.ts. This one is the backstop.
    requestTimeout: 20 * 60_000,
    // Frees the memory of clients that do not read their answer.
    connectionTimeout: NOTHING_MOVES_MS,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: false },
    exposeHeadRoutes: true,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000, maxHeaderSize: MAX_HEADER_BYTES },
    // An address that cannot be parsed has no route, and no hook runs for it.
    frameworkErrors(error, request, reply) {
      limitBody(request, reply, 'whole')
      // It counts as a request like any other: later requests on the connection wait for it, also when its answer is delayed.
      void Promise.resolve(takeTurn(request.raw, reply.raw)).then((isOn) =>
        isOn ? answerError(error, request, reply) : reply.hijack(),
      )
    },
    clientErrorHandler(error, socket) {
      answerBrokenRequest(error, socket as Socket, https)
    },
  })

  // The default parsers accept text/plain, which a form of another site can send.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))

  // Otherwise Node would answer 417 itself, without the checks here. An expectation other than 100-continue does not change the answer.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', async (request, reply) => {
    if (!(await takeTurn(request.raw, reply.raw))) return reply.hijack()
    limitBody(request, reply, request.routeOptions.config.bodyPace ?? 'whole')
    reply.headers(headersOf(request.routeOptions.config.headerSet ?? 'api', { https, mediaUrl: config.mediaUrl }))
    if (config.publicUrl !== undefined && !answersTo(request, isOurHost)) throw new AppError('misdirected')
    if (request.raw.url && request.raw.url.length > MAX_URL_CHARACTERS) throw new AppError('address-too-long')
    // Addresses are kept in logs and browser histories. The sender is told, even if other credentials would have let them in.
    if (SECRET_IN_ADDRESS.test(request.raw.url ?? '')) throw new AppError('token-in-address')
    if (readBearer(request.headers) !== undefined) {
      // No page can make a browser send a token, so there is nothing to forge. Cookies are removed, so that nothing reads them.
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

/** A manifest is not secret, and a screen keeps using the host name that it was first given. */
const FOR_SCREENS: ReadonlySet<HeaderSet> = new Set(['player', 'asset', 'media', 'file'])

/** A trusted proxy found this server by its name. The Host header that it sends does not matter. */
function answersTo(request: FastifyRequest, isOurHost: (host: string) => boolean): boolean {
  const { anyHost, headerSet = 'api' } = request.routeOptions.config
  return (
    anyHost === true ||
    FOR_SCREENS.has(headerSet) ||
    (request.ips !== undefined && request.ips.length > 1) ||
    isOurHost(request.headers.host ?? '')
  )
}

/** Answers bytes that are not a valid request, directly on the socket. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, https: boolean): void {
  if (socket.destroyed || !socket.writable) return
  // Half a request that arrived before the socket was taken over, and will never be completed.
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
