import type { ErrorCode } from '@placard/contract'
import type { Message } from '../translate.ts'
import { first } from './en-first.ts'
import { late } from './en-late.ts'
import { words as moving } from './en-moving.ts'
import { words as setup } from './en-setup.ts'

/** Every word of the application, and the shape that each language must have. Each error that the server can answer has one. */
export const en = { ...first, ...late, ...moving, ...setup } satisfies Record<`error.${ErrorCode}`, Message>
