import type { Translate } from '../platform/ui/i18n/translate.ts'
import type { en } from './messages/en.ts'

export type Words = Translate<typeof en>
