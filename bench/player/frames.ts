import type { CDPSession } from '@playwright/test'
import { FRAME_MS } from './changes.ts'

export type FrameFigures = {
  /** Frames with new pixels that the compositor has presented, a second. */
  presentedPerSecond: number
  /** Frames that should have had new pixels and came to nothing, of all refreshes. */
  droppedShare: number
  dropped: number
  longestGapMs: number
}

type TraceEvent = {
  name: string
  ph: string
  ts: number
  args?: { chrome_frame_reporter?: { state?: string; affects_smoothness?: boolean } }
}

/** Blocks the page's main thread for 200 ms every two seconds, as a long script or a garbage collection does. */
export const BLOCKED = `setInterval(() => { for (const end = performance.now() + 200; performance.now() < end; ) {} }, 2000)`

/** What became of each refresh, as Chromium's own reporter of frames has it. */
export async function frameFigures(devtools: CDPSession, seconds: number): Promise<FrameFigures> {
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

  const reports = events.filter(({ name, ph }) => name === 'PipelineReporter' && ph === 'b')
  const stateOf = ({ args }: TraceEvent) => args?.chrome_frame_reporter?.state ?? ''
  const presented = reports
    .filter((report) => stateOf(report).startsWith('STATE_PRESENTED'))
    .map(({ ts }) => ts / 1_000)
  const dropped = reports.filter(
    (report) => stateOf(report) === 'STATE_DROPPED' && report.args?.chrome_frame_reporter?.affects_smoothness === true,
  ).length
  const times = [...new Set(presented.map((at) => Math.round(at)))].toSorted((a, b) => a - b)
  // Two reporters of one refresh, the main thread's and the compositor's, are one frame on the glass.
  const frames = times.filter((at, index) => index === 0 || at - (times[index - 1] ?? 0) > FRAME_MS / 2)
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? 0))
  return {
    presentedPerSecond: frames.length / seconds,
    dropped,
    droppedShare: dropped / (seconds * 60),
    longestGapMs: Math.max(0, ...gaps),
  }
}
