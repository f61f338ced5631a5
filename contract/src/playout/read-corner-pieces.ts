import type { CLOCK_FACES, Corner } from '../content/corner-shapes.ts'
import { type ManifestCondition, readCondition } from '../content/read-condition.ts'
import { readSchedule } from '../content/read-schedule.ts'
import type { Schedule } from '../content/schedule.ts'
import type { Forecast } from '../content/weather-shapes.ts'

// Without Zod, because the player reads corner pieces too.

/** A corner piece, as players receive it. */
export type ManifestCornerPiece = {
  corner: Corner
  /** Its height, in percent of the screen's shorter side. */
  size: number
  /** Absent: always. */
  schedule?: Schedule | undefined
  /** Absent: it has none. */
  condition?: ManifestCondition | undefined
} & (
  | {
      kind: 'logo'
      /** A stored picture: `/media/….jpg`. The hash is in lower-case hex, as for an item's file. */
      url: string
      sha256?: string | undefined
      sizeBytes?: number | undefined
    }
  | { kind: 'clock'; face: (typeof CLOCK_FACES)[number]; date: boolean }
  /** May contain live words. */
  | { kind: 'words'; text: string }
  | { kind: 'qr'; link: string }
  | { kind: 'weather'; forecast: Forecast }
)

/**
 * Reads the corner pieces of a manifest, except for their content: the code that draws them asks `isCornerPiece`. Screens
 * without corner pieces then need not load that check.
 *
 * @returns undefined if there are none
 */
export function readCornerPieces(value: unknown): ManifestCornerPiece[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value
    .filter((one) => Object(one) === one)
    .map((one) => ({ ...one, schedule: readSchedule(one.schedule), condition: readCondition(one.condition) }))
}
