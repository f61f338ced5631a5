import type { Log } from './log.ts'

/** A part of the product that `app.ts` combines with the others. */
export type Feature = {
  /** Used in the log. */
  name: string
  /** Registers the feature's routes. */
  routes?(): void | Promise<void>
  /** Periodic clean-up of old data. */
  sweep?: { everyMs: number; run(): Promise<unknown> }
  /** Called when the server is about to stop, while requests are still answered. Ends what does not end by itself. */
  leave?(): void | Promise<void>
  /** Called after the last answer, while the database is still open. Saves what must not be lost, and stops. */
  close?(): void | Promise<void>
}

/**
 * Runs the sweep of each feature at its interval. A sweep that fails is logged and tried again at its next time. A sweep that is still
 * running is not started a second time.
 *
 * @returns stops the sweeps
 */
export function startSweeps(features: readonly Feature[], log: Pick<Log, 'error'>): () => void {
  const timers = features.flatMap(({ name, sweep }) => {
    if (!sweep) return []
    let isUnderWay = false
    const run = async () => {
      if (isUnderWay) return
      isUnderWay = true
      try {
        await sweep.run()
      } catch (error) {
        log.error({ err: error, feature: name }, 'expired data could not be removed')
      } finally {
        isUnderWay = false
      }
    }
    const timer = setInterval(() => void run(), sweep.everyMs)
    timer.unref()
    return [timer]
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
