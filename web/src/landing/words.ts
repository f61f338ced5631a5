import type { Translate } from '@placard/contract'
import type { en } from './messages/en.ts'

export type Words = Translate<typeof en>
