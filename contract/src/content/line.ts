import { LineId } from '../platform/id.ts'
import { LineText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { Schedule } from './schedule.ts'

/** One text of a display's ticker (E2); "text container" on the screen. */
export const Line = z.object({
  id: LineId,
  text: z.string(),
  /** Absent: always. */
  schedule: Schedule.optional(),
  /** Fractional index: sorts by code units, so that a move writes one row. */
  position: z.string(),
  /** Counts this line's own changes; what `If-Match` is held against. */
  revision: z.int(),
})
export type Line = z.infer<typeof Line>

export const CreateLine = z.strictObject({ text: LineText, schedule: Schedule.optional() })
export type CreateLine = z.infer<typeof CreateLine>

/** An absent field stays as it is; `null` takes it away, where a line may be without it. */
export const UpdateLine = z.strictObject({ text: LineText, schedule: Schedule.nullable() }).partial()
export type UpdateLine = z.infer<typeof UpdateLine>
