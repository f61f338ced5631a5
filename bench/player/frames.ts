import type { CDPSession } from '@playwright/test'
import { BenchError } from '../bench-error.ts'
import { FRAME_MS } from './changes.ts'

export type FrameFigures = {
  /** Frames with new pixels that the compositor has presented, a second. */
  presentedPerSecond: number
  /** Frames that should have had new pixels and were dropped, as a share of all refreshes. */
  droppedShare: number
  dropped: number
  longestGapMs: number
}

type Reporter = { state?: string; affects_smoothness?: boolean }
type TraceEvent = {
  name: string
  ph: string
  pid: number
  ts: number
  /** Earlier Chromiums used another name. */
  args?: { frame_reporter?: Reporter; chrome_frame_reporter?: Reporter }
}

/** Blocks the page's main thread for 200 ms every two seconds, like a long script or a garbage collection. */
export const BLOCKED = `setInterval(() => { for (const end = performance.now() + 200; performance.now() < end; ) {} }, 2000)`

/**
 * The result of each refresh, according to Chromium's frame reporter.
 *
 * @param renderer the page's process, because the browser's own surfaces have reporters too
 * @throws BenchError when this Chromium reports nothing that can be read
 */
export async function frameFigures(devtools: CDPSession, renderer: number, seconds: number): Promise<FrameFigures> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]))
  devtools.on('Tracing.dataCollected', collect)
  await devtools.send('Tracing.start', {
    traceConfig: { includedCategories: ['cc', 'cc,benchmark'], excludedCategories: ['*'] },
    transferMode: 'ReportEvents',
  })
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  devtools.off('Tracing.dataCollected', collect)

  const reports = events
    .filter(({ name, ph, pid }) => name === 'PipelineReporter' && ph === 'b' && pid === renderer)
    .map(({ ts, args }) => ({ at: ts / 1_000, ...(args?.frame_reporter ?? args?.chrome_frame_reporter) }))
  if (!reports.some(({ state }) => state !== undefined)) throw new BenchError('Chromium reports no frames.')
  const presented = reports.filter(({ state }) => state?.startsWith('STATE_PRESENTED')).map(({ at }) => at)
  const dropped = reports.filter(
    ({ state, affects_smoothness }) => state === 'STATE_DROPPED' && affects_smoothness,
  ).length
  const times = [...new Set(presented.map((at) => Math.round(at)))].toSorted((a, b) => a - b)
  // Two reporters of one refresh, the main thread's and the compositor's, are one frame on the screen.
  const frames = times.filter((at, index) => index === 0 || at - (times[index - 1] ?? 0) > FRAME_MS / 2)
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? 0))
  return {
    presentedPerSecond: frames.length / seconds,
    dropped,
    droppedShare: dropped / (seconds * 60),
    longestGapMs: Math.max(0, ...gaps),
  }
}
