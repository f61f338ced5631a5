import { MAX_LINE_CHARACTERS } from '../platform/constants.ts'
import { LineId } from '../platform/id.ts'
import { LongLineText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { Condition } from './condition.ts'
import { Schedule } from './schedule.ts'
import { hasFewValues, lengthWithValues, SHOWN_WITH_VALUES } from './value.ts'

/** One text of a display's ticker (E2). The user interface calls it "text container". */
export const Line = z.object({
  id: LineId,
  text: z.string(),
  /** Absent: always. */
  schedule: Schedule.optional(),
  /** Absent: none. It is on only while the condition is met. */
  condition: Condition.optional(),
  /** Fractional index, compared by code units, so that a move changes only one row. */
  position: z.string(),
  /** Counts the changes of this line. Compared with `If-Match`. */
  revision: z.int(),
  /** The text with its values filled in. Absent: it contains none. */
  shown: z.object({ text: z.string(), ...SHOWN_WITH_VALUES }).optional(),
})
export type Line = z.infer<typeof Line>

/** One line of 1 to 500 characters. It may contain live words such as `{time}`, and values of tables (`withValues`). */
const Text = LongLineText.refine((text) => lengthWithValues(text) <= MAX_LINE_CHARACTERS, 'too-long').refine(
  hasFewValues,
  'too-many-values',
)

export const CreateLine = z.strictObject({ text: Text, schedule: Schedule.optional(), condition: Condition.optional() })
export type CreateLine = z.infer<typeof CreateLine>

/** An absent field is not changed. `null` removes an optional field. */
export const UpdateLine = z
  .strictObject({ text: Text, schedule: Schedule.nullable(), condition: Condition.nullable() })
  .partial()
export type UpdateLine = z.infer<typeof UpdateLine>
