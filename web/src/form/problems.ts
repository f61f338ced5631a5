import { isErrorCode } from '@placard/contract'
import type { z } from 'zod'
import { ApiError, type ApiErrorCode, codeOf } from '../api/api-error.ts'

/** Why a form was refused. `field`: the path of the value at fault in the command's body; left out, it is the whole. */
export type Problem = { code: ApiErrorCode; field?: string }

/** @returns what the contract has against a form: one problem for each field at most, the first that it found */
export function problemsOf(error: z.ZodError): Problem[] {
  const problems = new Map<string, Problem>()
  for (const { path, message } of error.issues) {
    const field = path.join('.')
    if (!problems.has(field)) problems.set(field, problemAt(isErrorCode(message) ? message : 'invalid-field', field))
  }
  return [...problems.values()]
}

/** @returns what the server, or the way to it, has against a form */
export function problemOfCall(error: unknown): Problem {
  return problemAt(codeOf(error), error instanceof ApiError ? error.field : undefined)
}

function problemAt(code: ApiErrorCode, field: string | undefined): Problem {
  return field === undefined || field === '' ? { code } : { code, field }
}
