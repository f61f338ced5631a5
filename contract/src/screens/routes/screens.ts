import { DISPLAY, display } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { ScreenBeat, ScreenId, ScreenReport, Screens, UpdateScreen } from '../screen.ts'

const screen = display.extend({ screenId: ScreenId })

export const SCREEN_ROUTES = {
  /**
   * Reports the state of a screen. Anybody may call it, so it is limited: `too-many-requests` for a screen or a network that
   * reports too often. Reports beyond the maximum number of screens, or during a shutdown of the server, are dropped silently.
   */
  reportScreen: {
    method: 'POST',
    path: `${DISPLAY}/screens/:screenId/reports`,
    access: 'public',
    params: screen,
    body: ScreenReport,
    response: 'none',
  },
  /**
   * Reports that a screen paints, every SCREEN_BEAT_MS. Limited like reports. Beats of a screen that has not reported, or
   * belongs to another display, are dropped silently.
   */
  beatScreen: {
    method: 'POST',
    path: `${DISPLAY}/screens/:screenId/beats`,
    access: 'public',
    params: screen,
    body: ScreenBeat,
    response: 'none',
  },
  listScreens: {
    method: 'GET',
    path: `${DISPLAY}/screens`,
    access: 'viewer',
    params: display,
    response: Screens,
  },
  /** Renames it. A screen has no revision: the last save wins. */
  updateScreen: {
    method: 'PATCH',
    path: `${DISPLAY}/screens/:screenId`,
    access: 'editor',
    params: screen,
    body: UpdateScreen,
    response: 'none',
  },
  /** Deletes it. If it is still running, it reappears with its next report, without its name. */
  removeScreen: {
    method: 'DELETE',
    path: `${DISPLAY}/screens/:screenId`,
    access: 'editor',
    params: screen,
    response: 'none',
  },
} as const satisfies Routes

export const SCREEN_DETAILS = {
  reportScreen: {
    summary: 'Reports the state of a screen. Players send this automatically.',
    errors: [],
    precedence: 'statistics',
    ofScreen: true,
  },
  beatScreen: {
    summary: 'Reports that a screen draws frames. Players send this automatically.',
    errors: [],
    precedence: 'statistics',
    ofScreen: true,
    onFullDisk: true,
  },
  listScreens: {
    summary: 'Lists the screens of a display with their state.',
    errors: [],
  },
  updateScreen: {
    summary: 'Names a screen.',
    errors: [],
  },
  removeScreen: {
    summary: 'Removes a screen from the list.',
    errors: [],
  },
} as const satisfies DetailsOf<typeof SCREEN_ROUTES>
