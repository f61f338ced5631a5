export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const

export type Language = keyof typeof LANGUAGES

/** The same key is read by public/before-paint.js. */
const STORAGE_KEY = 'placard-language'

function isLanguage(value: string): value is Language {
  return Object.hasOwn(LANGUAGES, value)
}

/**
 * The language as the reader's own country writes dates and times: 24 hours here, AM and PM there. The digits are those of
 * the texts. Read only where dates are written; which words are shown is not a matter of the country.
 */
export function dateLocale(language: string): string {
  const own = navigator.languages.find((tag) => tag.split('-')[0]?.toLowerCase() === language)
  return own === undefined ? language : new Intl.Locale(own, { numberingSystem: 'latn' }).toString()
}

/** The language chosen here before, else the browser's own if there are words for it, else English. */
export function readLanguage(): Language {
  const wanted = readChoice() ?? navigator.language.slice(0, 2).toLowerCase()
  return isLanguage(wanted) ? wanted : 'en'
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Without storage the choice lasts as long as the page.
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
