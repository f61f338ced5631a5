import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTranslate, type Message, type SameShape, type Translate, type UiLanguage } from '@placard/contract'
import { MESSAGES_FOLDER } from '../own-files.ts'
import { words } from './words.ts'

export type Translator = Translate<typeof words>

const known = new Map<UiLanguage, Translator>()

/** The texts of the server in a language. A message that the language lacks is English. Each file is read once. */
export function translatorOf(language: UiLanguage): Translator {
  const found = known.get(language)
  if (found) return found
  const t = createTranslate<typeof words>({ ...words, ...readWords(language) }, language)
  known.set(language, t)
  return t
}

function readWords(language: UiLanguage): Partial<SameShape<typeof words>> {
  const file = join(MESSAGES_FOLDER, language, 'server.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Message>) : {}
}
