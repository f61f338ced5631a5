import { ACTIVITY_DETAILS } from './content/routes/activity.ts'
import { ADVICE_DETAILS } from './content/routes/advice.ts'
import { BRAND_DETAILS } from './content/routes/brand.ts'
import { CORNER_PIECE_DETAILS } from './content/routes/corner-pieces.ts'
import { DECK_DETAILS } from './content/routes/decks.ts'
import { DISPLAY_DETAILS } from './content/routes/displays.ts'
import { FEED_DETAILS } from './content/routes/feeds.ts'
import { ITEM_DETAILS } from './content/routes/items.ts'
import { LAYOUT_DETAILS } from './content/routes/layouts.ts'
import { LIBRARY_DETAILS } from './content/routes/library.ts'
import { LINE_DETAILS } from './content/routes/lines.ts'
import { MEDIA_DETAILS } from './content/routes/media.ts'
import { MOVE_IN_DETAILS } from './content/routes/move-ins.ts'
import { PLAYLIST_DETAILS } from './content/routes/playlists.ts'
import { TABLE_SOURCE_DETAILS } from './content/routes/table-sources.ts'
import { TABLE_DETAILS } from './content/routes/tables.ts'
import { UPLOAD_DETAILS } from './content/routes/uploads.ts'
import { WEATHER_DETAILS } from './content/routes/weather.ts'
import { WEB_PAGE_DETAILS } from './content/routes/web-pages.ts'
import { CONSOLE_DETAILS } from './operations/routes/console.ts'
import { SETUP_DETAILS } from './operations/routes/setup.ts'
import { WEBHOOK_DETAILS } from './operations/routes/webhooks.ts'
import { ACCOUNT_DETAILS } from './people/routes/account.ts'
import { MEMBER_DETAILS } from './people/routes/members.ts'
import { PASSKEY_DETAILS } from './people/routes/passkeys.ts'
import { PROPOSAL_DETAILS } from './people/routes/proposals.ts'
import { SIGN_IN_DETAILS } from './people/routes/sign-in.ts'
import { TOKEN_DETAILS } from './people/routes/tokens.ts'
import { SERVER_DETAILS } from './platform/routes/server.ts'
import type { DetailsOf, RouteTag } from './platform/routes/shape.ts'
import { INSERT_DETAILS } from './playout/routes/inserts.ts'
import { MANIFEST_DETAILS } from './playout/routes/manifest.ts'
import { TAKE_OVER_DETAILS } from './playout/routes/take-overs.ts'
import type { ROUTES } from './route.ts'
import { AGENT_DETAILS } from './screens/routes/agent.ts'
import { ALERT_DETAILS } from './screens/routes/alerts.ts'
import { ENROLMENT_DETAILS } from './screens/routes/enrolments.ts'
import { PAIRING_DETAILS } from './screens/routes/pairing.ts'
import { PLAY_DETAILS } from './screens/routes/plays.ts'
import { SCREEN_DETAILS } from './screens/routes/screens.ts'
import { VISIT_DETAILS } from './screens/routes/visits.ts'
import { WALL_DETAILS } from './screens/routes/walls.ts'

/** The details of a feature's calls with their group, which a call's own `tag` replaces. */
function tagged<Table extends Record<string, object>>(tag: RouteTag, table: Table) {
  const rows = Object.entries(table).map(([name, details]) => [name, { tag, ...details }])
  return Object.fromEntries(rows) as { [Name in keyof Table]: Table[Name] & { tag: RouteTag } }
}

/**
 * Details of each call in ROUTES, for the server and its documentation. Browsers do not need them, so no page may import this.
 */
export const ROUTE_DETAILS = {
  ...tagged('Player', SERVER_DETAILS),
  ...tagged('Account', SIGN_IN_DETAILS),
  ...tagged('Displays', DISPLAY_DETAILS),
  ...tagged('Screens', SCREEN_DETAILS),
  ...tagged('Items', ITEM_DETAILS),
  ...tagged('Ticker', LINE_DETAILS),
  ...tagged('Account', SETUP_DETAILS),
  ...tagged('Account', ACCOUNT_DETAILS),
  ...tagged('Account', PASSKEY_DETAILS),
  ...tagged('Player', MANIFEST_DETAILS),
  ...tagged('Displays', LAYOUT_DETAILS),
  ...tagged('Displays', CORNER_PIECE_DETAILS),
  ...tagged('Playlists', PLAYLIST_DETAILS),
  ...tagged('Tables', TABLE_DETAILS),
  ...tagged('Tables', TABLE_SOURCE_DETAILS),
  ...tagged('Screens', PLAY_DETAILS),
  ...tagged('Screens', PAIRING_DETAILS),
  ...tagged('Screens', ENROLMENT_DETAILS),
  ...tagged('Screens', AGENT_DETAILS),
  ...tagged('Screens', WALL_DETAILS),
  ...tagged('Activity', ACTIVITY_DETAILS),
  ...tagged('Files', UPLOAD_DETAILS),
  ...tagged('Members', MEDIA_DETAILS),
  ...tagged('Files', DECK_DETAILS),
  ...tagged('Files', LIBRARY_DETAILS),
  ...tagged('Moving in', MOVE_IN_DETAILS),
  ...tagged('Displays', BRAND_DETAILS),
  ...tagged('Displays', VISIT_DETAILS),
  ...tagged('Items', WEB_PAGE_DETAILS),
  ...tagged('Items', FEED_DETAILS),
  ...tagged('Displays', WEATHER_DETAILS),
  ...tagged('Members', MEMBER_DETAILS),
  ...tagged('Take-overs', TAKE_OVER_DETAILS),
  ...tagged('Inserts', INSERT_DETAILS),
  ...tagged('Proposals', PROPOSAL_DETAILS),
  ...tagged('Tokens', TOKEN_DETAILS),
  ...tagged('Alerts', ALERT_DETAILS),
  ...tagged('Webhooks', WEBHOOK_DETAILS),
  ...tagged('Displays', ADVICE_DETAILS),
  ...tagged('Provider', CONSOLE_DETAILS),
} as const satisfies DetailsOf<typeof ROUTES>
