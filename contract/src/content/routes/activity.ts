import { ORGANISATION, onProgramme, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import {
  ActivityId,
  ActivityPage,
  ActivityQuery,
  Restored,
  RestorePoint,
  RestorePreview,
  RestoreQuery,
  UndoneTogether,
  UndoTogether,
} from '../activity.ts'
import { Changed } from '../changed.ts'

const entry = { entryId: ActivityId }

export const ACTIVITY_ROUTES = {
  /**
   * Changes and refusals, with the person behind each. Newest first. Those of a display include take-overs and inserts on it, and what people
   * changed in the tables that it shows now.
   */
  listActivity: {
    method: 'GET',
    ...onProgramme('/activity', {}),
    access: 'viewer',
    query: ActivityQuery,
    response: ActivityPage,
  },
  /** The log of the whole organisation, including sign-ins. */
  listOrganisationActivity: {
    method: 'GET',
    path: `${ORGANISATION}/activity`,
    access: 'owner',
    params: organisation,
    query: ActivityQuery,
    response: ActivityPage,
  },
  /**
   * Reverts what one entry changed: removed things are restored, and edited things get their former values. Errors:
   * `changed-meanwhile` if the thing has changed since, `too-old-to-undo`, `file-gone`.
   */
  undoActivity: {
    method: 'POST',
    ...onProgramme('/activity/:entryId/undo', entry),
    access: 'editor',
    response: Changed,
  },
  /** Undoes what one command changed on several displays, playlists and tables: all of it or nothing. */
  undoTogether: {
    method: 'POST',
    path: `${ORGANISATION}/undo`,
    access: 'editor',
    params: organisation,
    body: UndoTogether,
    response: UndoneTogether,
  },
  /** Returns the effect of `restoreProgramme` without changing anything. */
  previewRestore: {
    method: 'GET',
    ...onProgramme('/restore', {}),
    access: 'editor',
    query: RestoreQuery,
    response: RestorePreview,
  },
  /**
   * Restores a past state of the items and lines. This is one change, which can itself be undone. Settings are not restored.
   */
  restoreProgramme: {
    method: 'POST',
    ...onProgramme('/restore', {}),
    access: 'editor',
    body: RestorePoint,
    response: Restored,
    ifMatch: 'optional',
  },
} as const satisfies Routes

export const ACTIVITY_DETAILS = {
  listActivity: {
    summary: 'Lists who changed what on a display or in a playlist, newest first.',
    errors: ['activity-not-found'],
  },
  listOrganisationActivity: {
    summary: 'Lists what happened in the whole organisation, including sign-ins.',
    errors: ['activity-not-found'],
  },
  undoActivity: {
    summary: 'Undoes one entry of the activity log.',
    errors: [
      'changed-meanwhile',
      'too-old-to-undo',
      'file-gone',
      'item-not-found',
      'line-not-found',
      'playlist-not-found',
      'playlist-included-already',
      'display-too-full',
      'too-many-items',
      'addresses-too-long',
      'schedules-too-long',
      'notices-too-long',
      'too-many-lines',
    ],
    takes: ['Idempotency-Key'],
  },
  undoTogether: {
    summary: 'Undoes the changes that one command made on several displays, playlists and tables.',
    errors: [
      'activity-not-found',
      'changed-meanwhile',
      'too-old-to-undo',
      'file-gone',
      'display-not-found',
      'item-not-found',
      'line-not-found',
      'playlist-not-found',
      'playlist-included-already',
      'table-not-found',
      'row-not-found',
      'column-not-found',
      'column-name-taken',
      'row-key-taken',
      'too-many-rows',
      'too-many-columns',
      'table-too-large',
      'table-follows',
      'table-without-key',
      'display-too-full',
    ],
    takes: ['Idempotency-Key'],
  },
  previewRestore: {
    summary: 'Returns what a restore of an earlier state would change.',
    errors: ['too-old-to-undo'],
  },
  restoreProgramme: {
    summary: 'Restores an earlier state of a display or a playlist.',
    errors: ['too-old-to-undo', 'display-too-full'],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof ACTIVITY_ROUTES>
