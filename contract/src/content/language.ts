import { z } from '../platform/zod.ts'

/** A BCP 47 language tag, like `de` or `ar-EG`, for the time and the date in live words. */
export const Language = z.string().max(35, 'invalid-language').refine(isLanguage, 'invalid-language')

function isLanguage(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1
  } catch {
    return false
  }
}
