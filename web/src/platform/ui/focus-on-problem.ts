import { type RefObject, useEffect, useRef } from 'react'

/**
 * Takes whoever typed to the first field that something is wrong with: in a long form it may be out of sight. When it is the
 * whole, the focus goes to a field of its choice or to the button that sends it, which drops the focus while it is busy.
 *
 * @param refusals counts how often the form was refused
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
