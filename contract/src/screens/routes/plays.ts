import { DISPLAY, display, ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { Plays, PlaysQuery, PlaysReport, PlaysTaken } from '../play.ts'
import { ScreenId } from '../screen.ts'

export const PLAY_ROUTES = {
  /**
   * Reports a screen's plays. Anybody may call it, so it has the rate limit of a screen's report. `screen-not-found` until the screen has
   * reported; it then keeps its plays and sends them later.
   */
  tellPlays: {
    method: 'POST',
    path: `${DISPLAY}/screens/:screenId/plays`,
    access: 'public',
    params: display.extend({ screenId: ScreenId }),
    body: Plays,
    response: PlaysTaken,
  },
  /** The plays of the displays that the caller may use. */
  getPlays: {
    method: 'GET',
    path: `${ORGANISATION}/plays`,
    access: 'viewer',
    params: organisation,
    query: PlaysQuery,
    response: PlaysReport,
  },
  /** The same as a table, with a row for each screen, item and hour. */
  exportPlays: {
    method: 'GET',
    path: `${ORGANISATION}/plays/table`,
    access: 'viewer',
    params: organisation,
    query: PlaysQuery,
    response: 'csv',
  },
} as const satisfies Routes

export const PLAY_DETAILS = {
  tellPlays: {
    summary: 'Reports what a screen has shown. Players send this automatically.',
    errors: ['screen-not-found'],
    precedence: 'statistics',
    ofScreen: true,
    bodyBytes: 65_536,
  },
  getPlays: {
    summary: 'Returns what was shown: how often, how long, on which screens, and what was missed.',
    errors: [],
  },
  exportPlays: {
    summary: 'Returns the report as CSV, with a row for each screen, item and hour.',
    errors: [],
  },
} as const satisfies DetailsOf<typeof PLAY_ROUTES>
