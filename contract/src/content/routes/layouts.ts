import { CONDITION_ERRORS } from '../../platform/error.ts'
import { DISPLAY, display } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { LayoutChanged } from '../changed.ts'
import { SetLayout } from '../layout.ts'

export const LAYOUT_ROUTES = {
  /** Sets or removes the layout of a display. Playlists for its zones are made with it if they are only named. */
  setLayout: {
    method: 'PATCH',
    path: `${DISPLAY}/layout`,
    access: 'editor',
    unlimited: true,
    params: display,
    body: SetLayout,
    response: LayoutChanged,
    ifMatch: 'required',
  },
} as const satisfies Routes

export const LAYOUT_DETAILS = {
  setLayout: {
    summary: 'Divides the screen of a display into zones, or removes the division.',
    errors: [
      'zones-do-not-fit',
      'zone-too-small',
      'zone-without-playlist',
      'playlist-in-two-zones',
      'playlist-not-found',
      'too-many-playlists',
      'name-missing',
      ...CONDITION_ERRORS,
    ],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof LAYOUT_ROUTES>
