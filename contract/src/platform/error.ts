import { z } from './zod.ts'

/**
 * Every failure that a caller can see, with its HTTP status. The key is the contract and is sent in the answer; its sentence is
 * in ERROR_MESSAGES. Taken from the specification: `not-subscribed`, the three of the add form, and the codes of the identity
 * service (X8). The others follow the kebab-case of the latter.
 */
export const ERRORS = {
  'bad-request': 400,
  'invalid-id': 400,
  'not-signed-in': 401,
  misdirected: 421,
  'invalid-credential': 401,
  'token-in-address': 400,
  'invalid-token': 401,
  'quota-exceeded': 402,
  'paired-screens-only': 403,
  csrf: 403,
  'not-subscribed': 403,
  'not-allowed': 403,
  'own-proposal': 403,
  'sign-on-denied': 403,
  'sign-on-email-unverified': 403,
  'sign-on-domain-not-allowed': 403,
  'not-found': 404,
  'display-not-found': 404,
  'playlist-not-found': 404,
  'table-not-found': 404,
  'row-not-found': 404,
  'column-not-found': 404,
  'organisation-not-found': 404,
  'member-not-found': 404,
  'account-not-found': 404,
  'invitation-not-found': 404,
  'invitation-other-address': 403,
  'token-not-found': 404,
  'take-over-not-found': 404,
  'insert-not-found': 404,
  'session-not-found': 404,
  'item-not-found': 404,
  'line-not-found': 404,
  'corner-piece-not-found': 404,
  'activity-not-found': 404,
  'screen-not-found': 404,
  'enrolment-not-found': 404,
  'wall-not-found': 404,
  'incident-not-found': 404,
  'webhook-not-found': 404,
  'webhook-delivery-not-found': 404,
  'move-in-not-found': 404,
  'alert-link-not-valid': 404,
  'pairing-code-not-found': 404,
  'proposal-not-found': 404,
  'proposal-link-not-found': 404,
  'proposal-link-not-valid': 404,
  'upload-not-found': 404,
  'media-not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'id-taken': 409,
  'already-member': 409,
  'last-owner': 409,
  'sign-on-other-person': 409,
  'not-set-up': 409,
  'already-set-up': 409,
  'not-suspended': 409,
  'too-many-displays': 409,
  'too-many-playlists': 409,
  'too-many-tables': 409,
  'too-many-boards': 409,
  'table-in-board': 409,
  'too-many-rows': 409,
  'too-many-columns': 409,
  'table-too-large': 409,
  'column-name-taken': 409,
  'row-key-taken': 409,
  'cells-do-not-fit': 409,
  'table-without-key': 409,
  'table-follows': 409,
  'table-without-source': 409,
  'playlist-included-already': 409,
  'playlist-in-playlist': 409,
  'playlist-in-zone': 409,
  'corner-taken': 409,
  'display-too-full': 409,
  'file-in-use': 409,
  'file-is-logo': 409,
  'file-in-take-over': 409,
  'file-in-corner': 409,
  'file-used-elsewhere': 409,
  'file-of-other-kind': 409,
  'too-many-invitations': 409,
  'too-many-proposals': 409,
  'too-many-proposal-links': 409,
  'proposal-decided': 409,
  'too-many-tokens': 409,
  'too-many-webhooks': 409,
  'webhook-is-off': 409,
  'too-many-take-overs': 409,
  'take-over-name-taken': 409,
  'take-over-ended': 409,
  'too-many-inserts': 409,
  'insert-ended': 409,
  'second-factor-on': 409,
  'second-factor-off': 409,
  'too-many-screens': 409,
  'too-many-enrolments': 409,
  'too-many-items': 409,
  'too-many-deck-pages': 409,
  'too-many-feeds': 409,
  'addresses-too-long': 409,
  'schedules-too-long': 409,
  'notices-too-long': 409,
  'too-many-lines': 409,
  'offset-mismatch': 409,
  'upload-unfinished': 409,
  'reset-link-expired': 410,
  'setup-link-expired': 410,
  'file-gone': 410,
  'too-old-to-undo': 410,
  'past-not-known': 410,
  'sign-in-expired': 410,
  'sign-on-expired': 410,
  'changed-meanwhile': 412,
  'protocol-version': 412,
  'file-too-large': 413,
  'body-too-large': 413,
  'address-too-long': 414,
  'not-an-image': 415,
  'not-a-film': 415,
  'unsupported-media-type': 415,
  'invalid-field': 422,
  'unknown-field': 422,
  'title-missing': 422,
  'name-missing': 422,
  'invalid-time-zone': 422,
  'invalid-language': 422,
  'colour-not-valid': 422,
  'text-missing': 422,
  'notice-empty': 422,
  'deck-without-pages': 422,
  'too-many-pages': 422,
  'page-used-already': 422,
  'link-not-valid': 422,
  'take-over-not-storable': 422,
  'proposal-kind-not-taken': 422,
  'cap-not-valid': 422,
  'file-missing': 422,
  'too-long': 422,
  'text-not-well-formed': 422,
  'invalid-email': 422,
  'weak-password': 422,
  'wrong-password': 422,
  'wrong-code': 422,
  'url-not-playable': 422,
  'address-youtube': 422,
  'address-youtube-private': 422,
  'address-vimeo': 422,
  'address-twitch': 422,
  'address-twitch-https': 422,
  'address-folder': 422,
  'address-shared-file': 422,
  'webhook-url-not-valid': 422,
  'webhook-address-not-allowed': 422,
  'image-damaged': 422,
  'image-too-large': 422,
  'film-damaged': 422,
  'film-not-for-every-screen': 422,
  'number-not-valid': 422,
  'date-not-valid': 422,
  'time-not-valid': 422,
  'yes-no-not-valid': 422,
  'currency-not-valid': 422,
  'header-not-valid': 422,
  'json-path-not-valid': 422,
  'board-column-missing': 422,
  'value-not-found': 422,
  'too-many-values': 422,
  'zones-do-not-fit': 422,
  'zone-too-small': 422,
  'zone-without-playlist': 422,
  'playlist-in-two-zones': 422,
  'wall-too-small': 422,
  'cell-outside-wall': 422,
  'cell-taken': 422,
  'screen-in-two-cells': 422,
  'screen-on-other-display': 422,
  'corner-size-outside': 422,
  'schedule-no-such-time': 422,
  'schedule-without-days': 422,
  'schedule-without-hours': 422,
  'schedule-ends-first': 422,
  'schedule-never-on': 422,
  'schedule-too-long': 422,
  'constant-missing': 422,
  'operator-not-fitting': 422,
  'upload-locked': 423,
  'idempotency-mismatch': 422,
  'revision-missing': 428,
  'too-many-uploads': 429,
  'too-many-requests': 429,
  'headers-too-large': 431,
  internal: 500,
  'sign-on-failed': 502,
  'sign-on-unavailable': 503,
  'too-many-streams': 503,
  unavailable: 503,
  'disk-full': 507,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERRORS

/** Failures of a display's opening hours. */
export const OPENING_HOURS_ERRORS = [
  'schedule-no-such-time',
  'schedule-without-days',
  'schedule-without-hours',
  'schedule-too-long',
] as const satisfies readonly ErrorCode[]

/** The reasons why an address of a known site cannot play on a display. The error says what to do. */
export const SHARED_ERRORS = [
  'address-youtube',
  'address-youtube-private',
  'address-vimeo',
  'address-twitch',
  'address-twitch-https',
  'address-folder',
  'address-shared-file',
] as const satisfies readonly ErrorCode[]
export type SharedProblem = (typeof SHARED_ERRORS)[number]

/** Failures of the value of a cell of a table. */
export const CELL_ERRORS = [
  'number-not-valid',
  'date-not-valid',
  'time-not-valid',
  'yes-no-not-valid',
  'media-not-found',
  'column-not-found',
  'row-key-taken',
  'table-too-large',
] as const satisfies readonly ErrorCode[]

/** Failures of a schedule, on any route that takes one. */
export const SCHEDULE_ERRORS = [
  ...OPENING_HOURS_ERRORS,
  'schedule-ends-first',
  'schedule-never-on',
  'schedules-too-long',
] as const satisfies readonly ErrorCode[]

/** Failures of a condition, on any route that takes one. */
export const CONDITION_ERRORS = [
  'table-not-found',
  'row-not-found',
  'column-not-found',
  'constant-missing',
  'operator-not-fitting',
  'number-not-valid',
  'date-not-valid',
  'time-not-valid',
  'yes-no-not-valid',
] as const satisfies readonly ErrorCode[]

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

/** The body of every answer with status 400 or above, on every route. */
export const ErrorEnvelope = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    /** The invalid field, as a dotted path into the body. */
    field: z.string().optional(),
    /** With `changed-meanwhile`: the current state of the resource. */
    current: z.unknown().optional(),
    /** With `not-allowed`: the required role, or `operator`. */
    role: z.string().optional(),
    /** With `display-too-full`: the name of that display. With `playlist-in-zone`: the names of the displays. */
    display: z.string().optional(),
  }),
  requestId: z.string(),
})
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>

/**
 * The first problem that Zod found, as an ErrorCode. A schema of the contract gives its code as the message; any other message
 * becomes `invalid-field`. The server uses it for its answers, forms use it before they send.
 */
export function problemOf(error: z.ZodError): { code: ErrorCode; field?: string } {
  const issue = error.issues[0]
  if (!issue) return { code: 'invalid-field' }
  if (issue.code === 'unrecognized_keys')
    return { code: 'unknown-field', field: [...issue.path, issue.keys[0]].join('.') }
  const code = isErrorCode(issue.message) ? issue.message : 'invalid-field'
  return issue.path.length > 0 ? { code, field: issue.path.join('.') } : { code }
}
