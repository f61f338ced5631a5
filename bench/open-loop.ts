import { fileURLToPath } from 'node:url'
import { ask } from './asking.ts'
import { type Child, startChild } from './children.ts'
import type { DisplayAccess } from './contestant.ts'
import { leastOf, quietTurns } from './noise.ts'
import { percentile } from './percentile.ts'
import type { WriteLoad, WriteOrder, WriteReport, Written } from './write-protocol.ts'

const WRITERS = fileURLToPath(new URL('./writers.ts', import.meta.url))

/** An open loop of writes to many displays, in one turn. Times are milliseconds since each write's scheduled time. */
export type WriteFigures = {
  writes: number
  /** Until the display's listener had the change. */
  receiptMs: { p50: number; p99: number; longest: number }
  /** Until the request was answered. */
  answerMs: { p50: number; p99: number }
  /** The writer's own delay, which is a part of all other times. */
  sentMs: { p50: number; p99: number }
  /** Changes that a listener never received. */
  lost: number
  othersCpuPercent: number
}

/** The best of the quiet turns, separately for each figure. */
export type BestWrites = { p50Ms: number; p99Ms: number; answerP50Ms: number; lost: number; wasQuiet: boolean }

export type Writers = AsyncDisposable & {
  child: Child
  listen(port: number, displays: DisplayAccess[]): Promise<void>
  write(load: WriteLoad): Promise<Written>
}

/** Starts the process that listens to many displays and writes to them. */
export function startWriters(): Writers {
  const child = startChild([WRITERS], { ipc: true })
  return {
    child,
    [Symbol.asyncDispose]: child.stop,
    async listen(port, displays) {
      await ask<WriteOrder, WriteReport>(child, { kind: 'listen', port, displays })
    },
    async write(load) {
      const report = await ask<WriteOrder, WriteReport>(child, { kind: 'write', load })
      if (report.kind !== 'written') throw new RangeError(`the writers answered ${report.kind}`)
      return report.writes
    },
  }
}

/** @param written at least one write */
export function writeFigures(written: Written, othersCpuPercent: number): WriteFigures {
  const of = (values: number[]) => ({ p50: percentile(values, 0.5), p99: percentile(values, 0.99) })
  return {
    writes: written.receiptMs.length,
    receiptMs: { ...of(written.receiptMs), longest: Math.max(...written.receiptMs) },
    answerMs: of(written.answerMs),
    sentMs: of(written.sentMs),
    lost: written.lost,
    othersCpuPercent,
  }
}

/** Takes the best figures of the quiet turns. Lost changes are counted in every turn. */
export function bestWrites(turns: readonly WriteFigures[]): BestWrites {
  const { turns: quiet, wasQuiet } = quietTurns(turns)
  return {
    p50Ms: leastOf(quiet, ({ receiptMs }) => receiptMs.p50),
    p99Ms: leastOf(quiet, ({ receiptMs }) => receiptMs.p99),
    answerP50Ms: leastOf(quiet, ({ answerMs }) => answerMs.p50),
    lost: turns.reduce((sum, { lost }) => sum + lost, 0),
    wasQuiet,
  }
}
