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

/** Requests the session while the page's code is loading, instead of afterwards. */
export function prepareSession(queries: QueryClient, path: string): void {
  if (NEEDS_SESSION.has(path)) askSessionEarly(queries)
}
