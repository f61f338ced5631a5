import { PAGES } from '@placard/contract'
import { useLayoutEffect, useRef } from 'react'

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

const FORMS = new Set<string>([PAGES.register, PAGES.forgotPassword, PAGES.resetPassword])
const WITH_BAR = new Set<string>([PAGES.addContainer, PAGES.account, PAGES.people, PAGES.console, PAGES.tokens])

/** As web/public/before-paint.js, which has to know it before there is anything else. */
function shapeOf(path: string): 'login' | 'form' | 'dashboard' | 'page' | 'none' {
  if (path === PAGES.login) return 'login'
  if (path === PAGES.dashboard) return 'dashboard'
  if (FORMS.has(path)) return 'form'
  return WITH_BAR.has(path) ? 'page' : 'none'
}
