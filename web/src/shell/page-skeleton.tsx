import { useLayoutEffect, useRef } from 'react'
import { drawKeptBar } from './kept-bar.ts'
import { shapeOf } from './page-shape.ts'

/** A copy of the skeleton in the document (app.html), made before React replaces it. */
const drawn = document.querySelector('[data-first-paint]')?.cloneNode(true)

/** The skeleton of a page while its code or its data are loading: the document's own, below the bar of the previous page. */
export function PageSkeleton() {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shape = shapeOf(location.pathname)
    document.documentElement.dataset.shape = shape
    if (!drawn) return
    const drawing = drawn.cloneNode(true) as Element
    for (const words of drawing.querySelectorAll<HTMLElement>('.first-words')) {
      if (words.lang !== document.documentElement.lang) words.remove()
    }
    const bar = shape === 'dashboard' || shape === 'page' ? drawKeptBar(location.pathname) : undefined
    if (bar) drawing.querySelector('.first-bar')?.replaceWith(bar)
    place.current?.replaceChildren(drawing)
  }, [])
  return <div ref={place} aria-hidden="true" inert />
}
