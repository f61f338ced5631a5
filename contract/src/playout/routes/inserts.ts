import { TakeOverId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { Insert, InsertRaised, Inserts, ProlongInsert, RaiseInsert, StartInsert } from '../insert.ts'

const insert = organisation.extend({ insertId: TakeOverId })

const INSERTS = `${ORGANISATION}/inserts`

export const INSERT_ROUTES = {
  /** Running inserts, and the screens that they would reach. */
  listInserts: {
    method: 'GET',
    path: INSERTS,
    access: 'viewer',
    params: organisation,
    response: Inserts,
  },
  startInsert: {
    method: 'POST',
    path: INSERTS,
    access: 'insert',
    params: organisation,
    body: StartInsert,
    response: Insert,
    creates: true,
  },
  /** The new duration counts from now. */
  prolongInsert: {
    method: 'POST',
    path: `${INSERTS}/:insertId/prolongation`,
    access: 'insert',
    params: insert,
    body: ProlongInsert,
    response: Insert,
  },
  endInsert: {
    method: 'POST',
    path: `${INSERTS}/:insertId/end`,
    access: 'insert',
    params: insert,
    response: Insert,
  },
  /** Reverts its end, if its time is not over yet; otherwise `insert-ended`. */
  resumeInsert: {
    method: 'DELETE',
    path: `${INSERTS}/:insertId/end`,
    access: 'insert',
    params: insert,
    response: Insert,
  },
  /** The endpoint for programs: a web page, a film or a stream, a picture, or words. The organisation is the caller's. */
  raiseInsert: {
    method: 'POST',
    path: '/api/insert',
    access: 'insert',
    body: RaiseInsert,
    response: InsertRaised,
  },
} as const satisfies Routes

export const INSERT_DETAILS = {
  listInserts: {
    summary: 'Lists running inserts.',
    errors: [],
  },
  startInsert: {
    summary: 'Shows something in a corner, along a side or as a band for a while. The loop plays on below it.',
    errors: [
      'too-many-inserts',
      'screen-not-found',
      'take-over-not-storable',
      'media-not-found',
      'item-not-found',
      'notice-empty',
      'link-not-valid',
      'text-missing',
      'title-missing',
      'url-not-playable',
    ],
    takes: ['Idempotency-Key'],
  },
  prolongInsert: {
    summary: 'Sets how long an insert continues from now.',
    errors: ['insert-ended'],
    takes: ['Idempotency-Key'],
  },
  endInsert: {
    summary: 'Ends an insert.',
    errors: [],
    takes: ['Idempotency-Key'],
    onFullDisk: true,
  },
  resumeInsert: {
    summary: 'Resumes an ended insert.',
    errors: ['insert-ended', 'too-many-inserts'],
    takes: ['Idempotency-Key'],
  },
  raiseInsert: {
    summary: 'Starts, prolongs or ends an insert, without ids.',
    errors: [
      'too-many-inserts',
      'display-not-found',
      'screen-not-found',
      'name-missing',
      'text-missing',
      'notice-empty',
      'url-not-playable',
      'title-missing',
    ],
  },
} as const satisfies DetailsOf<typeof INSERT_ROUTES>
