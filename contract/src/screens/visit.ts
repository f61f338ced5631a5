import { MAX_DAYS_OF_PLAYS } from '../platform/constants.ts'
import { Day, daysBetween } from '../platform/day.ts'
import { DisplayId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'

/** Numbers below this are not returned for a day, so that nobody can be identified (TA1). */
export const LEAST_VISITS_TOLD = 5

/** Both days are included, each by the clock at its display. Days that are not over are left out. */
export const VisitsQuery = z
  .strictObject({ from: Day, to: Day, display: DisplayId.optional() })
  .refine(({ from, to }) => from <= to && daysBetween(from, to) < MAX_DAYS_OF_PLAYS, {
    message: 'invalid-field',
    path: ['to'],
  })
export type VisitsQuery = z.infer<typeof VisitsQuery>

/** The number of times that the pages to read were opened, by the name of the display. */
export const VisitsReport = z.object({
  displays: z.array(
    z.object({
      displayId: DisplayId,
      name: z.string(),
      /** The sum over the days with a number. */
      total: z.int(),
      /** In order. null: fewer than LEAST_VISITS_TOLD, including zero. */
      days: z.array(z.object({ day: z.string(), visits: z.int().min(LEAST_VISITS_TOLD).nullable() })),
    }),
  ),
})
export type VisitsReport = z.infer<typeof VisitsReport>
