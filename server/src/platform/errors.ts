import { ERRORS, type ErrorCode } from '@placard/contract'

/** A failure that the caller is told about, by its code of the contract. Thrown anywhere, answered in one place. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  /** With `changed-meanwhile`: the thing as it is now. */
  readonly current: unknown
  /** Seconds, for a `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    details: { field?: string | undefined; current?: unknown; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(ERRORS[code].message, { cause: details.cause })
    this.code = code
    this.field = details.field
    this.current = details.current
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** What an operating system error means to the caller: no space is worth a word of its own. */
export function fromSystemError(error: unknown): AppError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const sqlite = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT' || sqlite === SQLITE_FULL)
    return new AppError('disk-full', { cause: error })
  if (code === 'EROFS' || code === 'EIO' || sqlite === SQLITE_READONLY || sqlite === SQLITE_BUSY) {
    return new AppError('unavailable', { cause: error, retryAfterSeconds: 5 })
  }
  return undefined
}

// https://sqlite.org/rescode.html
const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_FULL = 13
