import { DISPLAY, display, ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { Display } from '../display.ts'
import { FoundTowns, SetTown, TownQuery } from '../set-town.ts'

export const WEATHER_ROUTES = {
  findTowns: {
    method: 'GET',
    path: `${ORGANISATION}/towns`,
    access: 'viewer',
    params: organisation,
    query: TownQuery,
    response: FoundTowns,
  },
  /** The last save wins, as for other settings of a display. */
  setTown: {
    method: 'PUT',
    path: `${DISPLAY}/town`,
    access: 'editor',
    params: display,
    body: SetTown,
    response: Display,
  },
} as const satisfies Routes

export const WEATHER_DETAILS = {
  findTowns: {
    summary: 'Finds towns of the bundled list by a part of their name, and returns the source of the weather.',
    errors: ['too-long'],
  },
  setTown: {
    summary: 'Sets the town that a display is in, for its weather, and the units in which the weather is shown.',
    errors: ['town-not-found'],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof WEATHER_ROUTES>
