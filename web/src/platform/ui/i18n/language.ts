export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const

export type Language = keyof typeof LANGUAGES

/** The same key is used in public/before-paint.js. */
const STORAGE_KEY = 'placard-language'

function isLanguage(value: string): value is Language {
  return Object.hasOwn(LANGUAGES, value)
}

/**
 * The language with the user's own country, for the format of dates and times, such as 24 hours or AM and PM. The digits are those of
 * the texts. Only used for dates: the choice of messages does not depend on the country.
 */
export function dateLocale(language: string): string {
  const own = navigator.languages.find((tag) => tag.split('-')[0]?.toLowerCase() === language)
  return own === undefined ? language : new Intl.Locale(own, { numberingSystem: 'latn' }).toString()
}

/** The language chosen in this browser before, else the browser's own if it is supported, else English. */
export function readLanguage(): Language {
  const wanted = readChoice() ?? navigator.language.slice(0, 2).toLowerCase()
  return isLanguage(wanted) ? wanted : 'en'
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
