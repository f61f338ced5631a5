import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the first field with an error, which may be out of sight in a long form. After an error about the whole form it focuses the
 * given field or the submit button, which loses the focus while it is busy.
 *
 * @param refusals the number of times that the form was refused
 * @param fallback the name of a field
 */
export function useFocusOnProblem(refusals: number, fallback?: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const told = wrong ?? form.current?.querySelector<HTMLElement>('[role="alert"]')
    const next = wrong ?? (fallback && form.current?.elements.namedItem(fallback))
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    else form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true })
    told?.scrollIntoView({ block: 'nearest' })
  }, [refusals, fallback])
  return form
}
