import { MAX_DISPLAYS_PER_ORGANISATION } from '../platform/constants.ts'
import { DisplayId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'

/**
 * The displays that a user is limited to. null: all of the organisation, including future ones. Other displays do not exist for
 * this user. An owner is never limited (`invalid-field`).
 */
export const DisplayLimit = z
  .array(DisplayId)
  .min(1, 'invalid-field')
  .max(MAX_DISPLAYS_PER_ORGANISATION, 'invalid-field')
  .transform((ids) => [...new Set(ids)])
  .nullable()
export type DisplayLimit = z.infer<typeof DisplayLimit>
