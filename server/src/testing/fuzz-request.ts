import fc from 'fast-check'

type Schema = { [key: string]: unknown }

/** An operation of the OpenAPI document, with its method and path. */
export type FuzzOperation = {
  operationId: string
  method: string
  path: string
  parameters: ({ name: string; in: string; required: boolean; schema: Schema } | { $ref: string })[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

export type FuzzRequest = {
  name: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | undefined
}

/** Values that tend to break programs: empty, malformed, special elsewhere, long or large. */
const HOSTILE_TEXT = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\uD800',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "' or 1=1 --",
  '<script>',
  '%00',
  '\u202E\u2066',
  'null',
  '-1',
  '1e999',
  'a'.repeat(3_000),
  '\n\r\t',
)
const HOSTILE_VALUE: fc.Arbitrary<unknown> = fc.oneof(
  HOSTILE_TEXT,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(0, -1, 1.5, 2 ** 53, 1e308, true, null, [], {}),
)

/** Mostly absent. Others replace the cookie, or are ignored. */
const AUTHORIZATION: fc.Arbitrary<string | undefined> = fc.oneof(
  { weight: 60, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Bearer', 'bearer x', 'Basic eDp5', `Bearer plc_${'A'.repeat(43)}0c2b5986`, 'Bearer é'),
  },
)

/** A value that matches a schema of the document. */
export function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return fc.oneof(...choices.map((one) => arbitraryOf(one as Schema)))
  switch (schema.type) {
    case 'object': {
      const required = (schema.required ?? []) as string[]
      const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
      const arbitraries = Object.fromEntries(fields.map(([name, of]) => [name, fieldOf(name, of)]))
      return fc.record(arbitraries, { requiredKeys: required.filter((key) => key in arbitraries) })
    }
    case 'array':
      return fc.array(arbitraryOf((schema.items ?? {}) as Schema), { maxLength: 4 })
    case 'integer':
      return fc.integer({
        min: Math.max(Number(schema.minimum ?? -1_000), -(2 ** 31)),
        max: Math.min(Number(schema.maximum ?? 100_000), 2 ** 31 - 1),
      })
    case 'number':
      return fc.double({ min: Number(schema.minimum ?? 0), max: Number(schema.maximum ?? 1_000), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textOf(schema)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

/** Values that the schemas do not describe: an address that can be played, an existing time zone. */
function fieldOf(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const known: Record<string, readonly string[]> = {
    url: [
      'https://youtu.be/dQw4w9WgXcQ',
      'https://pictures.example/one.jpg',
      'https://films.example/one.mp4',
      'javascript:1',
    ],
    timeZone: ['UTC', 'Asia/Kolkata', 'Nowhere/Land'],
    email: ['somebody@people.example', 'nobody'],
  }
  const values = known[name]
  return values ? fc.oneof(fc.constantFrom(...values), arbitraryOf(schema)) : arbitraryOf(schema)
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const max = Math.min(Number(schema.maxLength ?? 60), 200)
  const plain = fc.string({ minLength: Math.min(Number(schema.minLength ?? 0), max), maxLength: max, unit: 'grapheme' })
  if (typeof schema.pattern !== 'string') return plain
  const pattern = new RegExp(schema.pattern)
  // The generator does not support lookahead assertions.
  const simpler = new RegExp(schema.pattern.replace(/\(\?[!=][^)]*\)/g, ''))
  return fc.stringMatching(simpler).filter((text) => pattern.test(text))
}

/**
 * Requests for operations of the document, both valid ones and ones with one or two errors.
 *
 * @param present existing ids, by the names of the parameters
 */
export function arbitraryRequest(
  operations: FuzzOperation[],
  present: Record<string, string>,
): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...operations).chain((operation) =>
    fc
      .record({
        ids: idsOf(operation, present),
        query: queryOf(operation),
        headers: headersFor(operation),
        authorization: AUTHORIZATION,
        body: bodyOf(operation),
      })
      .map(({ ids, query, headers, authorization, body }) => ({
        name: operation.operationId,
        method: operation.method,
        path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '') + query,
        headers: {
          ...headers,
          ...(authorization === undefined ? {} : { authorization }),
          ...(body.type === undefined ? {} : { 'content-type': body.type }),
        },
        body: body.bytes,
      })),
  )
}

function idsOf(
  { path, operationId }: FuzzOperation,
  present: Record<string, string>,
): fc.Arbitrary<Record<string, string>> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const odd = HOSTILE_TEXT.filter((text) => text.isWellFormed()).map((text) => encodeURIComponent(text.slice(0, 150)))
  const idOf = (name: string) =>
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.constant(
          operationId === 'removeDisplay' && name === 'displayId' ? 'spare' : (present[name] ?? '1'),
        ),
      },
      { weight: 1, arbitrary: fc.constantFrom('other', 'a'.repeat(65), '0'.repeat(32), '%E0%A4%A', '%2e%2e') },
      { weight: 1, arbitrary: odd },
    )
  return fc.record(Object.fromEntries(names.map((name) => [name, idOf(name)])))
}

