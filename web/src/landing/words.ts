import type { Translate } from '@placard/contract'
import type { Language } from '../platform/ui/i18n/language.ts'
import type { en } from './messages/en.ts'

export type Words = Translate<typeof en>

/** The language of the page, and its texts. */
export type Spoken = { t: Words; language: Language; onLanguage: (language: Language) => void }
