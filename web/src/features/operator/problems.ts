import { type ErrorCode, isErrorCode } from '@placard/contract'
import { type RefObject, useEffect, useRef } from 'react'
import type { z } from 'zod'
import { ApiError, codeOf } from '../../api/api-error.ts'

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

/** Takes whoever typed to the first field that something is wrong with: in a long form it may be out of sight. */
export function useFocusOnProblem(problems: readonly Problem[]): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems.length === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    first?.focus()
    first?.scrollIntoView({ block: 'nearest' })
  }, [problems])
  return form
}
