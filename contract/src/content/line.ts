import { LineId } from '../platform/id.ts'
import { LineText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { Schedule } from './schedule.ts'

/** One text of a display's ticker (E2). The user interface calls it "text container". */
export const Line = z.object({
  id: LineId,
  text: z.string(),
  /** Absent: always. */
  schedule: Schedule.optional(),
  /** Fractional index, compared by code units, so that a move changes only one row. */
  position: z.string(),
  /** Counts the changes of this line. Compared with `If-Match`. */
  revision: z.int(),
})
export type Line = z.infer<typeof Line>

export const CreateLine = z.strictObject({ text: LineText, schedule: Schedule.optional() })
export type CreateLine = z.infer<typeof CreateLine>

/** An absent field is not changed. `null` removes an optional field. */
export const UpdateLine = z.strictObject({ text: LineText, schedule: Schedule.nullable() }).partial()
export type UpdateLine = z.infer<typeof UpdateLine>
