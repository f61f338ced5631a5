import { AppError } from './errors.ts'
import { createTurns } from './turns.ts'

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
  const turns = createTurns(limits.atOnce)
  return async (work, { of = '', signal } = {}) => {
    if (!turns.isFree() && (turns.waiting() >= limits.waiting || turns.waiting(of) >= waitingOfOne)) {
      throw new AppError('unavailable', { retryAfterSeconds: 2 })
    }
    const end = await turns.take(of, signal)
    try {
      return await work()
    } finally {
      end()
    }
  }
}
