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
    status: 200,
  },
  getTakeOver: {
    method: 'GET',
    path: `${TAKE_OVERS}/:overId`,
    access: 'viewer',
    params: takeOver,
    response: TakeOverReport,
    status: 200,
  },
  startTakeOver: {
    method: 'POST',
    path: TAKE_OVERS,
    access: 'take-over',
    person: true,
    params: organisation,
    body: StartTakeOver,
    response: TakeOver,
    status: 201,
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
    status: 200,
  },
  endTakeOver: {
    method: 'POST',
    path: `${TAKE_OVERS}/:overId/end`,
    access: 'take-over',
    person: true,
    params: takeOver,
    response: TakeOver,
    status: 200,
  },
  /** Reverts its end, if its time is not over yet; otherwise `take-over-ended`. */
  resumeTakeOver: {
    method: 'DELETE',
    path: `${TAKE_OVERS}/:overId/end`,
    access: 'take-over',
    person: true,
    params: takeOver,
    response: TakeOver,
    status: 200,
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
    status: 201,
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
    status: 200,
  },
  removePreparedTakeOver: {
    method: 'DELETE',
    path: `${PREPARED}/:overId`,
    access: 'take-over',
    person: true,
    unlimited: true,
    params: takeOver,
    response: 'none',
    status: 204,
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
    status: 200,
  },
  /** Reports that a screen has painted it. Limited like beats; reports from unknown screens are dropped silently. */
  showTakeOver: {
    method: 'POST',
    path: `${DISPLAY}/screens/:screenId/take-overs`,
    access: 'public',
    params: display.extend({ screenId: ScreenId }),
    body: ShowTakeOver,
    response: 'none',
    status: 204,
  },
} as const satisfies Routes

export const TAKE_OVER_DETAILS = {
  listTakeOvers: {
    tag: 'Take-overs',
    summary: 'Lists running and prepared take-overs.',
    errors: [],
  },
  getTakeOver: {
    tag: 'Take-overs',
    summary: 'Returns which screens have shown a take-over, after how long, and which have not.',
    errors: [],
  },
  startTakeOver: {
    tag: 'Take-overs',
    summary: 'Starts a take-over on all displays or on some of them.',
    errors: ['take-over-not-found', 'too-many-take-overs', ...CONTENT_ERRORS],
    takes: ['Idempotency-Key'],
  },
  prolongTakeOver: {
    tag: 'Take-overs',
    summary: 'Sets how long a take-over continues from now.',
    errors: ['take-over-ended'],
    takes: ['Idempotency-Key'],
  },
  endTakeOver: {
    tag: 'Take-overs',
    summary: 'Ends a take-over.',
    errors: [],
    takes: ['Idempotency-Key'],
    onFullDisk: true,
  },
  resumeTakeOver: {
    tag: 'Take-overs',
    summary: 'Resumes an ended take-over.',
    errors: ['take-over-ended'],
    takes: ['Idempotency-Key'],
  },
  prepareTakeOver: {
    tag: 'Take-overs',
    summary: 'Prepares a take-over. Every screen stores its file in advance.',
    errors: ['name-missing', 'take-over-name-taken', 'too-many-take-overs', ...CONTENT_ERRORS],
    takes: ['Idempotency-Key'],
  },
  updatePreparedTakeOver: {
    tag: 'Take-overs',
    summary: 'Changes a prepared take-over. Running take-overs do not change.',
    errors: ['name-missing', 'take-over-name-taken', ...CONTENT_ERRORS],
    takes: ['Idempotency-Key'],
  },
  removePreparedTakeOver: {
    tag: 'Take-overs',
    summary: 'Removes a prepared take-over.',
    errors: [],
    takes: ['Idempotency-Key'],
  },
  raiseTakeOver: {
    tag: 'Take-overs',
    summary: 'Starts, prolongs or ends a take-over by its name, with JSON or a CAP 1.2 message.',
    errors: [
      'take-over-not-found',
      'too-many-take-overs',
      'display-not-found',
      'cap-not-valid',
      'name-missing',
      'text-missing',
      'notice-empty',
    ],
  },
  showTakeOver: {
    tag: 'Take-overs',
    summary: 'Reports that a screen has shown a take-over. Players send this automatically.',
    errors: [],
    ofScreen: true,
  },
} as const satisfies DetailsOf<typeof TAKE_OVER_ROUTES>
