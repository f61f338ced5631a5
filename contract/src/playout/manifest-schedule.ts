import { readOpeningHours, readSchedule } from '../content/read-schedule.ts'
import { OpeningHours, Schedule } from '../content/schedule.ts'
import { z } from '../platform/zod.ts'

/** When something of a manifest is on. What cannot be read of it counts as absent (`readSchedule`). */
export const ManifestSchedule = z.preprocess(readSchedule, z.object(Schedule.shape).optional()).optional()
export const ManifestOpeningHours = z.preprocess(readOpeningHours, z.object(OpeningHours.shape).optional()).optional()
export const ManifestInclusions = z.array(z.object(Schedule.shape)).optional()
