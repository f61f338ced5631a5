import '../platform/ui/tokens.css'
import { createRoot, type Root } from 'react-dom/client'
import { applyLanguage, keepLanguage, type Language, readLanguage } from '../platform/ui/i18n/language.ts'
import { createTranslate } from '../platform/ui/i18n/translate.ts'
import { Landing } from './landing.tsx'
import { en } from './messages/en.ts'

async function draw(root: Root, language: Language): Promise<void> {
  const messages = language === 'en' ? en : (await import('./messages/ar.ts')).ar
  const t = createTranslate<typeof en>(messages, language)
  applyLanguage(language)
  document.title = t('page.title')
  root.render(
    <Landing
      t={t}
      language={language}
      onLanguage={(chosen) => {
        keepLanguage(chosen)
        void draw(root, chosen)
      }}
    />,
  )
}

const element = document.getElementById('root')
if (element) void draw(createRoot(element), readLanguage())
