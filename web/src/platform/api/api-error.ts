import { type ErrorCode, ErrorEnvelope, isErrorCode } from '@placard/contract'
import { parseJson } from './parse-json.ts'

/** Errors before or after the server's own answer. */
export type ClientErrorCode =
  /** Nothing came back: no network, or the server is not there. */
  | 'network-request-failed'
  /** K4: given up after the time-out. */
  | 'no-answer'
  /** Something answered, but not in the product's own form: a captive portal, a proxy, a newer server. */
  | 'unexpected-answer'
  /** The browser did not read or convert a file in time, or failed at it. Nothing was sent. */
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
  /** Of the HTTP answer; undefined when there was none. */
  readonly status: number | undefined
  /** The field at fault, as a dotted path into the body. */
  readonly field: string | undefined
  /** With `changed-meanwhile`: the thing as it is now, not parsed yet. */
  readonly current: unknown
  /** With `display-too-full`: the name of that display. */
  readonly display: string | undefined
  /** The number that the operator can look up in the server's log. */
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
 * @param status of the HTTP answer
 * @param body the answer's text, whatever it is: a proxy may have written it
 */
export function readError(status: number, body: string): ApiError {
  const parsed = ErrorEnvelope.safeParse(parseJson(body))
  if (!parsed.success) return new ApiError(codeOfStatus(status), { status })
  const { error, requestId } = parsed.data
  const code = isErrorCode(error.code) ? error.code : codeOfStatus(status)
  return new ApiError(code, { status, field: error.field, current: error.current, display: error.display, requestId })
}

/** The code of anything that was thrown by a call. */
export function codeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'unexpected-answer'
}

/** X8: an answer without an envelope comes from something in between; the status is all it says. */
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
