/**
 * The languages that Placard's own texts are written in, by BCP 47 tag, each with its own name and its direction. English is the source.
 * Every other one has a folder of that name in `messages/` (docs/languages.md).
 */
export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
  de: { name: 'Deutsch', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  'pt-BR': { name: 'Português (Brasil)', direction: 'ltr' },
  hi: { name: 'हिन्दी', direction: 'ltr' },
  te: { name: 'తెలుగు', direction: 'ltr' },
  'zh-Hans': { name: '简体中文', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
} as const satisfies Record<string, { name: string; direction: 'ltr' | 'rtl' }>

export type UiLanguage = keyof typeof LANGUAGES

const TAGS = Object.keys(LANGUAGES) as UiLanguage[]
const first = (tag: string) => tag.toLowerCase().split('-', 1)[0]

/**
 * The first of the wanted languages that Placard has. Only the first part of a tag counts: `pt-PT` gives `pt-BR`, `zh-TW` gives
 * `zh-Hans`.
 *
 * @param wanted tags from outside, in the order of preference; whatever is not a known tag is skipped
 */
export function knownLanguage(wanted: readonly string[]): UiLanguage | undefined {
  for (const tag of wanted) {
    const found = TAGS.find((known) => first(known) === first(tag))
    if (found) return found
  }
  return undefined
}

/**
 * The language of a request.
 *
 * @param accepted the header `Accept-Language`, with weights. Undefined, or nothing that Placard has: English
 */
export function acceptedLanguage(accepted: string | undefined): UiLanguage {
  const wanted = (accepted ?? '')
    .split(',')
    .map((one) => {
      const [tag = '', weight] = one.trim().split(/\s*;\s*q=/)
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  return knownLanguage(wanted.map(({ tag }) => tag)) ?? 'en'
}

/**
 * The locale for the dates and numbers of a text without a reader of its own, such as a mail: 24 hours in English, which is written
 * for every country.
 */
export const localeOf = (language: UiLanguage): string => (language === 'en' ? 'en-GB' : language)
