import { z } from './zod.ts'

/**
 * Every failure that a caller can see. The key is the contract and travels; the sentence is English, for people, and may
 * change (the web application says it in the reader's language). Quoted in the specification: `not-subscribed`, the three
 * of the add form, and the identity service's codes (X8), which gave the others their kebab-case.
 */
export const ERRORS = {
  'bad-request': { status: 400, message: 'The request could not be read. Check its form and try again.' },
  'invalid-id': { status: 400, message: 'That is not a valid id: lower-case letters, digits, - and _, at most 64.' },
  'not-signed-in': { status: 401, message: 'Please sign in first.' },
  misdirected: {
    status: 421,
    message: 'This server goes by another name. Open it by the address that your provider gave you.',
  },
  'invalid-credential': { status: 401, message: 'The email address or the password is not right.' },
  'token-in-address': {
    status: 400,
    message: 'An API token must not stand in an address, where logs keep it. Revoke it, and send another as a header.',
  },
  'invalid-token': { status: 401, message: 'This API token is unknown, has expired or was revoked.' },
  'quota-exceeded': {
    status: 402,
    message:
      'The storage of your organisation is full. Ask your provider for more; what is deleted makes room after 30 days.',
  },
  csrf: { status: 403, message: 'This request did not come from a page of this site, so nothing was changed.' },
  'not-subscribed': { status: 403, message: 'You are Not Subscribed to our Services. Please Contact us to Subscribe.' },
  'not-allowed': {
    status: 403,
    message:
      'Your role does not allow this. Ask an owner of your organisation to do it, or to give you the role for it.',
  },
  'sign-on-denied': {
    status: 403,
    message:
      'The sign-in was cancelled, or the sign-in service did not let you in. Try again, or ask its administrator.',
  },
  'sign-on-email-unverified': {
    status: 403,
    message:
      'The sign-in service does not vouch for your email address, so it opens nothing here. Ask its administrator to verify it.',
  },
  'sign-on-domain-not-allowed': {
    status: 403,
    message: 'Email addresses of this domain may not sign in this way. Sign in with the one of your organisation.',
  },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'display-not-found': { status: 404, message: 'There is no such display, or it is not yours.' },
  'organisation-not-found': { status: 404, message: 'There is no such organisation.' },
  'member-not-found': { status: 404, message: 'This person does not belong to the organisation any more.' },
  'account-not-found': {
    status: 404,
    message: 'There is no account that waits here any more. It may be subscribed by now, or removed.',
  },
  'invitation-not-found': {
    status: 404,
    message: 'This invitation has been used, withdrawn or has expired. Ask for a new one.',
  },
  'invitation-other-address': {
    status: 403,
    message: 'This invitation is for another email address. Sign up or sign in with the one that it was sent to.',
  },
  'token-not-found': { status: 404, message: 'This API token has been revoked already, or has expired.' },
  'session-not-found': { status: 404, message: 'This device is signed out already.' },
  'item-not-found': { status: 404, message: 'This container is not there any more. Somebody may have deleted it.' },
  'line-not-found': {
    status: 404,
    message: 'This text container is not there any more. Somebody may have deleted it.',
  },
  'activity-not-found': { status: 404, message: 'There is no such entry, or it is too old to be kept.' },
  'screen-not-found': { status: 404, message: 'This screen is not there any more. Somebody may have removed it.' },
  'upload-not-found': { status: 404, message: 'This upload is not there any more. Start it again.' },
  'media-not-found': { status: 404, message: 'There is no such file.' },
  'method-not-allowed': { status: 405, message: 'This address does not take that kind of request.' },
  'request-timeout': { status: 408, message: 'The request took too long to arrive. Try again.' },
  'id-taken': { status: 409, message: 'This id is taken already. Choose another.' },
  'already-member': {
    status: 409,
    message: 'This account belongs to an organisation already. It can join another once it has left that one.',
  },
  'last-owner': {
    status: 409,
    message: 'An organisation needs an owner. Make somebody else an owner first.',
  },
  'sign-on-other-person': {
    status: 409,
    message:
      'Your email address belongs to an account here that is linked to somebody else at the sign-in service. Ask your provider.',
  },
  'not-set-up': {
    status: 409,
    message:
      'Placard is not set up here yet. Open the link that it printed when it was started, or ask whoever runs it.',
  },
  'already-set-up': { status: 409, message: 'Placard is set up here already. Sign in, or ask whoever set it up.' },
  'not-suspended': { status: 409, message: 'Only an organisation that is unsubscribed can be removed.' },
  'too-many-displays': { status: 409, message: 'An organisation has at most 200 displays. Remove one first.' },
  'too-many-invitations': {
    status: 409,
    message: 'A hundred invitations are open already. Withdraw one first.',
  },
  'too-many-tokens': { status: 409, message: 'An organisation has at most 20 API tokens. Revoke one first.' },
  'second-factor-on': { status: 409, message: 'Two-factor sign-in is on already. Turn it off first.' },
  'second-factor-off': { status: 409, message: 'Two-factor sign-in is not being set up. Begin again.' },
  'too-many-items': { status: 409, message: 'A display holds at most 500 containers. Delete one first.' },
  'addresses-too-long': {
    status: 409,
    message: 'The addresses of this display’s containers are too long together. Shorten some, or upload the files.',
  },
  'too-many-lines': { status: 409, message: 'A display holds at most 200 text containers. Delete one first.' },
  'offset-mismatch': { status: 409, message: 'The upload goes on at another place. Ask where, then go on from there.' },
  'upload-unfinished': { status: 409, message: 'Not everything has arrived yet. Send the rest first.' },
  'reset-link-expired': {
    status: 410,
    message: 'This link has been used, has expired or was replaced by a newer one. Ask for a new one.',
  },
  'setup-link-expired': {
    status: 410,
    message: 'This set-up link is not right, has expired or was replaced by a newer one. Ask the server for a new one.',
  },
  'file-gone': {
    status: 410,
    message: 'The file of this container is not stored any more, so it cannot come back.',
  },
  'too-old-to-undo': {
    status: 410,
    message: 'This cannot be undone any more. Only the last 30 days can, as far as they were written down.',
  },
  'sign-in-expired': { status: 410, message: 'That took too long. Please sign in again.' },
  'sign-on-expired': {
    status: 410,
    message: 'This sign-in took too long, was finished already, or began in another window. Start it again.',
  },
  'changed-meanwhile': { status: 412, message: 'Somebody else changed this meanwhile. Look at both and save again.' },
  'protocol-version': { status: 412, message: 'The upload speaks a version that is not known here. Reload the page.' },
  'file-too-large': { status: 413, message: 'Please select a valid image file less than 1 MB.' },
  'body-too-large': { status: 413, message: 'That is more than this address takes.' },
  'address-too-long': { status: 414, message: 'The address is too long.' },
  'not-an-image': { status: 415, message: 'Please select a valid image file less than 1 MB.' },
  'unsupported-media-type': { status: 415, message: 'This address does not take that kind of content.' },
  'invalid-field': { status: 422, message: 'This value does not fit. Check it and try again.' },
  'unknown-field': { status: 422, message: 'The request has a field that does not belong here.' },
  'title-missing': { status: 422, message: 'Please Enter a Title.' },
  'name-missing': { status: 422, message: 'Please enter a name.' },
  'invalid-time-zone': { status: 422, message: 'There is no such time zone. Choose one like Asia/Kolkata.' },
  'text-missing': { status: 422, message: 'Please enter a text.' },
  'file-missing': { status: 422, message: 'Please select a file.' },
  'too-long': { status: 422, message: 'That is too long. Shorten it and try again.' },
  'text-not-well-formed': { status: 422, message: 'The text has characters that cannot be stored. Type them again.' },
  'invalid-email': { status: 422, message: 'That is not a complete email address, like name@example.org.' },
  'weak-password': {
    status: 422,
    message: 'Choose another password: 15 characters at least, and nothing that is easy to guess.',
  },
  'wrong-password': { status: 422, message: 'That is not your current password.' },
  'wrong-code': { status: 422, message: 'This code is not right, or it has been used. Wait for the next one.' },
  'url-not-playable': { status: 422, message: 'Please enter a valid URL.' },
  'image-damaged': {
    status: 422,
    message: 'This picture is damaged and cannot be shown. Save it again in your picture program, then retry.',
  },
  'image-too-large': {
    status: 422,
    message: 'This picture has too many pixels. Make it smaller than 50 megapixels, no side longer than 16,384.',
  },
  'upload-locked': { status: 423, message: 'Another piece of this upload is arriving. Wait a moment.' },
  'idempotency-mismatch': {
    status: 422,
    message: 'This request was sent before with other content. Reload the page and try again.',
  },
  'revision-missing': { status: 428, message: 'The request does not say which state it changes (If-Match).' },
  'too-many-uploads': {
    status: 429,
    message: 'Ten uploads of your organisation are under way. Finish or cancel one, then try again.',
  },
  'too-many-requests': { status: 429, message: 'Too many tries. Wait a little, then try again.' },
  'headers-too-large': {
    status: 431,
    message: 'The request carries too much in its head. Delete the cookies of this site and try again.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Your change was not saved. Try again.' },
  'sign-on-failed': {
    status: 502,
    message: 'The answer of the sign-in service could not be trusted, so nobody was signed in. Try again.',
  },
  'sign-on-unavailable': {
    status: 503,
    message: 'The sign-in service cannot be reached. Try again shortly, or sign in with your password.',
  },
  'too-many-streams': {
    status: 503,
    message: 'As many screens listen here as can be served. This one plays on, and asks again by itself.',
  },
  unavailable: { status: 503, message: 'The service is not available for a moment. Try again shortly.' },
  'disk-full': {
    status: 507,
    message: 'The server has no space left, so nothing was saved. What plays goes on playing.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

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
