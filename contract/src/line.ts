import { LineId } from './id.ts'
import { LineText } from './text.ts'
import { z } from './zod.ts'

/** One text of a display's ticker (E2); "text container" on the screen. */
export const Line = z.object({
  id: LineId,
  text: z.string(),
  /** Fractional index: sorts by code units, so that a move writes one row. */
  position: z.string(),
  /** Counts this line's own changes; what `If-Match` is held against. */
  revision: z.int(),
})
export type Line = z.infer<typeof Line>

export const CreateLine = z.strictObject({ text: LineText })
export type CreateLine = z.infer<typeof CreateLine>

export const UpdateLine = z.strictObject({ text: LineText })
export type UpdateLine = z.infer<typeof UpdateLine>
