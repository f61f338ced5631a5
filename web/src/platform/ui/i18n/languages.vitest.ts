import { createTranslate, LANGUAGES, localeOf, type Message, type SameShape, type UiLanguage } from '@placard/contract'
import { en } from './messages/en.ts'

const FILES = import.meta.glob<Record<string, Message>>('../../../../../messages/*/*.json', {
  eager: true,
  import: 'default',
})

/** All messages of a language, for tests: pages load them in parts (`words.ts`). */
function messagesOf(language: UiLanguage): SameShape<typeof en> {
  const own = Object.entries(FILES).filter(
    ([path]) => path.includes(`/${language}/`) && !path.endsWith('/landing.json'),
  )
  return Object.assign({}, en, ...own.map(([, words]) => words))
}

export const translateIn = (language: UiLanguage) => createTranslate<typeof en>(messagesOf(language), language)

/** A reader of each language, with the locale of its dates. */
export const READERS = Object.fromEntries(
  Object.keys(LANGUAGES).map((tag) => {
    const language = tag as UiLanguage
    return [language, { t: translateIn(language), locale: localeOf(language) }]
  }),
) as Record<UiLanguage, { t: ReturnType<typeof translateIn>; locale: string }>
