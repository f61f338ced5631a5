import { isErrorCode } from '@placard/contract'
import type { z } from 'zod'
import { ApiError, type ApiErrorCode, codeOf } from '../api/api-error.ts'
import type { useI18n } from '../ui/i18n/i18n.tsx'

/** The reason a form was refused. `field`: the path of the invalid value in the command's body; omitted: the whole form. */
export type Problem = {
  code: ApiErrorCode
  field?: string
  /** For `display-too-full`: the name of that display. */
  display?: string
}

/** @returns the contract's errors for a form: at most one for each field, the first one found */
export function problemsOf(error: z.ZodError): Problem[] {
  const problems = new Map<string, Problem>()
  for (const { path, message } of error.issues) {
    const field = path.join('.')
    if (!problems.has(field)) problems.set(field, problemAt(isErrorCode(message) ? message : 'invalid-field', field))
  }
  return [...problems.values()]
}

/** @returns the error of the server, or of the connection, for a form */
export function problemOfCall(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { code: codeOf(error) }
  const problem = problemAt(error.code, error.field)
  return error.display === undefined ? problem : { ...problem, display: error.display }
}

export function problemInWords({ code, display }: Problem, t: ReturnType<typeof useI18n>['t']): string {
  return code === 'display-too-full' && display !== undefined
    ? t('problem.display-too-full', { display })
    : t(`error.${code}`)
}

/** @param error as a call threw it */
export function errorInWords(error: unknown, t: ReturnType<typeof useI18n>['t']): string {
  return problemInWords(problemOfCall(error), t)
}

function problemAt(code: ApiErrorCode, field: string | undefined): Problem {
  return field === undefined || field === '' ? { code } : { code, field }
}
