import { DisplayId } from '@placard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../seed/service.ts'
import { describeDialects } from '../testing/dialects.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

describeDialects('manifests', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  const get = (headers: Record<string, string> = {}) =>
    server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY, headers })

  it('is one document under the revision as its tag, and unchanged while nothing changes', async () => {
    const { status, body, headers } = await get()
    expect(status).toBe(200)
    expect(body).toMatchObject({ organisationId: 'vnr', displayId: 'ece', name: 'Department of ECE' })
    expect(headers.get('etag')).toBe(`"${body.revision}"`)
    expect((await get({ 'if-none-match': `"${body.revision}"` })).status).toBe(304)
    expect((await get({ 'if-none-match': '"0"' })).status).toBe(200)
  })

  it('P5 leaves out what it does not know, and the rest plays', async () => {
    const { queries } = server.app.context.database
    const before = (await get()).body.items.length
    const known = await queries.selectFrom('item').selectAll().limit(1).executeTakeFirstOrThrow()
    await queries
      .insertInto('item')
      .values({ ...known, id: 'by-hand', type: '__proto__' })
      .execute()
    expect((await get()).body.items).toHaveLength(before)
  })

  it('an unknown display is not found', async () => {
    const params = { ...SAMPLE_DISPLAY, displayId: DisplayId.parse('nope') }
    expect(await server.anonymous.call('getManifest', { params })).toMatchObject({
      status: 404,
      body: { error: { code: 'display-not-found' } },
    })
  })

  it('tells the time', async () => {
    const { body } = await server.anonymous.call('getTime', { params: {} })
    expect(Math.abs(body.at - Date.now())).toBeLessThan(1_000)
  })
})
