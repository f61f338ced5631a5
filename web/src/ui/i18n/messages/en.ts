import type { ErrorCode } from '@placard/contract'
import type { Message } from '../translate.ts'
import { first } from './en-first.ts'
import { late } from './en-late.ts'
import { words as moving } from './en-moving.ts'

/** Every word of the application, and the shape that each language must have. Each error that the server can answer has one. */
export const en = { ...first, ...late, ...moving } satisfies Record<`error.${ErrorCode}`, Message>
