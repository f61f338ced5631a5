import type { Log } from '../../platform/log.ts'

/** `exception`: thrown with no handler above it. `rejection`: a rejected promise that nothing awaited. */
export type UncaughtKind = 'exception' | 'rejection'

export type Uncaught = {
  /**
   * Logs and counts an error.
   *
   * @param origin as Node names it in `uncaughtException`
   * @returns true when the process may continue. Otherwise it should shut down in an orderly way and be restarted
   */
  tell(error: unknown, origin: 'uncaughtException' | 'unhandledRejection'): boolean
  /** Counts since the process started. */
  counts(): Readonly<Record<UncaughtKind, number>>
}

/** System errors of one connection whose other end has disconnected. Nothing else is affected. */
const OF_A_CONNECTION: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'])
/** An assumption of Node or of this program was violated. */
const BROKEN: ReadonlySet<unknown> = new Set(['ERR_INTERNAL_ASSERTION', 'ERR_ASSERTION', 'ERR_WORKER_OUT_OF_MEMORY'])

/**
 * Handling of uncaught errors:
 *
 * - A rejection that nothing awaited is survived. Its function has stopped at an `await`, its `finally` has run, its transaction was
 * rolled back, and nothing depends on its result.
 * - An error of one connection is survived: that connection has ended already.
 * - Everything else was thrown out of a callback. The code above it, possibly Node's own, was interrupted, and its state is unknown. The
 * same holds for a violated assumption, however it was reported. The process says goodbye to its streams, finishes what it can, exits
 * with 1, and is restarted.
 */
export function createUncaught(log: Pick<Log, 'error'>): Uncaught {
  const counts: Record<UncaughtKind, number> = { exception: 0, rejection: 0 }
  return {
    tell(error, origin) {
      const kind = origin === 'unhandledRejection' ? 'rejection' : 'exception'
      counts[kind] += 1
      const { code } = (error ?? {}) as { code?: unknown }
      const isSafe = OF_A_CONNECTION.has(code) || (kind === 'rejection' && !BROKEN.has(code))
      const what = kind === 'rejection' ? 'unhandled rejection' : 'uncaught exception'
      log.error(
        { err: error, kind },
        isSafe ? `${what}: the process continues` : `${what}: the process stops and must be restarted`,
      )
      return isSafe
    },
    counts: () => counts,
  }
}
