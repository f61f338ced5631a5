import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  addressesOf,
  type ErrorCode,
  ROUTE_DETAILS,
  ROUTES,
  type Role,
  type Route,
  type RouteBody,
  type RouteDetails,
  type RouteName,
  type RouteParams,
  type RouteQuery,
  type RouteResponse,
  statusOf,
} from '@placard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Account, authorise, type Caller, type Identity } from '../access.ts'
import { askFor } from '../asker.ts'
import { workFor } from '../database/in-turns.ts'
import { AppError } from '../errors.ts'
import { readBearer } from './bearer.ts'
import { JSON_TYPE } from './header-sets.ts'
import { askerOf, SHARE_OF_ASKING, shareOf } from './share.ts'
import { endWith } from './take-over.ts'

/** The state that a change is based on: a revision, or any. */
export type IfMatch = number | 'any'

/** Identifies a command, so that a repeated one is carried out once. */
export type CommandKey = { key: string; fingerprint: string }

type CallerOf<Name extends RouteName> = (typeof ROUTES)[Name]['access'] extends 'public'
  ? Caller | undefined
  : (typeof ROUTES)[Name]['access'] extends Role | 'take-over' | 'insert'
    ? Caller
    : Account
type IfMatchOf<Name extends RouteName> = (typeof ROUTES)[Name] extends { ifMatch: 'required' }
  ? IfMatch
  : IfMatch | undefined
/**
 * Only calls whose description takes an Idempotency-Key receive one, so that no handler uses a key that the documentation does not
 * mention.
 */
type CommandKeyOf<Name extends RouteName> = (typeof ROUTE_DETAILS)[Name] extends { takes: readonly (infer Header)[] }
  ? 'Idempotency-Key' extends Header
    ? { /** Undefined when the caller sent none. */ commandKey: CommandKey | undefined }
    : unknown
  : unknown

/** A call after every check that needs no feature: it is parsed, the caller is allowed, and it comes from a page of Placard. */
export type Call<Name extends RouteName> = CommandKeyOf<Name> & {
  params: RouteParams<Name>
  query: RouteQuery<Name>
  body: RouteBody<Name>
  caller: CallerOf<Name>
  ifMatch: IfMatchOf<Name>
  request: FastifyRequest
  reply: FastifyReply
}

/** A call of a member or an operator that did not succeed. */
export type Refusal = {
  name: RouteName
  caller: Caller | Account
  /** Path parameters, not yet parsed. */
  params: Record<string, unknown>
  /** `rights`: the caller may not call it. `command`: the caller may, and it failed. */
  because: 'rights' | 'command'
  error: unknown
  requestId: string
}

/** @throws AppError invalid-token */
export type Identify = (credential: { cookie: string | undefined } | { token: string }) => Promise<Identity>

export type Api = {
  /** Serves a route of the contract. The handler's return value is sent as the answer, unless it has sent one itself. */
  handle<Name extends RouteName>(
    name: Name,
    handler: (call: Call<Name>) => Promise<RouteResponse<Name> | FastifyReply>,
  ): void
  /** The same table, with its next routes in a scope that has its own parsers. */
  inScope(scope: FastifyInstance): Api
  /** Answers 405 to every other method on the same addresses. Call it after the last `handle`. */
  refuseOtherMethods(): void
}

const KEY = /^[A-Za-z0-9_-]{8,64}$/
const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const NO_PARAMS = z.object({})

/**
 * @param identify finds the identity for a request's Cookie header, or for the token that it carries instead
 * @param onRefusal receives each refusal of a member or an operator. It must neither wait nor throw
 * @param admit runs before anything else of a call. @throws AppError when there is no time or no room for it
 * @param served the names that have been handled so far, in any scope
 */
