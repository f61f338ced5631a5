import { z } from './zod.ts'

/**
 * The clock at a display for three years ahead (SD3), so that nobody who plans has to know time zones: from each instant on
 * (milliseconds since 1970) its minutes ahead of UTC, in order. Before the first instant its minutes count as well.
 */
export const ZoneOffsets = z.array(z.tuple([z.int(), z.int().min(-1_440).max(1_440)])).min(1)
export type ZoneOffsets = z.infer<typeof ZoneOffsets>

/** Without Zod, since the player reads them too. @returns undefined for what is none */
export function readZoneOffsets(value: unknown): ZoneOffsets | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isOffset)) return undefined
  return value.map(([at, minutes]) => [at, minutes])
}

function isOffset(value: unknown): value is [number, number] {
  if (!Array.isArray(value) || value.length !== 2) return false
  return Number.isSafeInteger(value[0]) && Number.isSafeInteger(value[1]) && Math.abs(value[1]) <= 1_440
}
