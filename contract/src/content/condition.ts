import { MAX_CELL_CHARACTERS } from '../platform/constants.ts'
import { emptyIfBlank, isWellFormedText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { MAX_COMPARISONS, MAX_CONSTANT_CHARACTERS, OPERATORS } from './operators.ts'
import { ComparedValue } from './value.ts'

/**
 * One comparison of a value with a constant. Which operators fit depends on the type of the value (`OPERATORS_OF`).
 */
export const Comparison = z
  .strictObject({
    value: ComparedValue,
    operator: z.enum(OPERATORS),
    /**
     * Of the type of the value: text, a number, true or false, a date like `2026-12-24`, a time like `08:30`. Text is read as if
     * it were typed into the table. `today` for a date and `now` for a time are the date and the time at the display. Absent with
     * `missing`, and only then.
     */
    constant: z
      .union([
        z
          .string()
          .max(MAX_CONSTANT_CHARACTERS, 'too-long')
          .refine(isWellFormedText, 'text-not-well-formed')
          .overwrite(emptyIfBlank),
        z.number(),
        z.boolean(),
      ])
      .optional(),
    /**
     * The names of the table, the row and the column when the condition was saved, for the time after they are removed. The
     * server sets them and ignores them in commands.
     */
    names: z.array(z.string().max(MAX_CELL_CHARACTERS).overwrite(emptyIfBlank)).max(3).optional(),
  })
  .refine(({ operator, constant }) => (operator === 'missing') === (constant === undefined), {
    error: 'constant-missing',
    path: ['constant'],
  })
export type Comparison = z.infer<typeof Comparison>

/**
 * An entry with a condition is on only while all comparisons are true [DT6]. The server answers it, and players receive only the
 * answer (`ManifestCondition`).
 */
export const Condition = z.strictObject({
  all: z.array(Comparison).min(1).max(MAX_COMPARISONS),
  /** The state while the answer is unknown: a value is missing, or too old. */
  otherwise: z.enum(['on', 'off']),
})
export type Condition = z.infer<typeof Condition>
