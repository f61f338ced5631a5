import {
  ActivityId,
  ActivityPage,
  ActivityQuery,
  Restored,
  RestorePoint,
  RestorePreview,
  RestoreQuery,
} from '../activity.ts'
import { Changed } from '../changed.ts'
import { DISPLAY, display, ORGANISATION, organisation } from './address.ts'
import type { DetailsOf, Routes } from './shape.ts'

const entry = display.extend({ entryId: ActivityId })

export const ACTIVITY_ROUTES = {
  /** Changes and refusals, with the person behind each. Newest first. */
  listActivity: {
    method: 'GET',
    path: `${DISPLAY}/activity`,
    access: 'viewer',
    params: display,
    query: ActivityQuery,
    response: ActivityPage,
    status: 200,
  },
  /** The same of everything in the organisation, sign-ins too. */
  listOrganisationActivity: {
    method: 'GET',
    path: `${ORGANISATION}/activity`,
    access: 'owner',
    params: organisation,
    query: ActivityQuery,
    response: ActivityPage,
    status: 200,
  },
  /**
   * Makes what one entry changed as it was before: what it removed comes back, what it edited is put back.
   * `changed-meanwhile` when the thing has changed since, `too-old-to-undo`, `file-gone`.
   */
  undoActivity: {
    method: 'POST',
    path: `${DISPLAY}/activity/:entryId/undo`,
    access: 'editor',
    params: entry,
    response: Changed,
    status: 200,
  },
  /** Tells the effect of `restoreDisplay` and changes nothing. */
  previewRestore: {
    method: 'GET',
    path: `${DISPLAY}/restore`,
    access: 'editor',
    params: display,
    query: RestoreQuery,
    response: RestorePreview,
    status: 200,
  },
  /** The items and lines as they were: one change, which can be undone like any other. Its settings stay. */
  restoreDisplay: {
    method: 'POST',
    path: `${DISPLAY}/restore`,
    access: 'editor',
    params: display,
    body: RestorePoint,
    response: Restored,
    status: 200,
    ifMatch: 'optional',
  },
} as const satisfies Routes

export const ACTIVITY_DETAILS = {
  listActivity: {
    tag: 'Activity',
    summary: 'Lists who changed what on a display, newest first.',
    errors: ['activity-not-found'],
  },
  listOrganisationActivity: {
    tag: 'Activity',
    summary: 'Lists what happened in the whole organisation, sign-ins too.',
    errors: ['activity-not-found'],
  },
  undoActivity: {
    tag: 'Activity',
    summary: 'Undoes one entry of the activity log.',
    errors: [
      'changed-meanwhile',
      'too-old-to-undo',
      'file-gone',
      'too-many-items',
      'addresses-too-long',
      'schedules-too-long',
      'too-many-lines',
    ],
    takes: ['Idempotency-Key'],
  },
  previewRestore: {
    tag: 'Activity',
    summary: 'Tells what going back to an earlier state would do.',
    errors: ['too-old-to-undo'],
  },
  restoreDisplay: {
    tag: 'Activity',
    summary: 'Makes a display hold what it held before.',
    errors: ['too-old-to-undo'],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof ACTIVITY_ROUTES>
