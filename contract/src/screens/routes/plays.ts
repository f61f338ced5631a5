import { DISPLAY, display, ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { Plays, PlaysQuery, PlaysReport, PlaysTaken } from '../play.ts'
import { ScreenId } from '../screen.ts'

export const PLAY_ROUTES = {
  /**
   * A screen tells what it painted. Anybody may call it, so it is bounded like a report. `screen-not-found` until the screen
   * has reported: it keeps what it has and comes again.
   */
  tellPlays: {
    method: 'POST',
    path: `${DISPLAY}/screens/:screenId/plays`,
    access: 'public',
    params: display.extend({ screenId: ScreenId }),
    body: Plays,
    response: PlaysTaken,
    status: 200,
  },
  /** The showings, of the displays that the caller may use. */
  getPlays: {
    method: 'GET',
    path: `${ORGANISATION}/plays`,
    access: 'viewer',
    params: organisation,
    query: PlaysQuery,
    response: PlaysReport,
    status: 200,
  },
  /** The same as a table, a row for each screen, item and hour. */
  exportPlays: {
    method: 'GET',
    path: `${ORGANISATION}/plays/table`,
    access: 'viewer',
    params: organisation,
    query: PlaysQuery,
    response: 'csv',
    status: 200,
  },
} as const satisfies Routes

export const PLAY_DETAILS = {
  tellPlays: {
    tag: 'Screens',
    summary: 'Tells what a screen painted; players send it by themselves.',
    errors: ['screen-not-found'],
    precedence: 'statistics',
    ofScreen: true,
    bodyBytes: 65_536,
  },
  getPlays: {
    tag: 'Screens',
    summary: 'Tells what was shown: how often, how long, on which screens, and what was missed.',
    errors: [],
  },
  exportPlays: {
    tag: 'Screens',
    summary: 'The same as a table in CSV, a row for each screen, item and hour.',
    errors: [],
  },
} as const satisfies DetailsOf<typeof PLAY_ROUTES>
