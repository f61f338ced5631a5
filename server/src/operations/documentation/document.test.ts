import { addressesOf, ERRORS, isErrorCode, ROUTES, type Route, type RouteName } from '@placard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Answer, type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { SAMPLE_DISPLAY } from '../seed/service.ts'

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, unknown>[]
  parameters: ({ $ref: string } | { name: string; in: string; required: boolean; schema: object })[]
  requestBody?: { content: Record<string, object> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>
}
type Document = {
  openapi: string
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>>
}

describe('the OpenAPI document', () => {
  let server: TestServer
  let owner: Client
  let document: Document
  let operations: { path: string; method: string; operation: Operation }[]

  beforeAll(async () => {
    server = await startTestServer()
    owner = await server.signIn()
    document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Document
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
  })
  afterAll(() => server.close())

  it('is 3.1 and has every route once, by its own method and address', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    const documented = operations.map(({ path, method, operation }) => [operation.operationId, method, path])
    const routed = Object.entries<Route>(ROUTES).flatMap(([name, route]) =>
      addressesOf(route).map(({ path }, index) => [
        index === 0 ? name : `${name}OfPlaylist`,
        route.method.toLowerCase(),
        path.replace(/:(\w+)/g, '{$1}'),
      ]),
    )
    expect(documented.sort()).toEqual(routed.sort())
  })

  it('[SD1] says how the times and the days of a schedule are written, wherever there is one', () => {
    const written = { pattern: expect.any(String) }
    const properties = {
      from: written,
      until: written,
      days: { items: { type: 'integer', minimum: 1, maximum: 7 } },
      hours: { items: { properties: { from: written, until: written } } },
      not: { items: written },
    }
    for (const name of ['Item', 'Line', 'ManifestItem', 'ManifestLine']) {
      expect(document.components.schemas?.[name]).toMatchObject({ properties: { schedule: { properties } } })
    }
  })

  it('every reference leads somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
    expect(references.length).toBeGreaterThan(100)
    for (const reference of new Set(references)) {
      const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w.-]+)$/.exec(reference ?? '') ?? []
      expect({ reference, target: document.components[kind]?.[name] }).toEqual({ reference, target: expect.anything() })
    }
    for (const schema of Object.values(document.components.schemas ?? {})) {
      expect(schema).toHaveProperty('type', 'object')
    }
  })

  it('every parameter of an address is declared, and nothing else is said to be one', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = operation.parameters.flatMap((one) => ('in' in one && one.in === 'path' ? [one] : []))
      expect(declared.map(({ name }) => name).sort()).toEqual(inPath.sort())
      expect(declared.every(({ required }) => required)).toBe(true)
    }
  })

  it('every call has a sentence, a known tag and known ways in', () => {
    const tags = new Set(document.tags.map(({ name }) => name))
    for (const { operation } of operations) {
      expect(operation.summary).toMatch(/^[A-Z].*\.$/)
      expect(operation.tags.filter((tag) => !tags.has(tag))).toEqual([])
      for (const way of operation.security.flatMap((one) => Object.keys(one))) {
        expect(Object.keys(document.components.securitySchemes ?? {})).toContain(way)
      }
    }
  })

  it('every failure is named by codes that have its status', () => {
    for (const { operation } of operations) {
      for (const [status, { $ref = '' }] of Object.entries(operation.responses).filter(([one]) => Number(one) >= 400)) {
        const [said, ...codes] = ($ref.split('/').at(-1) ?? '').split('.')
        expect(said).toBe(status)
        for (const code of codes) expect(isErrorCode(code) && ERRORS[code]).toBe(Number(status))
      }
    }
  })

  it('can be asked for again at no cost', async () => {
    const first = await fetch(`${server.url}/api/openapi.json`)
    const tag = first.headers.get('etag') ?? ''
    const second = await fetch(`${server.url}/api/openapi.json`, { headers: { 'if-none-match': tag } })
    expect(second.status).toBe(304)
    const other = await fetch(`${server.url}/api/openapi.json`, { headers: { 'if-none-match': '"another"' } })
    expect(other.status).toBe(200)
  })

  it('[S44] is compressed, and twenty are sent to one network, then one each six seconds', async () => {
    const clock = { now: Date.now() }
    await using limited = await startTestServer({ now: () => clock.now, config: { trustedProxies: ['127.0.0.1'] } })
    const ask = (from: string, headers: Record<string, string> = {}) =>
      fetch(`${limited.url}/api/openapi.json`, { headers: { 'x-forwarded-for': from, ...headers } })
    const sizes: number[] = []
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await ask('192.0.2.1', { 'accept-encoding': encoding })
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(answer.headers.get('vary')).toBe('accept-encoding')
      sizes.push(Number(answer.headers.get('content-length')))
      expect(await answer.json()).toEqual(document)
    }
    const [brotli = 0, gzip = 0, plain = 0] = sizes
    expect([brotli < plain / 15, gzip < plain / 10]).toEqual([true, true])
    for (let count = 3; count < 20; count += 1) expect((await ask(`192.0.2.${count}`)).status).toBe(200)
    const refused = await ask('192.0.2.99')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6'])
    // Other callers, and callers that have the current version, are answered.
    const other = await ask('203.0.113.1')
    const tag = other.headers.get('etag') ?? ''
    expect([other.status, (await ask('192.0.2.99', { 'if-none-match': tag })).status]).toEqual([200, 304])
    clock.now += 6_000
    expect((await ask('192.0.2.99')).status).toBe(200)
  })

  it('[S44] all networks of one customer of a provider have a hundred together', async () => {
    await using limited = await startTestServer({ now: () => 0, config: { trustedProxies: ['127.0.0.1'] } })
    const ask = async (from: string) => {
      const answer = await fetch(`${limited.url}/api/openapi.json`, {
        method: 'HEAD',
        headers: { 'x-forwarded-for': from },
      })
      return answer.status
    }
    for (let count = 0; count < 100; count += 1) expect(await ask(`198.51.${count}.1`)).toBe(200)
    expect([await ask('198.51.100.1'), await ask('203.0.113.1')]).toEqual([429, 200])
  })

  /** Schema of an answer that accepts only documented properties. */
  function schemaOf(name: RouteName, status: number): z.ZodType {
    const found = operations.find(({ operation }) => operation.operationId === name)?.operation.responses[status]
    const response = found?.$ref ? document.components.responses?.[found.$ref.split('/').at(-1) ?? ''] : found
    const schema = (response as { content?: Record<string, { schema: object }> } | undefined)?.content?.[
      'application/json'
    ]?.schema
    if (!schema) throw new Error(`${name} documents no answer ${status}`)
    const text = JSON.stringify({ ...schema, $defs: document.components.schemas })
    const strict =
      status < 400 ? text.replaceAll('"type":"object",', '"type":"object","additionalProperties":false,') : text
    return z.fromJSONSchema(JSON.parse(strict.replaceAll('#/components/schemas/', '#/$defs/')))
  }

  it('says of a real run what was answered', async () => {
    const seen = new Map<string, Answer<unknown>>()
    async function run<Name extends RouteName>(name: Name, options: Parameters<typeof owner.call<Name>>[1]) {
      const answer = await owner.call(name, options)
      seen.set(`${name} ${answer.status}`, answer)
      const checked = schemaOf(name, answer.status).safeParse(answer.body)
      expect({ name, body: answer.body, problems: checked.error?.issues }).toMatchObject({ problems: undefined })
      return answer.body
    }
    const display = SAMPLE_DISPLAY
    const organisation = { organisationId: display.organisationId }
    await run('getTime', { params: {} })
    await run('getSession', { params: {} })
    await run('getAccount', { params: {} })
    await run('listSessions', { params: {} })
    await run('listDisplays', { params: organisation })
    await run('getManifest', { params: display })
    await run('getProgramme', { params: display })
    await run('getDisplayContents', { params: display })
    await run('listScreens', { params: display })
    const made = await run('createItem', {
      params: display,
      body: { title: 'Film', type: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ' },
    })
    const key = { ...display, itemId: made.item.id }
    await run('updateItem', { params: key, body: { title: 'Film, again', fit: 'cover' }, headers: { 'if-match': '*' } })
    await run('moveItem', { params: key, body: { direction: 'up' } })
    const { line } = await run('createLine', { params: display, body: { text: 'A line' } })
    await run('updateLine', {
      params: { ...display, lineId: line.id },
      body: { text: 'B' },
      headers: { 'if-match': '*' },
    })
    await run('removeLine', { params: { ...display, lineId: line.id } })
    await run('removeItem', { params: key })
    const page = await run('listActivity', { params: display })
    await run('listOrganisationActivity', { params: organisation })
    const [last] = page.entries
    if (!last) throw new Error('nothing was written down')
    await run('undoActivity', { params: { ...display, entryId: last.id } })
    await run('listMembers', { params: organisation })
    await run('createInvitation', { params: organisation, body: { role: 'viewer' } })
    await run('listInvitations', { params: organisation })
    await run('createToken', { params: organisation, body: { name: 'Program', role: 'viewer', days: 30 } })
    await run('listTokens', { params: organisation })
    // Failures.
    await run('createLine', { params: display, body: { text: '' } })
    await run('updateLine', { params: { ...display, lineId: line.id }, body: { text: 'B' } })
    await run('createItem', { params: display, body: { title: 'x', type: 'image', url: 'ftp://x' } })
    await run('removeLine', { params: { ...display, lineId: line.id } })
    expect([...seen.keys()].filter((one) => Number(one.split(' ')[1]) >= 400)).toEqual(
      expect.arrayContaining(['createLine 422', 'updateLine 428', 'createItem 422', 'removeLine 404']),
    )
    expect(seen.size).toBeGreaterThan(27)
  })
})
