import { ERRORS, type ErrorCode, ROUTES, type RouteName } from '@placard/contract'
import { OF_A_SCREEN } from '../platform/http/api.ts'
import { takesCommandKey } from './headers.ts'

/** What a call can fail with beyond what its place in the table tells. */
const OWN: Partial<Record<RouteName, readonly ErrorCode[]>> = {
  signIn: [
    'invalid-credential',
    'invalid-email',
    'not-subscribed',
    'invitation-not-found',
    'invitation-other-address',
    'already-member',
  ],
  finishSignIn: [
    'wrong-code',
    'sign-in-expired',
    'not-subscribed',
    'invitation-not-found',
    'invitation-other-address',
    'already-member',
  ],
  signUp: [
    'weak-password',
    'invalid-email',
    'invitation-not-found',
    'invitation-other-address',
    'already-member',
    'not-set-up',
  ],
  startSingleSignOn: ['sign-on-unavailable', 'invitation-not-found', 'not-found'],
  getSession: ['not-subscribed'],
  requestPasswordReset: ['invalid-email'],
  completePasswordReset: ['reset-link-expired', 'weak-password'],
  readSetup: ['setup-link-expired', 'already-set-up'],
  finishSetup: [
    'setup-link-expired',
    'already-set-up',
    'weak-password',
    'invalid-email',
    'invalid-id',
    'invalid-time-zone',
    'name-missing',
  ],
  changePassword: ['wrong-password', 'weak-password'],
  removeSession: ['session-not-found'],
  beginSecondFactor: ['wrong-password', 'second-factor-on'],
  confirmSecondFactor: ['wrong-code', 'second-factor-off', 'second-factor-on'],
  removeSecondFactor: ['wrong-password', 'wrong-code', 'second-factor-off'],

  createDisplay: ['id-taken', 'too-many-displays', 'organisation-not-found', 'name-missing', 'invalid-time-zone'],
  updateDisplay: ['name-missing', 'invalid-time-zone'],
  undoActivity: [
    'changed-meanwhile',
    'too-old-to-undo',
    'file-gone',
    'too-many-items',
    'addresses-too-long',
    'too-many-lines',
  ],
  previewRestore: ['too-old-to-undo'],
  restoreDisplay: ['too-old-to-undo'],

  streamManifest: ['too-many-streams'],
  streamProgramme: ['too-many-streams'],

  createItem: ['title-missing', 'url-not-playable', 'too-many-items', 'addresses-too-long'],
  updateItem: ['title-missing', 'url-not-playable'],
  createLine: ['text-missing', 'too-many-lines'],
  updateLine: ['text-missing'],

  uploadMedia: ['file-missing', 'not-an-image', 'file-too-large', 'image-damaged', 'image-too-large', 'quota-exceeded'],
  createUpload: [
    'file-missing',
    'file-too-large',
    'quota-exceeded',
    'too-many-uploads',
    'protocol-version',
    'unsupported-media-type',
  ],
  getUploadOffset: ['protocol-version'],
  appendToUpload: ['protocol-version', 'offset-mismatch', 'upload-locked', 'file-too-large', 'body-too-large'],
  removeUpload: ['protocol-version', 'upload-locked'],
  finishUpload: [
    'file-missing',
    'upload-unfinished',
    'upload-locked',
    'not-an-image',
    'image-damaged',
    'image-too-large',
    'quota-exceeded',
  ],

  updateMember: ['last-owner', 'display-not-found'],
  removeMember: ['last-owner'],
  leaveOrganisation: ['last-owner'],
  createInvitation: ['too-many-invitations'],
  readInvitation: ['invitation-not-found'],
  acceptInvitation: ['invitation-not-found', 'invitation-other-address', 'already-member', 'not-subscribed'],
  createToken: ['too-many-tokens', 'name-missing'],

  createOrganisation: ['id-taken', 'name-missing'],
  createOrganisationDisplay: ['id-taken', 'too-many-displays', 'name-missing', 'invalid-time-zone'],
  updateOrganisation: ['name-missing'],
  removeOrganisation: ['not-suspended'],
  inviteSubscriber: ['already-member'],
  createSubscription: ['already-member', 'display-not-found', 'organisation-not-found', 'invalid-email'],
  updateSubscription: ['display-not-found'],
}

/** What a parameter of the path may not name. */
const NOT_FOUND: Record<string, ErrorCode> = {
  displayId: 'display-not-found',
  itemId: 'item-not-found',
  lineId: 'line-not-found',
  entryId: 'activity-not-found',
  screenId: 'screen-not-found',
  uploadId: 'upload-not-found',
  memberId: 'member-not-found',
  invitationId: 'invitation-not-found',
  tokenId: 'token-not-found',
}

const OF_A_JSON_BODY: readonly ErrorCode[] = [
  'body-too-large',
  'invalid-field',
  'unknown-field',
  'too-long',
  'text-not-well-formed',
  'invalid-id',
]

type Route = {
  method: string
  path: string
  access: string
  person?: true
  query?: object
  body?: object | string
  ifMatch?: string
}

/**
 * The codes that a call can fail with, by their status. Left out is what no address of the document meets: one that is too
 * long, a head that is, a method that it does not take.
 */
export function failuresOf(name: RouteName): Map<number, ErrorCode[]> {
  const { method, path, access, person, query, body, ifMatch }: Route = ROUTES[name]
  const params = [...path.matchAll(/:(\w+)/g)].map(([, key = '']) => key)
  const changes = method !== 'GET' && method !== 'HEAD'
  const isMembers = access === 'viewer' || access === 'editor' || access === 'owner'
  const codes = new Set<ErrorCode>([
    'bad-request',
    'invalid-token',
    'too-many-requests',
    'internal',
    'unavailable',
    ...(OWN[name] ?? []),
    ...(OF_A_SCREEN.has(name) ? [] : (['misdirected'] as const)),
    ...(access === 'public' ? [] : (['not-signed-in', 'not-allowed'] as const)),
    ...(person ? (['not-allowed'] as const) : []),
    ...(isMembers ? (['not-subscribed'] as const) : []),
    ...(changes ? (['csrf', 'disk-full', 'request-timeout'] as const) : []),
    ...(params.length > 0 ? (['invalid-id'] as const) : []),
    ...params.flatMap((key) => NOT_FOUND[key] ?? []),
    ...(params.includes('organisationId')
      ? [access === 'operator' ? ('organisation-not-found' as const) : ('display-not-found' as const)]
      : []),
    ...(query === undefined ? [] : (['invalid-field', 'unknown-field', 'too-long'] as const)),
    ...(query !== undefined && path.endsWith('/activity') ? (['activity-not-found'] as const) : []),
    ...(body === undefined ? [] : (['unsupported-media-type'] as const)),
    ...(typeof body === 'object' ? OF_A_JSON_BODY : []),
    ...(ifMatch === undefined ? [] : (['changed-meanwhile'] as const)),
    ...(ifMatch === 'required' ? (['revision-missing'] as const) : []),
    ...(takesCommandKey(name) ? (['idempotency-mismatch'] as const) : []),
  ])
  const byStatus = Map.groupBy([...codes].sort(), (code): number => ERRORS[code].status)
  return new Map([...byStatus].sort(([one], [other]) => one - other))
}
