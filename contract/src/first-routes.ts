import { DISPLAY_ROUTES } from './content/routes/displays.ts'
import { ITEM_ROUTES } from './content/routes/items.ts'
import { LINE_ROUTES } from './content/routes/lines.ts'
import { SIGN_IN_ROUTES } from './people/routes/sign-in.ts'
import { SERVER_ROUTES } from './platform/routes/server.ts'
import type { Routes } from './platform/routes/shape.ts'
import { SCREEN_ROUTES } from './screens/routes/screens.ts'

/**
 * The calls in a browser's first bundle: signing in, and the programme of a display. The other calls of ROUTES load while the
 * browser is idle, so the time to the first page does not grow with the number of calls.
 */
export const FIRST_ROUTES = {
  ...SERVER_ROUTES,
  ...SIGN_IN_ROUTES,
  ...DISPLAY_ROUTES,
  ...SCREEN_ROUTES,
  ...ITEM_ROUTES,
  ...LINE_ROUTES,
} as const satisfies Routes
