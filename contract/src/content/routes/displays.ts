import { OPENING_HOURS_ERRORS } from '../../platform/error.ts'
import { DISPLAY, DISPLAYS, display, onProgramme, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import { CreateDisplay, Display, DisplayContents, Programme, UpdateDisplay } from '../display.ts'

export const DISPLAY_ROUTES = {
  listDisplays: {
    method: 'GET',
    path: DISPLAYS,
    access: 'viewer',
    params: organisation,
    response: z.array(Display),
  },
  createDisplay: {
    method: 'POST',
    path: DISPLAYS,
    access: 'owner',
    params: organisation,
    body: CreateDisplay,
    response: Display,
    creates: true,
  },
  /** Changes settings, which have no revision of their own: the last save wins. */
  updateDisplay: {
    method: 'PATCH',
    path: DISPLAY,
    access: 'owner',
    params: display,
    body: UpdateDisplay,
    response: Display,
  },
  /** Everything that `removeDisplay` would delete. */
  getDisplayContents: {
    method: 'GET',
    path: `${DISPLAY}/contents`,
    access: 'owner',
    params: display,
    response: DisplayContents,
  },
  /**
   * Removes it permanently. `If-Match` names the revision for which the contents were shown. Its players show nothing from
   * their next request on. Media files that are no longer used are deleted later.
   */
  removeDisplay: {
    method: 'DELETE',
    path: DISPLAY,
    access: 'owner',
    params: display,
    response: 'none',
    ifMatch: 'required',
  },
  getProgramme: { method: 'GET', ...onProgramme('', {}), access: 'viewer', response: Programme },
  streamProgramme: {
    method: 'GET',
    ...onProgramme('/live', {}),
    access: 'viewer',
    response: 'stream',
  },
} as const satisfies Routes

export const DISPLAY_DETAILS = {
  listDisplays: {
    summary: 'Lists the displays that the caller can access.',
    errors: [],
  },
  createDisplay: {
    summary: 'Creates an empty display.',
    errors: [
      'id-taken',
      'too-many-displays',
      'organisation-not-found',
      'name-missing',
      'invalid-time-zone',
      'invalid-language',
      ...OPENING_HOURS_ERRORS,
    ],
  },
  updateDisplay: {
    summary: 'Changes the name, the time zone or another setting of a display.',
    errors: ['name-missing', 'invalid-time-zone', 'invalid-language', ...OPENING_HOURS_ERRORS],
    takes: ['Idempotency-Key'],
  },
  getDisplayContents: {
    summary: 'Counts what the removal of a display would delete.',
    errors: [],
  },
  removeDisplay: {
    summary: 'Permanently removes a display with all of its content.',
    errors: [],
  },
  getProgramme: {
    summary: 'Returns a display or a playlist with all of its items and lines, including hidden ones.',
    errors: [],
    tells: ['ETag'],
  },
  streamProgramme: {
    summary: 'Streams a display or a playlist: the complete state now, and after each change.',
    errors: ['too-many-streams'],
  },
} as const satisfies DetailsOf<typeof DISPLAY_ROUTES>
