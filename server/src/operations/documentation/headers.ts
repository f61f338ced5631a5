import { ROUTE_DETAILS, ROUTES, type Route, type RouteDetails, type RouteName, TUS_VERSION } from '@placard/contract'

/** A header parameter of OpenAPI. */
export type HeaderParameter = {
  name: string
  in: 'header' | 'query'
  required: boolean
  description: string
  schema: object
}

const IF_MATCH = { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,15}")$' }

/** Defined once, and referenced by name. */
export const PARAMETERS = {
  IfMatchRequired: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The revision that the change starts from, as an entity tag like "7"; * for any.',
    schema: IF_MATCH,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The revision that the change starts from, as an entity tag like "7". Omitted or *: any.',
    schema: IF_MATCH,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A random key for the command. If the command is sent again with the same key within a day, it gets the same response and is not carried out again.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The entity tag that the caller has. If it is the newest, the response is 304 without a body.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The revision that the caller has. If it is the newest, the stream begins without a document.',
    schema: { type: 'string' },
  },
  Revision: {
    name: 'revision',
    in: 'query',
    required: false,
    description: 'The same as Last-Event-ID, for callers that cannot set it.',
    schema: { type: 'string' },
  },
  TusResumable: {
    name: 'Tus-Resumable',
    in: 'header',
    required: true,
    description: 'The version of the tus protocol.',
    schema: { type: 'string', const: TUS_VERSION },
  },
  UploadLength: {
    name: 'Upload-Length',
    in: 'header',
    required: true,
    description: 'The total number of bytes.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  },
  UploadMetadata: {
    name: 'Upload-Metadata',
    in: 'header',
    required: false,
    description:
      'The kind of file: "filetype dmlkZW8vbXA0" (base64 of video/mp4) for a film, omitted for a picture. Append ",insist" to accept a film that not every screen can play.',
    schema: { type: 'string' },
  },
  ProposalLink: {
    name: 'Proposal-Link',
    in: 'header',
    required: true,
    description: 'The token of the proposal link.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
  },
  UploadOffset: {
    name: 'Upload-Offset',
    in: 'header',
    required: true,
    description: 'The offset of this part: the number of bytes that have arrived.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  },
} as const satisfies Record<string, HeaderParameter>
export type ParameterName = keyof typeof PARAMETERS

/** Names of the header parameters of `takes` in the document. */
const TAKEN: Record<NonNullable<RouteDetails['takes']>[number], ParameterName> = {
  'Idempotency-Key': 'IdempotencyKey',
  'If-None-Match': 'IfNoneMatch',
  'Proposal-Link': 'ProposalLink',
  'Tus-Resumable': 'TusResumable',
  'Upload-Length': 'UploadLength',
  'Upload-Metadata': 'UploadMetadata',
  'Upload-Offset': 'UploadOffset',
}

const TOLD: Record<NonNullable<RouteDetails['tells']>[number], string> = {
  ETag: 'The entity tag of this state.',
  'Tus-Resumable': 'The version of the tus protocol.',
  Location: 'The address for the parts.',
  'Upload-Length': 'The total number of bytes.',
  'Upload-Offset': 'The number of bytes that have arrived.',
  'Upload-Expires': 'When the upload expires.',
}

/** True when the call is carried out once per Idempotency-Key. */
export function takesCommandKey(name: RouteName): boolean {
  return takenBy(name).includes('Idempotency-Key')
}

export function isRevalidated(name: RouteName): boolean {
  return takenBy(name).includes('If-None-Match')
}

/** The headers that a call takes. */
export function headersFor(name: RouteName): ParameterName[] {
  const { ifMatch, response }: Route = ROUTES[name]
  return [
    ...(ifMatch === 'required' ? (['IfMatchRequired'] as const) : []),
    ...(ifMatch === 'optional' ? (['IfMatch'] as const) : []),
    ...(response === 'stream' ? (['LastEventId', 'Revision'] as const) : []),
    ...takenBy(name).map((header) => TAKEN[header]),
  ]
}

/** The headers of a successful answer. */
export function answerHeadersOf(name: RouteName): Record<string, object> {
  const { tells = [] }: RouteDetails = ROUTE_DETAILS[name]
  return Object.fromEntries(tells.map((header) => [header, { description: TOLD[header], schema: { type: 'string' } }]))
}

function takenBy(name: RouteName): NonNullable<RouteDetails['takes']> {
  const { takes = [] }: RouteDetails = ROUTE_DETAILS[name]
  return takes
}