export function createApi(
  app: FastifyInstance,
  identify: Identify,
  onRefusal: (refusal: Refusal) => void = () => {},
  admit: (name: RouteName) => Promise<void> = async () => {},
  served: Set<RouteName> = new Set(),
): Api {
  const callers = new WeakMap<FastifyRequest, Caller | Account | undefined>()
  /** Requests that were admitted by their heads while their bodies were still arriving, with the turn of the event loop. */
  const waiting = new WeakMap<FastifyRequest, number>()
  return {
    inScope: (scope) => createApi(scope, identify, onRefusal, admit, served),
    handle(name, handler) {
      const route: Route = ROUTES[name]
      const { ofScreen, ofMailProgram, bodyBytes }: RouteDetails = ROUTE_DETAILS[name]
      const isFile = isFileBody(route.body)
      served.add(name)
      for (const { path, params } of addressesOf(route)) serve(path, params ?? NO_PARAMS)

      function serve(url: string, schema: z.ZodObject): void {
        app.route({
          method: route.method,
          url,
          // An event stream never ends, so it has no HEAD route.
          exposeHeadRoute: route.response !== 'stream',
          ...(bodyBytes === undefined ? {} : { bodyLimit: bodyBytes }),
          config: {
            bodyPace: isFile || bodyBytes !== undefined ? 'progress' : 'whole',
            anyHost: ofScreen === true,
            fromNoPage: ofMailProgram === true,
          },
          async onRequest(request, reply) {
            await admit(name)
            if (route.response === 'stream') await endWith(request, reply)
            // Before any of the body is read: a caller without the right need not send it.
            await letIn(request)
            if (!request.raw.complete) waiting.set(request, presentTurn())
          },
          async preHandler(request) {
            const turn = waiting.get(request)
            waiting.delete(request)
            // A small body arrives with its head, just after Node reports the head. If the body took longer, the sender may have lost the
            // right meanwhile and is checked again.
            if (turn !== undefined && turn !== presentTurn() && route.body !== 'piece') await letIn(request)
          },
          async handler(request, reply) {
            try {
              const caller = callers.get(request)
              const share = shareOf(caller, request.ip)
              return await askFor(askerOf(caller, request.ip), () =>
                workFor(share, () => answer(request, reply, schema)),
              )
            } catch (error) {
              const caller = callers.get(request)
              if (caller && ('organisationId' in caller || route.access === 'operator') && isCommand(route)) {
                const params = request.params as Record<string, unknown>
                onRefusal({ name, caller, params, because: 'command', error, requestId: request.id })
              }
              throw error
            }
          },
        })
      }

      /** @throws AppError when the caller may not make this call */
      async function letIn(request: FastifyRequest): Promise<void> {
        const token = readBearer(request.headers)
        const credential = token === undefined ? { cookie: request.headers.cookie } : { token }
        const identity = await workFor(SHARE_OF_ASKING, () => identify(credential))
        const params = request.params as Record<string, unknown>
        try {
          callers.set(request, authorise(name, identity, params))
        } catch (error) {
          if (identity.status === 'member') {
            const { caller } = identity
            onRefusal({ name, caller, params, because: 'rights', error, requestId: request.id })
          }
          throw error
        }
      }

      async function answer(request: FastifyRequest, reply: FastifyReply, schema: z.ZodObject): Promise<FastifyReply> {
        const params = schema.parse(request.params)
        const call = {
          params,
          query: route.query?.parse(request.query),
          body: readBody(route, request),
          caller: callers.get(request),
          ifMatch: readIfMatch(request.headers['if-match'], route.ifMatch),
          commandKey: readCommandKey(request),
          request,
          reply,
        }
        const answered = await handler(call as unknown as Call<typeof name>)
        if (answered === reply || reply.sent) return reply
        reply.code(statusOf(route))
        if (route.response === 'none') return reply.send()
        reply.type(JSON_TYPE)
        return reply.send(JSON.stringify(answered))
      }
    },

    refuseOtherMethods() {
      const allowed = new Map<string, Set<string>>()
      for (const name of served) {
        const route: Route = ROUTES[name]
        const { method, response } = route
        for (const { path } of addressesOf(route)) {
          const methods = allowed.get(path) ?? new Set()
          allowed.set(path, methods.add(method))
          if (method === 'GET' && response !== 'stream') methods.add('HEAD')
        }
      }
      for (const [url, methods] of allowed) {
        app.route({
          method: ALL_METHODS.filter((method) => !methods.has(method)),
          url,
          exposeHeadRoute: false,
          async handler(_request, reply) {
            reply.header('allow', [...methods].join(', '))
            throw new AppError('method-not-allowed')
          },
        })
      }
    },
  }
}

let turns = 0
let isCounting = false

/** Number of the current turn of the event loop. Nothing came in from outside between two calls with the same result. */
function presentTurn(): number {
  if (!isCounting) {
    isCounting = true
    setImmediate(() => {
      turns += 1
      isCounting = false
    })
  }
  return turns
}

/** A piece of an upload does not count as a command: late or repeated pieces are normal when an upload resumes. */
function isCommand({ method, access, body }: Route): boolean {
  return method !== 'GET' && method !== 'HEAD' && access !== 'public' && body !== 'piece'
}

/** True for a body of bytes that is not JSON. */
function isFileBody(body: Route['body']): body is 'image' | 'piece' | 'poster' {
  return body === 'image' || body === 'piece' || body === 'poster'
}

function readBody(route: Route, request: FastifyRequest): unknown {
  if (route.body === undefined) return undefined
  if (isFileBody(route.body)) return request.body
  // Without a content type no parser ran, so the body was not read.
  if (request.headers['content-type'] === undefined) throw new AppError('unsupported-media-type')
  return route.body.parse(request.body)
}

/** `*` or one entity tag. A proxy that compresses makes the tag weak, which does not matter for a counter. */
function readIfMatch(header: string | undefined, rule: 'required' | 'optional' | undefined): IfMatch | undefined {
  if (rule === undefined) return undefined
  if (header === undefined) return refuseUnless(rule === 'optional', 'revision-missing')
  if (header === '*') return 'any'
  const match = /^(?:W\/)?"(\d{1,15})"$/.exec(header)
  return match ? Number(match[1]) : refuseUnless(false, 'bad-request')
}

function refuseUnless(fine: boolean, code: ErrorCode): undefined {
  if (!fine) throw new AppError(code)
}

function readCommandKey(request: FastifyRequest): CommandKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !KEY.test(key)) throw new AppError('bad-request', { field: 'Idempotency-Key' })
  // A piece of an upload is still arriving. Its offset distinguishes it from others.
  const content = request.body instanceof Readable ? null : (request.body ?? null)
  const what = JSON.stringify([request.method, request.url, request.headers['if-match'] ?? null, content])
  return { key, fingerprint: createHash('sha256').update(what).digest('hex') }
}
