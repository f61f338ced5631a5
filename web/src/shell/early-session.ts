import { PAGES } from '@placard/contract'
import type { QueryClient } from '@tanstack/react-query'
import { askSessionEarly } from '../features/people/session/session-query.ts'

const NEEDS_SESSION = new Set<string>([
  PAGES.dashboard,
  PAGES.addContainer,
  PAGES.library,
  PAGES.plays,
  PAGES.account,
  PAGES.people,
  PAGES.join,
  PAGES.tokens,
  PAGES.webhooks,
  PAGES.brand,
  PAGES.console,
])

/** Asks who is signed in at the same time as the page's own part is loaded, and not after it. */
export function prepareSession(queries: QueryClient, path: string): void {
  if (NEEDS_SESSION.has(path)) askSessionEarly(queries)
}
