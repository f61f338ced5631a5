import {
  ErrorEnvelope,
  pathOf,
  ROUTES,
  type RouteBodyInput,
  type RouteName,
  type RouteParams,
  type RouteQueryInput,
  type RouteResponse,
} from '@placard/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The answer to a call was a failure. `failure` is that of the contract. */
export class CallFailed extends Error {
  readonly failure: ErrorEnvelope['error']

  constructor(failure: ErrorEnvelope['error']) {
    super(failure.code)
    this.failure = failure
  }
}

type Asked<Name extends RouteName> = {
  params: RouteParams<Name>
  query?: RouteQueryInput<Name>
  body?: RouteBodyInput<Name>
  ifMatch?: '*'
  /** The `Idempotency-Key`. */
  key?: string | undefined
}

/** Calls a route of the API. @throws CallFailed */
export type CallInside<Names extends RouteName = RouteName> = <Name extends Names>(
  name: Name,
  asked: Asked<Name>,
) => Promise<RouteResponse<Name>>

/**
 * Calls the API of this server as a program with a token does, without a connection. Each call runs through the same checks of
 * rights, limits, receipts and the same log as one from outside, so there is no second way around them.
 *
 * @param request the request in whose name the calls are made
 * @param secret its token
 */
export function callsInside(
  http: FastifyInstance,
  request: FastifyRequest,
  secret: string,
  publicUrl: string | undefined,
): CallInside {
  const host = publicUrl === undefined ? (request.headers.host ?? 'localhost') : new URL(publicUrl).host
  const remoteAddress = request.ip
  return async (name, { params, query, body, ifMatch, key }) => {
    const search = query === undefined ? '' : `?${new URLSearchParams(query as Record<string, string>)}`
    const answer = await http.inject({
      method: ROUTES[name].method,
      url: pathOf(name, params) + search,
      remoteAddress,
      headers: {
        host,
        authorization: `Bearer ${secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const read = answer.payload === '' ? undefined : JSON.parse(answer.payload)
    if (answer.statusCode >= 400) throw new CallFailed(ErrorEnvelope.parse(read).error)
    return read
  }
}
