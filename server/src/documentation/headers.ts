import { ROUTES, type RouteName, TUS_VERSION } from '@placard/contract'

/** A header parameter of OpenAPI. */
export type HeaderParameter = {
  name: string
  in: 'header' | 'query'
  required: boolean
  description: string
  schema: object
}

const IF_MATCH = { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,15}")$' }

/** Defined once, and referred to by name. */
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
    description: 'The revision that the change starts from, as an entity tag like "7". Left out, or *: any.',
    schema: IF_MATCH,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A random name for the command. Sent again with the same name within a day, it is answered again and carried out once.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The entity tag that the caller has; while it is the newest, the answer is 304 without a body.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The revision that the caller has; while it is the newest, the stream begins without a document.',
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
    description: 'Bytes of the whole.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  },
  UploadOffset: {
    name: 'Upload-Offset',
    in: 'header',
    required: true,
    description: 'Where the piece begins: as many bytes as have arrived.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  },
} as const satisfies Record<string, HeaderParameter>
export type ParameterName = keyof typeof PARAMETERS

/** Answered with an entity tag; the second kind also by 304. */
const TAGGED: ReadonlySet<RouteName> = new Set(['getProgramme', 'getManifest', 'getApiDocument'])
const REVALIDATED: ReadonlySet<RouteName> = new Set(['getManifest', 'getApiDocument'])

const COMMANDS: ReadonlySet<RouteName> = new Set([
  'updateDisplay',
  'createItem',
  'updateItem',
  'moveItem',
  'removeItem',
  'createLine',
  'updateLine',
  'moveLine',
  'removeLine',
  'undoActivity',
  'restoreDisplay',
  'createUpload',
])

/** Whether the call is carried out once for each Idempotency-Key. */
export function takesCommandKey(name: RouteName): boolean {
  return COMMANDS.has(name)
}

export function isRevalidated(name: RouteName): boolean {
  return REVALIDATED.has(name)
}

/** What a call takes beside what its address and body say. */
export function headersFor(name: RouteName): ParameterName[] {
  const route: { ifMatch?: 'required' | 'optional'; response: unknown } = ROUTES[name]
  return [
    ...(route.ifMatch === 'required' ? (['IfMatchRequired'] as const) : []),
    ...(route.ifMatch === 'optional' ? (['IfMatch'] as const) : []),
    ...(takesCommandKey(name) ? (['IdempotencyKey'] as const) : []),
    ...(isRevalidated(name) ? (['IfNoneMatch'] as const) : []),
    ...(route.response === 'stream' ? (['LastEventId', 'Revision'] as const) : []),
    ...(TUS.has(name) ? (['TusResumable'] as const) : []),
    ...(name === 'createUpload' ? (['UploadLength'] as const) : []),
    ...(name === 'appendToUpload' ? (['UploadOffset'] as const) : []),
  ]
}

const TUS: ReadonlySet<RouteName> = new Set(['createUpload', 'getUploadOffset', 'appendToUpload', 'removeUpload'])

const text = (description: string) => ({ description, schema: { type: 'string' } })

/** What the answer of success carries in its head. */
export function answerHeadersOf(name: RouteName): Record<string, object> {
  return {
    ...(TAGGED.has(name) ? { ETag: text('Names this state.') } : {}),
    ...(TUS.has(name) ? { 'Tus-Resumable': text('The version of the tus protocol.') } : {}),
    ...(name === 'createUpload' ? { Location: text('Where the pieces go.') } : {}),
    ...(name === 'getUploadOffset' ? { 'Upload-Length': text('Bytes of the whole.') } : {}),
    ...(name === 'getUploadOffset' || name === 'appendToUpload'
      ? { 'Upload-Offset': text('How many bytes have arrived.') }
      : {}),
    ...(TUS.has(name) && name !== 'removeUpload' ? { 'Upload-Expires': text('When the upload is forgotten.') } : {}),
  }
}
