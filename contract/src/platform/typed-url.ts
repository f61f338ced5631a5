import { MAX_URL_CHARACTERS } from './constants.ts'
import { z } from './zod.ts'

/** An address as it was typed. It may be unplayable (V1): `readItemUrl` tells, and only its answer may be rendered. */
export const TypedUrl = z
  .string()
  .min(1, 'url-not-playable')
  .max(MAX_URL_CHARACTERS, 'too-long')
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'text-not-well-formed')
