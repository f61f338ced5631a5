import type { ROUTES } from './route.ts'
import { ACCOUNT_DETAILS } from './routes/account.ts'
import { ACTIVITY_DETAILS } from './routes/activity.ts'
import { DISPLAY_DETAILS } from './routes/displays.ts'
import { ITEM_DETAILS } from './routes/items.ts'
import { MANIFEST_DETAILS } from './routes/manifest.ts'
import { MEMBER_DETAILS } from './routes/members.ts'
import { OPERATOR_DETAILS } from './routes/operator.ts'
import { SCREEN_DETAILS } from './routes/screens.ts'
import { SERVER_DETAILS } from './routes/server.ts'
import { SETUP_DETAILS } from './routes/setup.ts'
import type { DetailsOf } from './routes/shape.ts'
import { SIGN_IN_DETAILS } from './routes/sign-in.ts'
import { TICKER_DETAILS } from './routes/ticker.ts'
import { TOKEN_DETAILS } from './routes/tokens.ts'
import { UPLOAD_DETAILS } from './routes/uploads.ts'

/** What the server and its documentation know of each call beside ROUTES. No browser needs it, so no page may import it. */
export const ROUTE_DETAILS = {
  ...SERVER_DETAILS,
  ...SIGN_IN_DETAILS,
  ...SETUP_DETAILS,
  ...ACCOUNT_DETAILS,
  ...MANIFEST_DETAILS,
  ...DISPLAY_DETAILS,
  ...SCREEN_DETAILS,
  ...ACTIVITY_DETAILS,
  ...ITEM_DETAILS,
  ...TICKER_DETAILS,
  ...UPLOAD_DETAILS,
  ...MEMBER_DETAILS,
  ...TOKEN_DETAILS,
  ...OPERATOR_DETAILS,
} as const satisfies DetailsOf<typeof ROUTES>
