import { z } from './zod.ts'

/**
 * The UTC offsets at a display for three years ahead (SD3), so that the planning code needs no time zone data. Each entry is an
 * instant (milliseconds since 1970) and the minutes ahead of UTC from then on, in order. The first entry also applies before
 * its instant.
 */
export const ZoneOffsets = z.array(z.tuple([z.int(), z.int().min(-1_440).max(1_440)])).min(1)
export type ZoneOffsets = z.infer<typeof ZoneOffsets>
