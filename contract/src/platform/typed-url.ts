import { MAX_URL_CHARACTERS } from './constants.ts'
import { z } from './zod.ts'

/** An address as typed. It may be unplayable (V1): check it with `readItemUrl`, and render only the address that it returns. */
export const TypedUrl = z
  .string()
  .min(1, 'url-not-playable')
  .max(MAX_URL_CHARACTERS, 'too-long')
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'text-not-well-formed')
