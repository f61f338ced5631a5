import { type RefObject, useEffect, useRef } from 'react'

/** Takes whoever typed to the first field that something is wrong with: in a long form it may be out of sight. */
export function useFocusOnProblem(problems: readonly unknown[]): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems.length === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
    first?.focus()
    first?.scrollIntoView({ block: 'nearest' })
  }, [problems])
  return form
}
