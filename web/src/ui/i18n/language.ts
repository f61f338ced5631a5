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
