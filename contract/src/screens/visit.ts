import { MAX_DAYS_OF_PLAYS } from '../platform/constants.ts'
import { Day, daysBetween } from '../platform/day.ts'
import { DisplayId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'

/** A day with fewer is told without its number: nobody can be picked out of it (TA1). */
export const LEAST_VISITS_TOLD = 5

/** Both days are in it, each by the clock at its display. Days that are not over are left out. */
export const VisitsQuery = z
  .strictObject({ from: Day, to: Day, display: DisplayId.optional() })
  .refine(({ from, to }) => from <= to && daysBetween(from, to) < MAX_DAYS_OF_PLAYS, {
    message: 'invalid-field',
    path: ['to'],
  })
export type VisitsQuery = z.infer<typeof VisitsQuery>

/** How often the pages to read were opened, by the name of the display. */
export const VisitsReport = z.object({
  displays: z.array(
    z.object({
      displayId: DisplayId,
      name: z.string(),
      /** Of the days whose number is told. */
      total: z.int(),
      /** In order. Null: fewer than LEAST_VISITS_TOLD, or none. */
      days: z.array(z.object({ day: z.string(), visits: z.int().min(LEAST_VISITS_TOLD).nullable() })),
    }),
  ),
})
export type VisitsReport = z.infer<typeof VisitsReport>
