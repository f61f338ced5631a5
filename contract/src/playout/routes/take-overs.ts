import { TakeOverId } from '../../platform/id.ts'
import { DISPLAY, display, ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { ScreenId } from '../../screens/screen.ts'
import {
  PreparedTakeOver,
  PrepareTakeOver,
  ProlongTakeOver,
  Raised,
  RaiseTakeOver,
  ShowTakeOver,
  StartTakeOver,
  TakeOver,
  TakeOverReport,
  TakeOvers,
  UpdatePreparedTakeOver,
} from '../take-over.ts'

const takeOver = organisation.extend({ overId: TakeOverId })

const TAKE_OVERS = `${ORGANISATION}/take-overs`
const PREPARED = `${ORGANISATION}/prepared-take-overs`

const CONTENT_ERRORS = [
  'take-over-not-storable',
  'media-not-found',
  'item-not-found',
  'notice-empty',
  'value-not-found',
  'link-not-valid',
  'text-missing',
  'title-missing',
] as const

export const TAKE_OVER_ROUTES = {
  /** Running and prepared take-overs, and the screens that they would reach. */
  listTakeOvers: {
    method: 'GET',
    path: TAKE_OVERS,
    access: 'viewer',
    params: organisation,
    response: TakeOvers,
  },
  getTakeOver: {
    method: 'GET',
    path: `${TAKE_OVERS}/:overId`,
    access: 'viewer',
    params: takeOver,
    response: TakeOverReport,
  },
  startTakeOver: {
    method: 'POST',
    path: TAKE_OVERS,
    access: 'take-over',
    person: true,
    params: organisation,
    body: StartTakeOver,
    response: TakeOver,
    creates: true,
  },
  /** The new duration counts from now. */
  prolongTakeOver: {
    method: 'POST',
    path: `${TAKE_OVERS}/:overId/prolongation`,
    access: 'take-over',
    person: true,
    params: takeOver,
    body: ProlongTakeOver,
    response: TakeOver,
  },
  endTakeOver: {
    method: 'POST',
    path: `${TAKE_OVERS}/:overId/end`,
    access: 'take-over',
    person: true,
    params: takeOver,
    response: TakeOver,
  },
  /** Reverts its end, if its time is not over yet; otherwise `take-over-ended`. */
  resumeTakeOver: {
    method: 'DELETE',
    path: `${TAKE_OVERS}/:overId/end`,
    access: 'take-over',
    person: true,
    params: takeOver,
    response: TakeOver,
  },
  prepareTakeOver: {
    method: 'POST',
    path: PREPARED,
    access: 'take-over',
    person: true,
    unlimited: true,
    params: organisation,
    body: PrepareTakeOver,
    response: PreparedTakeOver,
    creates: true,
  },
  updatePreparedTakeOver: {
    method: 'PATCH',
    path: `${PREPARED}/:overId`,
    access: 'take-over',
    person: true,
    unlimited: true,
    params: takeOver,
    body: UpdatePreparedTakeOver,
    response: PreparedTakeOver,
  },
  removePreparedTakeOver: {
    method: 'DELETE',
    path: `${PREPARED}/:overId`,
    access: 'take-over',
    person: true,
    unlimited: true,
    params: takeOver,
    response: 'none',
  },
  /**
   * The endpoint for programs: words, the name of a prepared take-over, or a CAP 1.2 message. The organisation is the caller's.
   */
  raiseTakeOver: {
    method: 'POST',
    path: '/api/take-over',
    access: 'take-over',
    body: RaiseTakeOver,
    response: Raised,
  },
  /** Reports that a screen has painted it. Limited like beats; reports from unknown screens are dropped silently. */
  showTakeOver: {
    method: 'POST',
    path: `${DISPLAY}/screens/:screenId/take-overs`,
    access: 'public',
    params: display.extend({ screenId: ScreenId }),
    body: ShowTakeOver,
    response: 'none',
  },
} as const satisfies Routes

export const TAKE_OVER_DETAILS = {
  listTakeOvers: {
    summary: 'Lists running and prepared take-overs.',
    errors: [],
  },
  getTakeOver: {
    summary: 'Returns which screens have shown a take-over, after how long, and which have not.',
    errors: [],
  },
  startTakeOver: {
    summary: 'Starts a take-over on all displays or on some of them.',
    errors: ['take-over-not-found', 'too-many-take-overs', ...CONTENT_ERRORS],
    takes: ['Idempotency-Key'],
  },
  prolongTakeOver: {
    summary: 'Sets how long a take-over continues from now.',
    errors: ['take-over-ended'],
    takes: ['Idempotency-Key'],
  },
  endTakeOver: {
    summary: 'Ends a take-over.',
    errors: [],
    takes: ['Idempotency-Key'],
    onFullDisk: true,
  },
  resumeTakeOver: {
    summary: 'Resumes an ended take-over.',
    errors: ['take-over-ended'],
    takes: ['Idempotency-Key'],
  },
  prepareTakeOver: {
    summary: 'Prepares a take-over. Every screen stores its file in advance.',
    errors: ['name-missing', 'take-over-name-taken', 'too-many-take-overs', ...CONTENT_ERRORS],
    takes: ['Idempotency-Key'],
  },
  updatePreparedTakeOver: {
    summary: 'Changes a prepared take-over. Running take-overs do not change.',
    errors: ['name-missing', 'take-over-name-taken', ...CONTENT_ERRORS],
    takes: ['Idempotency-Key'],
  },
  removePreparedTakeOver: {
    summary: 'Removes a prepared take-over.',
    errors: [],
    takes: ['Idempotency-Key'],
  },
  raiseTakeOver: {
    summary: 'Starts, prolongs or ends a take-over by its name, with JSON or a CAP 1.2 message.',
    errors: [
      'take-over-not-found',
      'too-many-take-overs',
      'display-not-found',
      'cap-not-valid',
      'name-missing',
      'text-missing',
      'notice-empty',
      'value-not-found',
    ],
  },
  showTakeOver: {
    summary: 'Reports that a screen has shown a take-over. Players send this automatically.',
    errors: [],
    ofScreen: true,
  },
} as const satisfies DetailsOf<typeof TAKE_OVER_ROUTES>
