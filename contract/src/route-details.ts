import type { ROUTES } from './route.ts'
import { ACCOUNT_DETAILS } from './routes/account.ts'
import { ACTIVITY_DETAILS } from './routes/activity.ts'
import { ADVICE_DETAILS } from './routes/advice.ts'
import { ALERT_DETAILS } from './routes/alerts.ts'
import { BRAND_DETAILS } from './routes/brand.ts'
import { CONSOLE_DETAILS } from './routes/console.ts'
import { DECK_DETAILS } from './routes/decks.ts'
import { DISPLAY_DETAILS } from './routes/displays.ts'
import { FEED_DETAILS } from './routes/feeds.ts'
import { ITEM_DETAILS } from './routes/items.ts'
import { LIBRARY_DETAILS } from './routes/library.ts'
import { LINE_DETAILS } from './routes/lines.ts'
import { MANIFEST_DETAILS } from './routes/manifest.ts'
import { MEDIA_DETAILS } from './routes/media.ts'
import { MOVE_IN_DETAILS } from './routes/move-ins.ts'
import { PAIRING_DETAILS } from './routes/pairing.ts'
import { MEMBER_DETAILS } from './routes/people.ts'
import { PLAYLIST_DETAILS } from './routes/playlists.ts'
import { PLAY_DETAILS } from './routes/plays.ts'
import { PROPOSAL_DETAILS } from './routes/proposals.ts'
import { SCREEN_DETAILS } from './routes/screens.ts'
import { SERVER_DETAILS } from './routes/server.ts'
import { SETUP_DETAILS } from './routes/setup.ts'
import type { DetailsOf } from './routes/shape.ts'
import { SIGN_IN_DETAILS } from './routes/sign-in.ts'
import { TAKE_OVER_DETAILS } from './routes/take-overs.ts'
import { TOKEN_DETAILS } from './routes/tokens.ts'
import { UPLOAD_DETAILS } from './routes/uploads.ts'
import { VISIT_DETAILS } from './routes/visits.ts'
import { WEB_PAGE_DETAILS } from './routes/web-pages.ts'
import { WEBHOOK_DETAILS } from './routes/webhooks.ts'

/** Facts on each call, beside ROUTES, for the server and its documentation. No browser needs it, so no page may import it. */
export const ROUTE_DETAILS = {
  ...SERVER_DETAILS,
  ...SIGN_IN_DETAILS,
  ...DISPLAY_DETAILS,
  ...SCREEN_DETAILS,
  ...ITEM_DETAILS,
  ...LINE_DETAILS,
  ...SETUP_DETAILS,
  ...ACCOUNT_DETAILS,
  ...MANIFEST_DETAILS,
  ...PLAYLIST_DETAILS,
  ...PLAY_DETAILS,
  ...PAIRING_DETAILS,
  ...ACTIVITY_DETAILS,
  ...UPLOAD_DETAILS,
  ...MEDIA_DETAILS,
  ...DECK_DETAILS,
  ...LIBRARY_DETAILS,
  ...MOVE_IN_DETAILS,
  ...BRAND_DETAILS,
  ...VISIT_DETAILS,
  ...WEB_PAGE_DETAILS,
  ...FEED_DETAILS,
  ...MEMBER_DETAILS,
  ...TAKE_OVER_DETAILS,
  ...PROPOSAL_DETAILS,
  ...TOKEN_DETAILS,
  ...ALERT_DETAILS,
  ...WEBHOOK_DETAILS,
  ...ADVICE_DETAILS,
  ...CONSOLE_DETAILS,
} as const satisfies DetailsOf<typeof ROUTES>