function queryOf({ parameters }: FuzzOperation): fc.Arbitrary<string> {
  const known = parameters.flatMap((one) => ('in' in one && one.in === 'query' ? [one] : []))
  const pairs = fc.array(
    fc.tuple(
      fc.constantFrom(...known.map(({ name }) => name), 'unknown', '__proto__'),
      fc.oneof(HOSTILE_TEXT, ...known.map(({ schema }) => arbitraryOf(schema).map(String))),
    ),
    { maxLength: 2 },
  )
  const right = fc.record(
    Object.fromEntries(known.map(({ name, schema }) => [name, arbitraryOf(schema).map(String)])),
    {
      requiredKeys: known.filter(({ required }) => required).map(({ name }) => name),
    },
  )
  const written = (values: [string, string][]) => {
    const text = new URLSearchParams(values.map(([name, value]) => [name, value.toWellFormed()])).toString()
    return text === '' ? '' : `?${text}`
  }
  return fc.oneof(
    { weight: 3, arbitrary: right.map((values) => written(Object.entries(values) as [string, string][])) },
    { weight: 1, arbitrary: pairs.map(written) },
  )
}

function headersFor({ parameters }: FuzzOperation): fc.Arbitrary<Record<string, string>> {
  const refers = (name: string) => parameters.some((one) => '$ref' in one && one.$ref.endsWith(`/${name}`))
  const odd = fc.constantFrom('"abc"', '-1', '', '"99999999999999999"', '*, "1"')
  const arbitraries: Record<string, fc.Arbitrary<string>> = {
    'if-match': fc.oneof(fc.constantFrom('*', '"1"', 'W/"2"'), odd),
    'idempotency-key': fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/), fc.constantFrom('same-key-1', 'x', 'a b')),
    'if-none-match': odd,
    'last-event-id': fc.constantFrom('1', 'x', '-1'),
    'tus-resumable': fc.constantFrom('1.0.0', '1.0.0', '0.2.2'),
    'upload-length': fc.constantFrom('0', '1000', '300000', '1024000', '1024001', '999999999999999', 'x'),
    'upload-metadata': fc.constantFrom(
      'filetype dmlkZW8vbXA0',
      'filetype dmlkZW8vbXA0,insist',
      'filetype dmlkZW8vbXA0,source !',
      ',',
      'filename ../x',
    ),
    'upload-offset': fc.constantFrom('0', '5', '-1', 'x'),
  }
  const right: Record<string, string> = {
    ...(refers('IfMatchRequired') ? { 'if-match': '*' } : {}),
    ...(refers('TusResumable') ? { 'tus-resumable': '1.0.0' } : {}),
    ...(refers('UploadLength') ? { 'upload-length': '1000' } : {}),
    ...(refers('UploadOffset') ? { 'upload-offset': '0' } : {}),
  }
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(right) },
    // Only one header is broken at a time, so that not always the same check refuses the request.
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...Object.keys(arbitraries))
        .chain((name) => (arbitraries[name] ?? odd).map((value) => ({ ...right, [name]: value }))),
    },
    {
      weight: 1,
      arbitrary: fc.record(arbitraries, { requiredKeys: [] }).map((some) => some as Record<string, string>),
    },
  )
}

type Body = { type: string | undefined; bytes: string | Uint8Array<ArrayBuffer> | undefined }

function bodyOf({ requestBody, method }: FuzzOperation): fc.Arbitrary<Body> {
  const none: Body = { type: undefined, bytes: undefined }
  if (method === 'get' || method === 'head') return fc.constant(none)
  if (!requestBody) return fc.constant(none)
  const json = requestBody.content['application/json']?.schema
  if (!json) {
    const bytes = fc.uint8Array({ maxLength: 2_000 }).map((array) => new Uint8Array(array))
    const types = fc.constantFrom(...Object.keys(requestBody.content), 'application/json', 'text/plain')
    return fc.record({ type: types, bytes })
  }
  const right = arbitraryOf(json)
  const wrong = fc.tuple(right, HOSTILE_VALUE, fc.nat()).map(([value, other, at]) => spoil(value, other, at))
  const type = 'application/json'
  return fc.oneof(
    { weight: 5, arbitrary: right.map((value) => ({ type, bytes: JSON.stringify(value) })) },
    { weight: 4, arbitrary: wrong.map((value) => ({ type, bytes: JSON.stringify(value) ?? '' })) },
    { weight: 1, arbitrary: HOSTILE_VALUE.map((value) => ({ type, bytes: JSON.stringify(value) ?? '' })) },
    { weight: 1, arbitrary: fc.string().map((bytes) => ({ type, bytes })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Body>(
        none,
        { type: 'text/plain', bytes: '{}' },
        { type, bytes: '{"__proto__":{"x":1}}' },
        { type, bytes: '['.repeat(20_000) },
        { type, bytes: '"'.padEnd(70_000, 'a') },
      ),
    },
  )
}

/** The same object with one field replaced or added. */
function spoil(value: unknown, other: unknown, at: number): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return other
  const keys = [...Object.keys(value), 'unknown']
  return { ...value, [keys[at % keys.length] ?? 'unknown']: other }
}
