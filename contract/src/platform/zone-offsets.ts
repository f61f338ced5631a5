import { z } from './zod.ts'

/**
 * The clock at a display for three years ahead (SD3), so that nobody who plans has to know time zones: from each instant on
 * (milliseconds since 1970) its minutes ahead of UTC, in order. Before the first instant its minutes count as well.
 */
export const ZoneOffsets = z.array(z.tuple([z.int(), z.int().min(-1_440).max(1_440)])).min(1)
export type ZoneOffsets = z.infer<typeof ZoneOffsets>
