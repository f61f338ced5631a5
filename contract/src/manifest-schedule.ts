import { readOpeningHours, readSchedule } from './read-schedule.ts'
import { OpeningHours, Schedule } from './schedule.ts'
import { z } from './zod.ts'

/** When something of a manifest is on. What cannot be read of it counts as absent (`readSchedule`). */
export const ManifestSchedule = z.preprocess(readSchedule, z.object(Schedule.shape).optional()).optional()
export const ManifestOpeningHours = z.preprocess(readOpeningHours, z.object(OpeningHours.shape).optional()).optional()
export const ManifestInclusions = z.array(z.object(Schedule.shape)).optional()
