import type { Log } from '../../platform/log.ts'

/** `exception`: thrown where nobody could catch it. `rejection`: of a promise that nobody waited for. */
export type UncaughtKind = 'exception' | 'rejection'

export type Uncaught = {
  /**
   * Tells the log and counts it.
   *
   * @param origin as Node names it in `uncaughtException`
   * @returns whether the process may go on; when not, it is to end in an orderly way and be started again
   */
  tell(error: unknown, origin: 'uncaughtException' | 'unhandledRejection'): boolean
  /** How many there were, since the process started. */
  counts(): Readonly<Record<UncaughtKind, number>>
}

/** The system's errors for one connection whose other end has gone: it is over, and nothing else is. */
const OF_A_CONNECTION: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'])
/** An assumption that Node, or we, rely on does not hold any more. */
const BROKEN: ReadonlySet<unknown> = new Set(['ERR_INTERNAL_ASSERTION', 'ERR_ASSERTION', 'ERR_WORKER_OUT_OF_MEMORY'])

/**
 * The rule for what nobody caught:
 *
 * - A promise that nobody waited for is survived. Its function was left at an `await`, its `finally` has run, its
 *   transaction was rolled back, and nobody builds on its outcome.
 * - An error of one connection is survived: that connection is over already.
 * - Everything else was thrown out of a callback: the code above it, Node's own perhaps, was cut off in the middle, and what
 *   it left half done is nobody's guess. So is a broken assumption, however it came up. The process says goodbye to its
 *   streams, finishes what it can, ends with 1, and is started again.
 */
export function createUncaught(log: Pick<Log, 'error'>): Uncaught {
  const counts: Record<UncaughtKind, number> = { exception: 0, rejection: 0 }
  return {
    tell(error, origin) {
      const kind = origin === 'unhandledRejection' ? 'rejection' : 'exception'
      counts[kind] += 1
      const { code } = (error ?? {}) as { code?: unknown }
      const isSafe = OF_A_CONNECTION.has(code) || (kind === 'rejection' && !BROKEN.has(code))
      const what = kind === 'rejection' ? 'a failure that nobody waited for' : 'an error that nobody caught'
      log.error({ err: error, kind }, isSafe ? `${what}: going on` : `${what}: ending, to be started again`)
      return isSafe
    },
    counts: () => counts,
  }
}
