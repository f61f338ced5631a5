import { FIRST_ROUTES } from './first-routes.ts'
import { ACCOUNT_ROUTES } from './routes/account.ts'
import { ACTIVITY_ROUTES } from './routes/activity.ts'
import { ADVICE_ROUTES } from './routes/advice.ts'
import { ALERT_ROUTES } from './routes/alerts.ts'
import { BRAND_ROUTES } from './routes/brand.ts'
import { CONSOLE_ROUTES } from './routes/console.ts'
import { DECK_ROUTES } from './routes/decks.ts'
import { FEED_ROUTES } from './routes/feeds.ts'
import { LIBRARY_ROUTES } from './routes/library.ts'
import { MANIFEST_ROUTES } from './routes/manifest.ts'
import { MEDIA_ROUTES } from './routes/media.ts'
import { MOVE_IN_ROUTES } from './routes/move-ins.ts'
import { PAIRING_ROUTES } from './routes/pairing.ts'
import { MEMBER_ROUTES } from './routes/people.ts'
import { PLAYLIST_ROUTES } from './routes/playlists.ts'
import { PLAY_ROUTES } from './routes/plays.ts'
import { PROPOSAL_ROUTES } from './routes/proposals.ts'
import { SETUP_ROUTES } from './routes/setup.ts'
import { pathWith, type Routes } from './routes/shape.ts'
import { TAKE_OVER_ROUTES } from './routes/take-overs.ts'
import { TOKEN_ROUTES } from './routes/tokens.ts'
import { UPLOAD_ROUTES } from './routes/uploads.ts'
import { VISIT_ROUTES } from './routes/visits.ts'
import { WEB_PAGE_ROUTES } from './routes/web-pages.ts'
import { WEBHOOK_ROUTES } from './routes/webhooks.ts'
import type { z } from './zod.ts'

/**
 * Every call of the API. The server registers from this table, the web application calls from it, and the tests of
 * headers, rights and documentation walk it: a route that is not here does not exist. What only the server and its
 * documentation ask for is in ROUTE_DETAILS, so that no browser loads it.
 */
export const ROUTES = {
  ...FIRST_ROUTES,
  ...SETUP_ROUTES,
  ...ACCOUNT_ROUTES,
  ...MANIFEST_ROUTES,
  ...PLAYLIST_ROUTES,
  ...PLAY_ROUTES,
  ...PAIRING_ROUTES,
  ...ACTIVITY_ROUTES,
  ...UPLOAD_ROUTES,
  ...MEDIA_ROUTES,
  ...DECK_ROUTES,
  ...LIBRARY_ROUTES,
  ...MOVE_IN_ROUTES,
  ...BRAND_ROUTES,
  ...VISIT_ROUTES,
  ...WEB_PAGE_ROUTES,
  ...FEED_ROUTES,
  ...MEMBER_ROUTES,
  ...TAKE_OVER_ROUTES,
  ...PROPOSAL_ROUTES,
  ...TOKEN_ROUTES,
  ...ALERT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...ADVICE_ROUTES,
  ...CONSOLE_ROUTES,
} as const satisfies Routes

export type RouteName = keyof typeof ROUTES
type Of<Name extends RouteName> = (typeof ROUTES)[Name]

export type RouteParams<Name extends RouteName> =
  Of<Name> extends { params: infer Schema extends z.ZodType }
    ? z.infer<Schema> | OfPlaylist<Of<Name>>
    : Record<never, never>
type OfPlaylist<One> = One extends { ofPlaylist: { params: infer Schema extends z.ZodType } } ? z.infer<Schema> : never
/** The parsed query of the address. */
export type RouteQuery<Name extends RouteName> =
  Of<Name> extends { query: infer Schema extends z.ZodType } ? z.infer<Schema> : undefined
/** The same as a caller may write it. */
export type RouteQueryInput<Name extends RouteName> =
  Of<Name> extends { query: infer Schema extends z.ZodType } ? z.input<Schema> : undefined
/** The body as the server gets it, after parsing. */
export type RouteBody<Name extends RouteName> =
  Of<Name> extends { body: infer Schema extends z.ZodType } ? z.infer<Schema> : undefined
/** The body as a caller may write it, defaults left out. */
export type RouteBodyInput<Name extends RouteName> =
  Of<Name> extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : undefined
export type RouteResponse<Name extends RouteName> =
  Of<Name> extends { response: infer Schema extends z.ZodType } ? z.infer<Schema> : undefined

/** The address of a call, its parameters put in. */
export function pathOf<Name extends RouteName>(name: Name, params: RouteParams<Name>): string {
  return pathWith(ROUTES[name], params as Readonly<Record<string, string>>)
}
