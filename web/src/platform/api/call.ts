import {
  CALL_TIMEOUT_MS,
  FIRST_ROUTES,
  pathWith,
  type ROUTES,
  type Route,
  type RouteBodyInput,
  type RouteName,
  type RouteParams,
  type RouteQueryInput,
  type RouteResponse,
} from '@placard/contract'
import type { z } from 'zod'
import { ApiError, readError } from './api-error.ts'
import { randomId } from './random-id.ts'
import { sessionEnded } from './session-events.ts'

/** The routes for `call`. Streams and uploads have functions of their own. */
export type CallName = Exclude<
  RouteName,
  | 'streamManifest'
  | 'streamProgramme'
  | 'streamTable'
  | 'uploadMedia'
  | 'createUpload'
  | 'getUploadOffset'
  | 'appendToUpload'
  | 'removeUpload'
  | 'finishUpload'
  | 'exportPlays'
  | 'uploadProposalPicture'
  | 'sendProposalPicture'
>

type ParamsOption<Name extends CallName> =
  RouteParams<Name> extends Record<never, never>
    ? keyof RouteParams<Name> extends never
      ? { params?: never }
      : { params: RouteParams<Name> }
    : { params: RouteParams<Name> }
type BodyOption<Name extends CallName> =
  RouteBodyInput<Name> extends undefined ? { body?: never } : { body: RouteBodyInput<Name> }
type QueryOption<Name extends CallName> =
  RouteQueryInput<Name> extends undefined ? { query?: never } : { query?: RouteQueryInput<Name> }
type MatchOption<Name extends CallName> = (typeof ROUTES)[Name] extends { ifMatch: 'required' }
  ? { ifMatch: number | '*' }
  : { ifMatch?: number | '*' }

export type CallOptions<Name extends CallName> = ParamsOption<Name> &
  QueryOption<Name> &
  BodyOption<Name> &
  MatchOption<Name> & {
    signal?: AbortSignal
    /** Repeated with the same body, the server runs the command only once (see `createCommandKey`). */
    idempotencyKey?: string
  }

/**
 * Makes one call of the API.
 *
 * @returns the answer, parsed by the contract
 * @throws ApiError for every failure; `no-answer` after CALL_TIMEOUT_MS (K4). An abort by `signal` throws its own reason.
 */
export async function call<Name extends CallName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<RouteResponse<Name>> {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const route = await routeOf(name)
    const response = await fetch(
      pathWith(route, (options.params ?? {}) as Record<string, string>) +
        searchOf(options.query as Record<string, string | undefined> | undefined),
      {
        method: route.method,
        headers: headersOf(route.method, options),
        body: options.body === undefined ? null : JSON.stringify(options.body),
        cache: 'no-store',
        signal,
      },
    )
    const text = await response.text()
    if (!response.ok) throw readError(response.status, text)
    return readAnswer(route.response, text) as RouteResponse<Name>
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    const error = asApiError(cause, timeout)
    // A wrong password, or a request for the session itself, does not mean that a session has ended.
    if (error.code === 'not-signed-in' && name !== 'getSession' && name !== 'signIn') sessionEnded.announce({})
    throw error
  }
}

async function routeOf(name: CallName): Promise<Route> {
  const first: Partial<Record<CallName, Route>> = FIRST_ROUTES
  return first[name] ?? (await import('./late-routes.ts')).ROUTES[name]
}

/** A header of every call from this application. The server refuses changes without it, and forms of other sites cannot add it. */
export const OWN_PAGE_HEADER = { 'x-requested-with': 'placard' }

function searchOf(query: Record<string, string | undefined> | undefined): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

function headersOf(
  method: string,
  options: { body?: unknown; ifMatch?: number | '*'; idempotencyKey?: string },
): Record<string, string> {
  return {
    ...OWN_PAGE_HEADER,
    accept: 'application/json',
    ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(options.ifMatch === undefined ? {} : { 'if-match': etagOf(options.ifMatch) }),
    ...(method === 'GET' ? {} : { 'idempotency-key': options.idempotencyKey ?? randomId() }),
  }
}

const etagOf = (revision: number | '*') => (revision === '*' ? '*' : `"${revision}"`)

function readAnswer(schema: z.ZodType | 'stream' | 'csv' | 'picture' | 'file' | 'none', text: string): unknown {
  if (schema === 'none') return undefined
  if (typeof schema === 'string') throw new ApiError('unexpected-answer')
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new ApiError('unexpected-answer', { cause })
  }
}

function asApiError(cause: unknown, timeout: AbortSignal): ApiError {
  if (cause instanceof ApiError) return cause
  return new ApiError(timeout.aborted ? 'no-answer' : 'network-request-failed', { cause })
}
