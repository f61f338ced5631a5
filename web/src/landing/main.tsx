import '../ui/tokens.css'
import { createRoot } from 'react-dom/client'
import { applyLanguage, readLanguage } from '../ui/i18n/language.ts'
import { createTranslate } from '../ui/i18n/translate.ts'
import { Landing } from './landing.tsx'
import { en } from './messages/en.ts'

async function start(root: HTMLElement): Promise<void> {
  const language = readLanguage()
  const messages = language === 'en' ? en : (await import('./messages/ar.ts')).ar
  applyLanguage(language)
  createRoot(root).render(<Landing t={createTranslate<typeof en>(messages, language)} />)
}

const root = document.getElementById('root')
if (root) void start(root)
