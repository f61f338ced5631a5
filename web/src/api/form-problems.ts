import { type ErrorCode, isErrorCode } from '@placard/contract'
import type { z } from 'zod'
import { ApiError, codeOf } from './api-error.ts'

/** What is wrong, and with which field; without one, with the whole. */
export type Problem = { code: ReturnType<typeof codeOf> | ErrorCode; field?: string }

/** @returns what the contract has against a form, one for each field at most; empty when all is well */
export function problemsIn(schema: z.ZodType, value: unknown): Problem[] {
  const problems = new Map<string, Problem>()
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
    const field = path.join('.')
    if (!problems.has(field)) problems.set(field, { code: isErrorCode(message) ? message : 'invalid-field', field })
  }
  return [...problems.values()]
}

export function problemOfCall(error: unknown): Problem {
  const field = error instanceof ApiError ? error.field : undefined
  return field === undefined ? { code: codeOf(error) } : { code: codeOf(error), field }
}
