import type { Context } from '../../platform/context.ts'
import { createPlayReader, type PlayReader, sweepPlays } from './report.ts'
import { createPlayTaker, type PlayTaker } from './take.ts'

export { listDays, writeLocal } from './hour.ts'

export const PLAYS_SWEPT_EVERY_MS = 60 * 60_000

/** Proof of play: stores sums of what screens have painted, and reports them. */
export type PlayCounts = PlayTaker & PlayReader & { sweep(): Promise<void> }

export function createPlays(context: Context): PlayCounts {
  return { ...createPlayTaker(context), ...createPlayReader(context), sweep: () => sweepPlays(context) }
}
