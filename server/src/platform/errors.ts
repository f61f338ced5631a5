import { ERROR_MESSAGES, type ErrorCode, type Role } from '@placard/contract'

/** A failure that the caller is told about, by its code in the contract. It is thrown anywhere and answered in one place. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  /** With `changed-meanwhile`: the current state of the resource. */
  readonly current: unknown
  /** With `not-allowed`: the required role, or `operator`. */
  readonly role: Role | 'operator' | undefined
  /** With `display-too-full`: the name of the display. */
  readonly display: string | undefined
  /** Seconds, for a `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined
  /** True for a refusal that may come in large numbers. It is counted but not logged, because a log line for each would add to the load. */
  readonly isCounted: boolean

  constructor(
    code: ErrorCode,
    details: {
      field?: string | undefined
      current?: unknown
      role?: Role | 'operator'
      display?: string
      retryAfterSeconds?: number
      isCounted?: true
      cause?: unknown
    } = {},
  ) {
    super(details.role ? NOT_ALLOWED[details.role] : ERROR_MESSAGES[code], { cause: details.cause })
    this.code = code
    this.field = details.field
    this.current = details.current
    this.role = details.role
    this.display = details.display
    this.retryAfterSeconds = details.retryAfterSeconds
    this.isCounted = details.isCounted ?? false
  }
}

/** Messages with the required role and the person to ask. */
const NOT_ALLOWED: Record<Role | 'operator', string> = {
  viewer: 'This requires the role of a viewer. Ask an owner of your organisation for it.',
  contributor: 'This requires the role of a contributor. Ask an owner of your organisation for it.',
  editor: 'This requires the role of an editor. Ask an owner of your organisation to do it, or to give you that role.',
  owner: 'This requires the role of an owner. Ask an owner of your organisation to do it, or to give you that role.',
  operator: 'Only the provider of the service can do this. Ask your provider.',
}

/** Translates an error of the operating system or of a database for the caller. A full disk has a code of its own. */
export function fromSystemError(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? error.code : undefined
  // The lowest byte is the result code. The higher bytes say which kind of it.
  const sqlite = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
  if (DISK_FULL.has(code) || sqlite === SQLITE_FULL) return new AppError('disk-full', { cause: error })
  if (
    isOutOfReach(error, code) ||
    EXHAUSTED.has(code) ||
    DISK_FAILING.has(code) ||
    (sqlite !== undefined && SQLITE_FAILING.has(sqlite))
  ) {
    return new AppError('unavailable', { cause: error, retryAfterSeconds: 5 })
  }
  return undefined
}

// PostgreSQL's codes are five digits: https://www.postgresql.org/docs/current/errcodes-appendix.html
const DISK_FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])
/** The limit of open files is reached. */
const EXHAUSTED = new Set<unknown>(['EMFILE', 'ENFILE'])
const DISK_FAILING = new Set<unknown>(['EROFS', 'EIO', '58030', '25006'])

/** True for errors of a database in another process or on another machine that cannot be reached. */
function isOutOfReach({ message }: Error, code: unknown): boolean {
  // Class 08: connection errors. Class 57P: the server is shutting down, the connection was ended, or the server has not started yet.
  // 53300: no connection is left.
  if (
    typeof code === 'string' &&
    /^(08...|57P0.|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH)$/.test(code)
  )
    return true
  return code === undefined && LOST_CONNECTION.test(message)
}

/** The messages that pg throws without a code when a connection ends, or none becomes available in time. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect$|Client has encountered a connection error)/

// https://sqlite.org/rescode.html
const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_FAILING = new Set([SQLITE_BUSY, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN])

/** Rethrows a refusal with another field of the command: `.catch(fieldIs('displays.0'))`. */
export const fieldIs =
  (field: string) =>
  (error: unknown): never => {
    throw error instanceof AppError ? new AppError(error.code, { field }) : error
  }
