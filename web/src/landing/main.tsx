import '../platform/ui/tokens.css'
import { createTranslate, type SameShape } from '@placard/contract'
import { createRoot, type Root } from 'react-dom/client'
import { applyLanguage, keepLanguage, type Language, readLanguage } from '../platform/ui/i18n/language.ts'
import { loadLanguage } from '../platform/ui/i18n/words.ts'
import { Landing } from './landing.tsx'
import type { en } from './messages/en.ts'

const RETRY_MS = 5_000

/** @throws if the messages cannot be loaded; the page then stays as it is */
async function draw(root: Root, language: Language): Promise<void> {
  const messages = await loadLanguage<SameShape<typeof en>>(language)
  const t = createTranslate<typeof en>(messages, language)
  applyLanguage(language)
  document.title = t('page.title')
  root.render(
    <Landing
      t={t}
      language={language}
      onLanguage={(chosen) => {
        keepLanguage(chosen)
        void draw(root, chosen).catch(console.error)
      }}
    />,
  )
}

/** Draws the page in the wanted language, else in English, as soon as its messages can be loaded. */
async function open(root: Root): Promise<void> {
  for (;;) {
    for (const language of new Set([readLanguage(), 'en'] as const)) {
      try {
        return await draw(root, language)
      } catch (error) {
        console.error(error)
      }
    }
    await new Promise((wake) => setTimeout(wake, RETRY_MS))
  }
}

const element = document.getElementById('root')
if (element) void open(createRoot(element))
