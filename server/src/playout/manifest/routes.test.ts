import { DisplayId, manifestItemOf } from '@placard/contract'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

describeDialects('manifests', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

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

  it('[U18] names the time zone of the display, for the clock on the screen', async () => {
    const before = (await get()).body.timeZone
    expect(before).toBe((await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body.timeZone)
    for (const timeZone of ['Pacific/Auckland', before]) {
      await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { timeZone } })
      expect((await get()).body.timeZone).toBe(timeZone)
    }
  })

  it('names where stored files are fetched first, under a tag of its own; what an item is called stays', async () => {
    const { config } = server.app.context
    // Another setting means another server, so caches must not be used.
    const get = (headers: Record<string, string> = {}) => admin.call('getManifest', { params: SAMPLE_DISPLAY, headers })
    const [plain, plainProgramme] = [await get(), await admin.call('getProgramme', { params: SAMPLE_DISPLAY })]
    expect(plain.body).not.toHaveProperty('mediaUrl')
    const tags = [plain.headers.get('etag') ?? '']
    try {
      for (const mediaUrl of ['https://cdn.example.org/media', 'https://other.example.org/media']) {
        config.mediaUrl = mediaUrl
        for (const tag of tags) expect((await get({ 'if-none-match': tag })).status).toBe(200)
        const { body, headers } = await get()
        expect(body).toEqual({ ...plain.body, mediaUrl })
        expect(body.items[0]?.url).toMatch(/^\/media\//)
        const tag = headers.get('etag') ?? ''
        expect(tag).toBe(`"${body.revision}-${mediaUrl}"`)
        expect((await get({ 'if-none-match': tag })).status).toBe(304)
        const programme = await admin.call('getProgramme', { params: SAMPLE_DISPLAY })
        expect(programme.body).toEqual({ ...plainProgramme.body, mediaUrl })
        tags.push(tag)
      }
    } finally {
      config.mediaUrl = undefined
    }
    expect((await get({ 'if-none-match': tags[0] ?? '' })).status).toBe(304)
    expect((await get({ 'if-none-match': tags[1] ?? '' })).status).toBe(200)
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

  it('[TM4] has each item as a browser makes it of what is typed', async () => {
    const body = { title: 'Cut', type: 'image' as const, url: 'https://example.org/a b', fit: 'cover' as const }
    const more = { url: 'https://Example.org/A.jpg', focus: { x: 0, y: 1 }, duration: 20 }
    const { item } = (await admin.call('createItem', { params: SAMPLE_DISPLAY, body: { ...body, ...more } })).body
    const { items } = (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
    const made = items.flatMap((one) => (one.visible ? (manifestItemOf(one) ?? []) : []))
    expect(made.map(({ id }) => id)).toContain(item.id)
    const shownOf = ({ id, type, url, duration, fit, focus }: (typeof made)[number]) => ({
      id,
      type,
      url,
      duration,
      fit,
      focus,
    })
    expect((await get()).body.items.map(shownOf)).toEqual(made.map(shownOf))
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
