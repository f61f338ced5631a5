import { useLayoutEffect, useRef } from 'react'
import { shapeOf } from './page-shape.ts'

/** As the document painted it (app.html), kept before React takes its place. */
const drawn = document.querySelector('[data-first-paint]')?.cloneNode(true)

/** The shape of the page while its part of the application, or what it shows, is on its way: as the document itself began. */
export function PageSkeleton() {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    document.documentElement.dataset.shape = shapeOf(location.pathname)
    if (drawn) place.current?.replaceChildren(drawn.cloneNode(true))
  }, [])
  return <div ref={place} aria-hidden="true" />
}
