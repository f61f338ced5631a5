import { isLocalDate } from './local-time.ts'
import { z } from './zod.ts'

/** A date by the clock at a display. */
export const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'invalid-field')
  .refine(isLocalDate, 'invalid-field')

/** The number of days from one date to another. Negative if the other is earlier. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60_000)
