import { AppError } from './errors.ts'

/** How a job waits. */
export type Place = {
  /** The job's owner: owners take turns, however many jobs each of them has. */
  of?: string | undefined
  /** Aborted while it waits, it is never begun. */
  signal?: AbortSignal | undefined
}

/**
 * Runs a few at once and lets a few wait; who comes after those is sent away, since a longer queue helps nobody.
 *
 * @param limits.waitingOfOne how many of them may be of one; left out: all
 * @throws AppError unavailable, when the queue is full; and the signal's reason, when that was first
 */
export function createQueue(limits: {
  atOnce: number
  waiting: number
  waitingOfOne?: number
}): <T>(work: () => Promise<T>, place?: Place) => Promise<T> {
  const { waitingOfOne = limits.waiting } = limits
  let running = 0
  let waitingInAll = 0
  /** Owners in the order of their turns: the one that had the last turn stands last. */
  const waiting = new Map<string, (() => void)[]>()

  function wait(of: string, signal: AbortSignal | undefined): Promise<void> {
    const own = waiting.get(of) ?? []
    if (waitingInAll >= limits.waiting || own.length >= waitingOfOne) {
      throw new AppError('unavailable', { retryAfterSeconds: 2 })
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', drop)
        resolve()
      }
      const drop = () => {
        remove(of, begin)
        reject(signal?.reason)
      }
      own.push(begin)
      waiting.set(of, own)
      waitingInAll += 1
      signal?.addEventListener('abort', drop, { once: true })
    })
  }

  function remove(of: string, begin: () => void): void {
    const own = waiting.get(of)?.filter((one) => one !== begin) ?? []
    if (own.length > 0) waiting.set(of, own)
    else waiting.delete(of)
    waitingInAll -= 1
  }

  function takeNext(): (() => void) | undefined {
    for (const [of, own] of waiting) {
      const [next, ...rest] = own
      waiting.delete(of)
      if (rest.length > 0) waiting.set(of, rest)
      waitingInAll -= 1
      return next
    }
    return undefined
  }

  return async (work, { of = '', signal } = {}) => {
    signal?.throwIfAborted()
    if (running >= limits.atOnce) await wait(of, signal)
    else running += 1
    try {
      return await work()
    } finally {
      const next = takeNext()
      // The place is handed on, so that nobody slips in between.
      if (next) next()
      else running -= 1
    }
  }
}
