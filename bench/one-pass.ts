import { fileURLToPath } from 'node:url'
import { ask } from './asking.ts'
import { BenchError } from './bench-error.ts'
import { type Child, checkPortFree, startChild } from './children.ts'
import type { Contestant, DisplayAccess, Running } from './contestant.ts'
import { startMeters } from './meters.ts'
import { percentile } from './percentile.ts'
import { anonymousKiBOf } from './process-meter.ts'
import type { Order, Report, Round } from './protocol.ts'

const LISTENERS = fileURLToPath(new URL('./listeners.ts', import.meta.url))
/** The bytes that one listener receives for one change. */
export const EVENT_BYTES = 1_024
/** Servers frame an event differently. With a greater difference they would not do the same work. */
const EVENT_TOLERANCE = 0.05

/**
 * After this the code is compiled and the heap has its size when memory is first measured. 100 changes are not enough:
 * the next ones of Placard, which has the most code, took 3.7 ms of processor time each instead of 1.8.
 */
const WARM_UP_ALONE = { rounds: 500, pauseMs: 1 }
/** The listeners' own code is compiled in the first dozen rounds of thousands, which are a quarter slower. */
const WARM_UP_TOGETHER = { rounds: 20, pauseMs: 20 }
const PAUSE_MS = 100
/** V8 releases unused memory after some seconds of rest. */
const SETTLE_MS = { alone: 1_000, together: 5_000 }

/** The result of one server in one pass with one number of listeners. */
export type PassFigures = {
  lastReceiptMs: { p50: number; p99: number; all: number[] }
  acknowledgedMs: { p50: number; p99: number }
  /** Memory of the server, for each listener after the first. */
  memoryKiBPerListener: number
  /** Processor time of the server, including the kernel's work for it. */
  cpuMicrosecondsPerDelivery: number
  eventBytes: number
  /** The use by programs other than the server and its listeners, in per cent of one processor. */
  othersCpuPercent: number
}

/** Starts a server and its listeners, measures, and stops both. */
export async function runPass(
  contestant: Pick<Contestant, 'start'>,
  options: { listeners: number; rounds: number; port: number },
): Promise<PassFigures> {
  await checkPortFree(options.port)
  await using running = await contestant.start(options.port, EVENT_BYTES, 1)
  await using listeners = startChild([LISTENERS, String(options.listeners)], { ipc: true })
  return await measure(running, listeners, options)
}

async function measure(
  running: Running,
  listeners: Child,
  options: { listeners: number; rounds: number },
): Promise<PassFigures> {
  const { pid } = running.child
  await openListeners(listeners, running, 1)
  await change(listeners, running, WARM_UP_ALONE)
  await rest(SETTLE_MS.alone)
  const aloneKiB = anonymousKiBOf(pid)

  await openListeners(listeners, running, options.listeners - 1)
  await rest(SETTLE_MS.together)
  const togetherKiB = anonymousKiBOf(pid)

  await change(listeners, running, WARM_UP_TOGETHER)
  const cost = startMeters(pid, [listeners.pid])
  const rounds = await change(listeners, running, { rounds: options.rounds, pauseMs: PAUSE_MS })
  const { serverSeconds, othersCpuPercent } = cost()

  const all = rounds.map((round) => round.lastReceiptMs)
  const acknowledged = rounds.map((round) => round.acknowledgedMs)
  return {
    lastReceiptMs: { p50: percentile(all, 0.5), p99: percentile(all, 0.99), all },
    acknowledgedMs: { p50: percentile(acknowledged, 0.5), p99: percentile(acknowledged, 0.99) },
    memoryKiBPerListener: (togetherKiB - aloneKiB) / (options.listeners - 1),
    cpuMicrosecondsPerDelivery: (serverSeconds * 1e6) / (options.rounds * options.listeners),
    eventBytes: checkedEventBytes(rounds),
    othersCpuPercent,
  }
}

/**
 * The least of the rounds, because a heartbeat may fall into any of them.
 *
 * @throws BenchError when the event length differs from EVENT_BYTES by more than the tolerance
 */
function checkedEventBytes(rounds: Round[]): number {
  const eventBytes = Math.min(...rounds.map((round) => round.eventBytes))
  if (Math.abs(eventBytes / EVENT_BYTES - 1) <= EVENT_TOLERANCE) return eventBytes
  throw new BenchError(`An event had ${eventBytes} bytes instead of about ${EVENT_BYTES}.`)
}

async function openListeners(listeners: Child, running: Running, count: number): Promise<void> {
  const { port } = running
  await ask<Order, Report>(listeners, { kind: 'open', count, port, path: only(running).streamPath })
}

async function change(
  listeners: Child,
  running: Running,
  times: { rounds: number; pauseMs: number },
): Promise<Round[]> {
  const { port } = running
  const order: Order = { kind: 'change', ...times, port, change: only(running).change }
  const report = await ask<Order, Report>(listeners, order)
  return report.kind === 'changed' ? report.rounds : []
}

function only({ displays: [display] }: Running): DisplayAccess {
  if (!display) throw new RangeError('a server without a display')
  return display
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
