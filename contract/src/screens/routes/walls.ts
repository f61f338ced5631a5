import { DISPLAY, display } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { SetWall, ShowTestCard, WallChanged, WallNow } from '../wall.ts'

const WALL = `${DISPLAY}/wall` as const

export const WALL_ROUTES = {
  getWall: { method: 'GET', path: WALL, access: 'viewer', params: display, response: WallNow },
  /** Makes, changes or removes the wall of a display. The manifest of the display does not change. */
  setWall: {
    method: 'PATCH',
    path: WALL,
    access: 'editor',
    params: display,
    body: SetWall,
    response: WallChanged,
    ifMatch: 'required',
  },
  /** The screens of the display show the test card, or what they play. */
  showTestCard: {
    method: 'POST',
    path: `${WALL}/test-card`,
    access: 'editor',
    params: display,
    body: ShowTestCard,
    response: 'none',
  },
} as const satisfies Routes

export const WALL_DETAILS = {
  getWall: {
    summary: 'Returns the wall of a display, its state, and the paired screens that it can have.',
    errors: [],
  },
  setWall: {
    summary: 'Arranges paired screens of a display to show it as one picture, or ends that.',
    errors: [
      'wall-too-small',
      'cell-outside-wall',
      'cell-taken',
      'screen-in-two-cells',
      'screen-not-found',
      'screen-on-other-display',
    ],
    takes: ['Idempotency-Key'],
  },
  showTestCard: {
    summary: 'Shows a test card and a number on each screen of a display that has a wall.',
    errors: ['wall-not-found'],
    onFullDisk: true,
  },
} as const satisfies DetailsOf<typeof WALL_ROUTES>
