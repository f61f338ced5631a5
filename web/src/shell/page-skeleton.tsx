import { useLayoutEffect, useRef } from 'react'
import { drawKeptBar } from './kept-bar.ts'
import { shapeOf } from './page-shape.ts'

/** As the document painted it (app.html), kept before React takes its place. */
const drawn = document.querySelector('[data-first-paint]')?.cloneNode(true)

/** The shape of the page while its part of the application, or what it shows, is on its way: as the document itself began, below the bar of the page before. */
export function PageSkeleton() {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shape = shapeOf(location.pathname)
    document.documentElement.dataset.shape = shape
    if (!drawn) return
    const drawing = drawn.cloneNode(true) as Element
    const bar = shape === 'dashboard' || shape === 'page' ? drawKeptBar(location.pathname) : undefined
    if (bar) drawing.querySelector('.first-bar')?.replaceWith(bar)
    place.current?.replaceChildren(drawing)
  }, [])
  return <div ref={place} aria-hidden="true" inert />
}
