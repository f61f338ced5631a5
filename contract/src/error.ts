import { z } from './zod.ts'

/**
 * Every failure that a caller can see. The key is the contract and travels; its sentence is in ERROR_MESSAGES. Quoted in the
 * specification: `not-subscribed`, the three of the add form, and the identity service's codes (X8), which gave the others
 * their kebab-case.
 */
export const ERRORS = {
  'bad-request': { status: 400 },
  'invalid-id': { status: 400 },
  'not-signed-in': { status: 401 },
  misdirected: { status: 421 },
  'invalid-credential': { status: 401 },
  'token-in-address': { status: 400 },
  'invalid-token': { status: 401 },
  'quota-exceeded': { status: 402 },
  csrf: { status: 403 },
  'not-subscribed': { status: 403 },
  'not-allowed': { status: 403 },
  'sign-on-denied': { status: 403 },
  'sign-on-email-unverified': { status: 403 },
  'sign-on-domain-not-allowed': { status: 403 },
  'not-found': { status: 404 },
  'display-not-found': { status: 404 },
  'playlist-not-found': { status: 404 },
  'organisation-not-found': { status: 404 },
  'member-not-found': { status: 404 },
  'account-not-found': { status: 404 },
  'invitation-not-found': { status: 404 },
  'invitation-other-address': { status: 403 },
  'token-not-found': { status: 404 },
  'session-not-found': { status: 404 },
  'item-not-found': { status: 404 },
  'line-not-found': { status: 404 },
  'activity-not-found': { status: 404 },
  'screen-not-found': { status: 404 },
  'upload-not-found': { status: 404 },
  'media-not-found': { status: 404 },
  'method-not-allowed': { status: 405 },
  'request-timeout': { status: 408 },
  'id-taken': { status: 409 },
  'already-member': { status: 409 },
  'last-owner': { status: 409 },
  'sign-on-other-person': { status: 409 },
  'not-set-up': { status: 409 },
  'already-set-up': { status: 409 },
  'not-suspended': { status: 409 },
  'too-many-displays': { status: 409 },
  'too-many-playlists': { status: 409 },
  'playlist-included-already': { status: 409 },
  'playlist-in-playlist': { status: 409 },
  'display-too-full': { status: 409 },
  'file-in-use': { status: 409 },
  'file-is-logo': { status: 409 },
  'file-used-elsewhere': { status: 409 },
  'file-of-other-kind': { status: 409 },
  'too-many-invitations': { status: 409 },
  'too-many-tokens': { status: 409 },
  'second-factor-on': { status: 409 },
  'second-factor-off': { status: 409 },
  'too-many-items': { status: 409 },
  'too-many-deck-pages': { status: 409 },
  'addresses-too-long': { status: 409 },
  'schedules-too-long': { status: 409 },
  'notices-too-long': { status: 409 },
  'too-many-lines': { status: 409 },
  'offset-mismatch': { status: 409 },
  'upload-unfinished': { status: 409 },
  'reset-link-expired': { status: 410 },
  'setup-link-expired': { status: 410 },
  'file-gone': { status: 410 },
  'too-old-to-undo': { status: 410 },
  'past-not-known': { status: 410 },
  'sign-in-expired': { status: 410 },
  'sign-on-expired': { status: 410 },
  'changed-meanwhile': { status: 412 },
  'protocol-version': { status: 412 },
  'file-too-large': { status: 413 },
  'body-too-large': { status: 413 },
  'address-too-long': { status: 414 },
  'not-an-image': { status: 415 },
  'not-a-film': { status: 415 },
  'unsupported-media-type': { status: 415 },
  'invalid-field': { status: 422 },
  'unknown-field': { status: 422 },
  'title-missing': { status: 422 },
  'name-missing': { status: 422 },
  'invalid-time-zone': { status: 422 },
  'invalid-language': { status: 422 },
  'colour-not-valid': { status: 422 },
  'text-missing': { status: 422 },
  'notice-empty': { status: 422 },
  'deck-without-pages': { status: 422 },
  'too-many-pages': { status: 422 },
  'page-used-already': { status: 422 },
  'link-not-valid': { status: 422 },
  'file-missing': { status: 422 },
  'too-long': { status: 422 },
  'text-not-well-formed': { status: 422 },
  'invalid-email': { status: 422 },
  'weak-password': { status: 422 },
  'wrong-password': { status: 422 },
  'wrong-code': { status: 422 },
  'url-not-playable': { status: 422 },
  'image-damaged': { status: 422 },
  'image-too-large': { status: 422 },
  'film-damaged': { status: 422 },
  'film-not-for-every-screen': { status: 422 },
  'schedule-no-such-time': { status: 422 },
  'schedule-without-days': { status: 422 },
  'schedule-without-hours': { status: 422 },
  'schedule-ends-first': { status: 422 },
  'schedule-never-on': { status: 422 },
  'schedule-too-long': { status: 422 },
  'upload-locked': { status: 423 },
  'idempotency-mismatch': { status: 422 },
  'revision-missing': { status: 428 },
  'too-many-uploads': { status: 429 },
  'too-many-requests': { status: 429 },
  'headers-too-large': { status: 431 },
  internal: { status: 500 },
  'sign-on-failed': { status: 502 },
  'sign-on-unavailable': { status: 503 },
  'too-many-streams': { status: 503 },
  unavailable: { status: 503 },
  'disk-full': { status: 507 },
} as const satisfies Record<string, { status: number }>

export type ErrorCode = keyof typeof ERRORS

/** The failures of a schedule, wherever one is given. */
export const SCHEDULE_ERRORS = [
  'schedule-no-such-time',
  'schedule-without-days',
  'schedule-without-hours',
  'schedule-ends-first',
  'schedule-never-on',
  'schedule-too-long',
  'schedules-too-long',
] as const satisfies readonly ErrorCode[]

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

/** The body of every answer of 400 and above, on every route. */
export const ErrorEnvelope = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    /** The field at fault, as a dotted path into the body. */
    field: z.string().optional(),
    /** With `changed-meanwhile`: the thing as it is now. */
    current: z.unknown().optional(),
    /** With `not-allowed`: the role that it takes, or `operator`. */
    role: z.string().optional(),
    /** With `display-too-full`: the name of that display. */
    display: z.string().optional(),
  }),
  requestId: z.string(),
})
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>

/**
 * The first problem that Zod found, as one of our codes. A schema of ours names its code as its message; everything else
 * is `invalid-field`. Used by the server for its answers and by forms before they send.
 */
export function problemOf(error: z.ZodError): { code: ErrorCode; field?: string } {
  const issue = error.issues[0]
  if (!issue) return { code: 'invalid-field' }
  if (issue.code === 'unrecognized_keys')
    return { code: 'unknown-field', field: [...issue.path, issue.keys[0]].join('.') }
  const code = isErrorCode(issue.message) ? issue.message : 'invalid-field'
  return issue.path.length > 0 ? { code, field: issue.path.join('.') } : { code }
}
