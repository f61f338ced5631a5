import type { CDPSession } from '@playwright/test'
import { cpuSecondsOf } from '../process-meter.ts'
import type { Processes } from './chromium.ts'

/** Shares of one core. */
export type StandingFigures = { processorPercent: number; mainThreadPercent: number }

/** The cost of a standing picture, over a number of seconds in which nothing else happens. */
export async function standingFigures(
  { renderer, gpu }: Processes,
  devtools: CDPSession,
  seconds: number,
): Promise<StandingFigures> {
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return {
      at: performance.now() / 1_000,
      processor: cpuSecondsOf(renderer) + (gpu === undefined ? 0 : cpuSecondsOf(gpu)),
      task: metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0,
    }
  }
  const before = await read()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  const after = await read()
  const passed = after.at - before.at
  return {
    processorPercent: ((after.processor - before.processor) / passed) * 100,
    mainThreadPercent: ((after.task - before.task) / passed) * 100,
  }
}
