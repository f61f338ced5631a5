import { knownLanguage, LANGUAGES, type UiLanguage } from '@placard/contract'

export { LANGUAGES }
export type Language = UiLanguage

/** The same key is used in public/before-paint.js. */
const STORAGE_KEY = 'placard-language'

/**
 * The language with the user's own country, for the format of dates and times, such as 24 hours or AM and PM. The digits are those of
 * the texts. Only used for dates: the choice of messages does not depend on the country.
 */
export function dateLocale(language: string): string {
  const own = navigator.languages.find((tag) => knownLanguage([tag]) === language)
  return own === undefined ? language : new Intl.Locale(own, { numberingSystem: 'latn' }).toString()
}

/** The language chosen in this browser before, else the first of the browser's own that is supported, else English. */
export function readLanguage(): Language {
  const choice = readChoice()
  return knownLanguage([...(choice ? [choice] : []), ...navigator.languages]) ?? 'en'
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** Tells the browser and assistive technology the language of the page. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = LANGUAGES[language].direction
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
