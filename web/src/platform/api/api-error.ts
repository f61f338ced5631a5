import { type ErrorCode, ErrorEnvelope, isErrorCode } from '@placard/contract'
import { parseJson } from './parse-json.ts'

/** Errors that occur before or after the server's own answer. */
export type ClientErrorCode =
  /** There was no response: no network, or the server does not run. */
  | 'network-request-failed'
  /** K4: given up after the timeout. */
  | 'no-answer'
  /** The response is not in the product's own format: it comes from a captive portal, a proxy or a newer server. */
  | 'unexpected-answer'
  /** The browser did not read or convert a file in time, or failed to. Nothing was sent. */
  | 'not-prepared'

export type ApiErrorCode = ErrorCode | ClientErrorCode

type Details = {
  status?: number | undefined
  field?: string | undefined
  current?: unknown
  display?: string | undefined
  requestId?: string | undefined
  cause?: unknown
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined
  /** The invalid field, as a dotted path into the body. */
  readonly field: string | undefined
  /** For `changed-meanwhile`: the current version, not parsed yet. */
  readonly current: unknown
  /** For `display-too-full`: the name of that display. */
  readonly display: string | undefined
  /** The id by which the operator finds the request in the server's log. */
  readonly requestId: string | undefined

  constructor(code: ApiErrorCode, details: Details = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.status = details.status
    this.field = details.field
    this.current = details.current
    this.display = details.display
    this.requestId = details.requestId
  }
}

/**
 * @param status the HTTP status
 * @param body the text of the response, in any format: it may be from a proxy
 */
export function readError(status: number, body: string): ApiError {
  const parsed = ErrorEnvelope.safeParse(parseJson(body))
  if (!parsed.success) return new ApiError(codeOfStatus(status), { status })
  const { error, requestId } = parsed.data
  const code = isErrorCode(error.code) ? error.code : codeOfStatus(status)
  return new ApiError(code, { status, field: error.field, current: error.current, display: error.display, requestId })
}

/** The code of anything that a call threw. */
export function codeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'unexpected-answer'
}

/** X8: a response without an envelope comes from a proxy, so only its status is known. */
function codeOfStatus(status: number): ApiErrorCode {
  switch (status) {
    case 401:
      return 'not-signed-in'
    case 402:
      return 'quota-exceeded'
    case 404:
      return 'not-found'
    case 408:
      return 'request-timeout'
    case 413:
      return 'body-too-large'
    case 429:
      return 'too-many-requests'
    case 502:
    case 503:
    case 504:
      return 'unavailable'
    case 507:
      return 'disk-full'
    default:
      return 'unexpected-answer'
  }
}
