import { first } from './en-first.ts'
import { late } from './en-late.ts'

/** Every word of the application, and the shape that each language must have. */
export const en = { ...first, ...late }
