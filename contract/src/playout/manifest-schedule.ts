import { readCondition } from '../content/read-condition.ts'
import { readOpeningHours, readSchedule } from '../content/read-schedule.ts'
import { OpeningHours, Schedule } from '../content/schedule.ts'
import { z } from '../platform/zod.ts'

/** The schedule of an entry in a manifest. Unreadable parts count as absent (`readSchedule`). */
export const ManifestSchedule = z.preprocess(readSchedule, z.object(Schedule.shape).optional()).optional()
export const ManifestOpeningHours = z.preprocess(readOpeningHours, z.object(OpeningHours.shape).optional()).optional()
/** The answer to the condition of an entry (`readCondition`). */
export const ManifestAnswer = z
  .preprocess(
    readCondition,
    z
      .object({
        on: z.boolean(),
        until: z.int().optional(),
        otherwise: z.boolean().optional(),
        later: z.array(z.int()).optional(),
      })
      .optional(),
  )
  .optional()
export const ManifestInclusions = z.array(z.object({ ...Schedule.shape, condition: ManifestAnswer })).optional()
