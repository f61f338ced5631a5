import type { Log } from './log.ts'

/** A part of the product, as `app.ts` puts it together with the others. */
export type Feature = {
  /** For the log. */
  name: string
  /** Serves what it answers. */
  routes?(): void | Promise<void>
  /** Forgets what is too old. */
  sweep?: { everyMs: number; run(): Promise<unknown> }
  /** The server is about to go: ends what does not end by itself. Called while requests are still answered. */
  leave?(): void | Promise<void>
  /** Called after the last answer, while there is still a database: keeps what must not be lost, and stops. */
  close?(): void | Promise<void>
}

/**
 * Sweeps what each of the features has to sweep, as often as it says. A sweep that fails is logged and tried again at its
 * next time, and one that takes longer than that is not begun twice.
 *
 * @returns its own undo
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
        log.error({ err: error, feature: name }, 'what is too old could not be swept')
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
