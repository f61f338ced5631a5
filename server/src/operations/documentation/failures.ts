import { ERRORS, type ErrorCode, ROUTE_DETAILS, type Route, type RouteDetails, type RouteName } from '@placard/contract'
import { takesCommandKey } from './headers.ts'

/** The error when a path parameter names nothing that exists. */
const NOT_FOUND: Record<string, ErrorCode> = {
  displayId: 'display-not-found',
  playlistId: 'playlist-not-found',
  tableId: 'table-not-found',
  columnId: 'column-not-found',
  rowId: 'row-not-found',
  itemId: 'item-not-found',
  lineId: 'line-not-found',
  entryId: 'activity-not-found',
  screenId: 'screen-not-found',
  uploadId: 'upload-not-found',
  memberId: 'member-not-found',
  userId: 'account-not-found',
  invitationId: 'invitation-not-found',
  tokenId: 'token-not-found',
  incidentId: 'incident-not-found',
  webhookId: 'webhook-not-found',
  deliveryId: 'webhook-delivery-not-found',
  keyId: 'alert-link-not-valid',
  overId: 'take-over-not-found',
  insertId: 'insert-not-found',
  proposalId: 'proposal-not-found',
  pictureId: 'media-not-found',
  linkId: 'proposal-link-not-found',
  code: 'pairing-code-not-found',
}

const OF_A_JSON_BODY: readonly ErrorCode[] = [
  'body-too-large',
  'invalid-field',
  'unknown-field',
  'too-long',
  'text-not-well-formed',
  'invalid-id',
]

/**
 * The codes with which a call can fail, by status. Errors that no documented address can cause are left out: an address or a head that is
 * too long, and an unsupported method.
 *
 * @param route at one of its addresses
 */
export function failuresOf(
  name: RouteName,
  { method, path, access, person, query, body, ifMatch }: Route,
): Map<number, ErrorCode[]> {
  const { errors, ofScreen }: RouteDetails = ROUTE_DETAILS[name]
  const params = [...path.matchAll(/:(\w+)/g)].map(([, key = '']) => key)
  const changes = method !== 'GET' && method !== 'HEAD'
  const isMembers =
    access === 'viewer' ||
    access === 'contributor' ||
    access === 'editor' ||
    access === 'owner' ||
    access === 'take-over' ||
    access === 'insert'
  const codes = new Set<ErrorCode>([
    'bad-request',
    'invalid-token',
    'too-many-requests',
    'internal',
    'unavailable',
    ...errors,
    ...(ofScreen ? [] : (['misdirected'] as const)),
    ...(access === 'public' ? [] : (['not-signed-in', 'not-allowed'] as const)),
    ...(person ? (['not-allowed'] as const) : []),
    ...(isMembers ? (['not-subscribed', 'second-step-required'] as const) : []),
    ...(changes ? (['csrf', 'disk-full', 'request-timeout'] as const) : []),
    ...(params.length > 0 ? (['invalid-id'] as const) : []),
    ...params.flatMap((key) => NOT_FOUND[key] ?? []),
    ...(params.includes('organisationId')
      ? [access === 'operator' ? ('organisation-not-found' as const) : ('display-not-found' as const)]
      : []),
    ...(query === undefined ? [] : (['invalid-field', 'unknown-field', 'too-long'] as const)),
    ...(body === undefined ? [] : (['unsupported-media-type'] as const)),
    ...(typeof body === 'object' ? OF_A_JSON_BODY : []),
    ...(ifMatch === undefined ? [] : (['changed-meanwhile'] as const)),
    ...(ifMatch === 'required' ? (['revision-missing'] as const) : []),
    ...(takesCommandKey(name) ? (['idempotency-mismatch'] as const) : []),
  ])
  const byStatus = Map.groupBy([...codes].sort(), (code): number => ERRORS[code])
  return new Map([...byStatus].sort(([one], [other]) => one - other))
}
