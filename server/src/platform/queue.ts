import { AppError } from './errors.ts'

/**
 * Runs a few at once and lets a few wait; who comes after those is sent away, since a longer queue helps nobody.
 *
 * @throws AppError unavailable, when the queue is full
 */
export function createQueue(limits: { atOnce: number; waiting: number }): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work) => {
    if (running >= limits.atOnce) {
      if (waiting.length >= limits.waiting) throw new AppError('unavailable', { retryAfterSeconds: 2 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on, so that nobody slips in between.
      if (next) next()
      else running -= 1
    }
  }
}
