import { ACTIVITY_ROUTES } from './content/routes/activity.ts'
import { ADVICE_ROUTES } from './content/routes/advice.ts'
import { BRAND_ROUTES } from './content/routes/brand.ts'
import { CORNER_PIECE_ROUTES } from './content/routes/corner-pieces.ts'
import { DECK_ROUTES } from './content/routes/decks.ts'
import { FEED_ROUTES } from './content/routes/feeds.ts'
import { LAYOUT_ROUTES } from './content/routes/layouts.ts'
import { LIBRARY_ROUTES } from './content/routes/library.ts'
import { MEDIA_ROUTES } from './content/routes/media.ts'
import { MOVE_IN_ROUTES } from './content/routes/move-ins.ts'
import { PLAYLIST_ROUTES } from './content/routes/playlists.ts'
import { TABLE_SOURCE_ROUTES } from './content/routes/table-sources.ts'
import { TABLE_ROUTES } from './content/routes/tables.ts'
import { UPLOAD_ROUTES } from './content/routes/uploads.ts'
import { WEATHER_ROUTES } from './content/routes/weather.ts'
import { WEB_PAGE_ROUTES } from './content/routes/web-pages.ts'
import { FIRST_ROUTES } from './first-routes.ts'
import { CONSOLE_ROUTES } from './operations/routes/console.ts'
import { SETUP_ROUTES } from './operations/routes/setup.ts'
import { WEBHOOK_ROUTES } from './operations/routes/webhooks.ts'
import { ACCOUNT_ROUTES } from './people/routes/account.ts'
import { MEMBER_ROUTES } from './people/routes/members.ts'
import { PASSKEY_ROUTES } from './people/routes/passkeys.ts'
import { PROPOSAL_ROUTES } from './people/routes/proposals.ts'
import { TOKEN_ROUTES } from './people/routes/tokens.ts'
import { pathWith, type Routes } from './platform/routes/shape.ts'
import type { z } from './platform/zod.ts'
import { INSERT_ROUTES } from './playout/routes/inserts.ts'
import { MANIFEST_ROUTES } from './playout/routes/manifest.ts'
import { TAKE_OVER_ROUTES } from './playout/routes/take-overs.ts'
import { AGENT_ROUTES } from './screens/routes/agent.ts'
import { ALERT_ROUTES } from './screens/routes/alerts.ts'
import { ENROLMENT_ROUTES } from './screens/routes/enrolments.ts'
import { PAIRING_ROUTES } from './screens/routes/pairing.ts'
import { PLAY_ROUTES } from './screens/routes/plays.ts'
import { VISIT_ROUTES } from './screens/routes/visits.ts'
import { WALL_ROUTES } from './screens/routes/walls.ts'

/**
 * Every call of the API. The server registers its routes from this table, the web application builds its requests from it, and
 * the tests of headers, rights and documentation iterate over it. A route that is not in the table does not exist. Data that
 * only the server and its documentation need is in ROUTE_DETAILS, so that browsers do not load it.
 */
export const ROUTES = {
  ...FIRST_ROUTES,
  ...SETUP_ROUTES,
  ...ACCOUNT_ROUTES,
  ...PASSKEY_ROUTES,
  ...MANIFEST_ROUTES,
  ...LAYOUT_ROUTES,
  ...CORNER_PIECE_ROUTES,
  ...PLAYLIST_ROUTES,
  ...TABLE_ROUTES,
  ...TABLE_SOURCE_ROUTES,
  ...PLAY_ROUTES,
  ...PAIRING_ROUTES,
  ...ENROLMENT_ROUTES,
  ...AGENT_ROUTES,
  ...WALL_ROUTES,
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
  ...WEATHER_ROUTES,
  ...MEMBER_ROUTES,
  ...TAKE_OVER_ROUTES,
  ...INSERT_ROUTES,
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
/** The parsed query string. */
export type RouteQuery<Name extends RouteName> =
  Of<Name> extends { query: infer Schema extends z.ZodType } ? z.infer<Schema> : undefined
/** The query string as a caller may write it, before parsing. */
export type RouteQueryInput<Name extends RouteName> =
  Of<Name> extends { query: infer Schema extends z.ZodType } ? z.input<Schema> : undefined
/** The body as the server receives it, after parsing. */
export type RouteBody<Name extends RouteName> =
  Of<Name> extends { body: infer Schema extends z.ZodType } ? z.infer<Schema> : undefined
/** The body as a caller may write it. Fields with defaults may be absent. */
export type RouteBodyInput<Name extends RouteName> =
  Of<Name> extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : undefined
export type RouteResponse<Name extends RouteName> =
  Of<Name> extends { response: infer Schema extends z.ZodType } ? z.infer<Schema> : undefined

/** The path of a call, with its parameters filled in. */
export function pathOf<Name extends RouteName>(name: Name, params: RouteParams<Name>): string {
  return pathWith(ROUTES[name], params as Readonly<Record<string, string>>)
}
