import { ACTIVITY_DETAILS } from './content/routes/activity.ts'
import { ADVICE_DETAILS } from './content/routes/advice.ts'
import { BRAND_DETAILS } from './content/routes/brand.ts'
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
import { UPLOAD_DETAILS } from './content/routes/uploads.ts'
import { WEB_PAGE_DETAILS } from './content/routes/web-pages.ts'
import { CONSOLE_DETAILS } from './operations/routes/console.ts'
import { SETUP_DETAILS } from './operations/routes/setup.ts'
import { WEBHOOK_DETAILS } from './operations/routes/webhooks.ts'
import { ACCOUNT_DETAILS } from './people/routes/account.ts'
import { MEMBER_DETAILS } from './people/routes/members.ts'
import { PROPOSAL_DETAILS } from './people/routes/proposals.ts'
import { SIGN_IN_DETAILS } from './people/routes/sign-in.ts'
import { TOKEN_DETAILS } from './people/routes/tokens.ts'
import { SERVER_DETAILS } from './platform/routes/server.ts'
import type { DetailsOf } from './platform/routes/shape.ts'
import { MANIFEST_DETAILS } from './playout/routes/manifest.ts'
import { TAKE_OVER_DETAILS } from './playout/routes/take-overs.ts'
import type { ROUTES } from './route.ts'
import { ALERT_DETAILS } from './screens/routes/alerts.ts'
import { PAIRING_DETAILS } from './screens/routes/pairing.ts'
import { PLAY_DETAILS } from './screens/routes/plays.ts'
import { SCREEN_DETAILS } from './screens/routes/screens.ts'
import { VISIT_DETAILS } from './screens/routes/visits.ts'

/**
 * Details of each call in ROUTES, for the server and its documentation. Browsers do not need them, so no page may import this.
 */
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
  ...LAYOUT_DETAILS,
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
