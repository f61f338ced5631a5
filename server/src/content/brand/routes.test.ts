import {
  type ActivityPage,
  type Brand,
  DisplayId,
  type DisplayKey,
  type Manifest,
  NO_PICTURE,
  OrganisationId,
  type ProgrammeKey,
  pathOf,
  playlistPath,
  type RouteBodyInput,
  UNREFERENCED_MEDIA_KEPT_MS,
} from '@placard/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'

const { organisationId } = SAMPLE_DISPLAY
const NONE: Brand = { colour: null, logoUrl: null }
const NOTICE = {
  title: 'Closed',
  type: 'notice' as const,
  url: NO_PICTURE,
  notice: { look: 'paper' as const, heading: 'Closed' },
}

describeDialects('the brand of an organisation', (dialect) => {
  let server: TestServer
  let owner: Client
  let now = Date.now()
  let made = 0

  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => now })
    owner = await server.signIn()
  })
  afterAll(() => server.close())

  const params = { organisationId }
  const get = async (client = owner) => (await client.call('getBrand', { params })).body
  const set = (body: unknown, headers: Record<string, string> = {}, client = owner) =>
    client.call('updateBrand', { params, body: body as RouteBodyInput<'updateBrand'>, headers })
  const manifest = async (key: ProgrammeKey): Promise<Manifest> =>
    (await owner.call('getManifest', { params: key })).body
  const addNotice = (key: ProgrammeKey) => owner.call('createItem', { params: key, body: NOTICE })

  async function makeDisplay(): Promise<DisplayKey> {
    made += 1
    const key = { organisationId, displayId: DisplayId.parse(`brand-${made}`) }
    await owner.call('createDisplay', { params, body: { id: key.displayId, name: 'Door' } })
    return key
  }
  async function upload(client = owner, of: OrganisationId = organisationId): Promise<string> {
    made += 1
    const background = { r: made, g: 90, b: 200 }
    const body = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const headers = { 'content-type': 'image/jpeg' }
    return (await client.call('uploadMedia', { params: { organisationId: of }, body, headers })).body.url
  }

  it('[CT11] is read by everybody in it, and set by an owner, one field or both', async () => {
    const viewer = (await enterAs(server, 'viewer', { role: 'viewer' })).client
    const editor = (await enterAs(server, 'editor', { role: 'editor' })).client
    expect(await get(viewer)).toEqual(NONE)
    expect((await set({ colour: '#1A5FB4' })).body).toEqual({ colour: '#1a5fb4', logoUrl: null })
    const logoUrl = await upload()
    expect((await set({ logoUrl })).body).toEqual({ colour: '#1a5fb4', logoUrl })
    for (const client of [viewer, editor]) {
      expect(await set({ colour: null }, {}, client)).toMatchObject({ status: 403 })
    }
    expect(await get(viewer)).toEqual({ colour: '#1a5fb4', logoUrl })
    expect((await set({ colour: null, logoUrl: null })).body).toEqual(NONE)
  })

  it.each(['red', '#123', '#12345678', '#12345g', '', 'rgb(1,2,3)', '#1a5fb4;}'])(
    '[CT11] %j is no colour',
    async (colour) => {
      const error = { code: 'colour-not-valid', field: 'colour' }
      expect(await set({ colour })).toMatchObject({ status: 422, body: { error } })
      expect(await get()).toEqual(NONE)
    },
  )

  it('[CT11] its logo is a stored picture of its own; one of somebody else is answered like none', async () => {
    const elsewhere = { organisationId: OrganisationId.parse('other'), displayId: DisplayId.parse('hall') }
    await makePlace(server, elsewhere)
    const stranger = (await enterAs(server, 'stranger', { role: 'owner', home: elsewhere })).client
    const foreign = await upload(stranger, elsewhere.organisationId)
    const { items } = (await owner.call('getProgramme', { params: SAMPLE_DISPLAY })).body
    const film = items.find(({ type }) => type === 'video')?.url
    const answers = []
    for (const logoUrl of [foreign, '/media/gone.jpg', film, 'https://example.org/a.jpg', 'javascript:alert(1)', '']) {
      const answer = await set({ colour: '#000000', logoUrl })
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'media-not-found', field: 'logoUrl' } } })
      answers.push({ ...answer.body, requestId: '' })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await get()).toEqual(NONE)
  })

  it('[CT11] a change of it is one of every programme with a notice, and of no other, and screens hear of it at once', async () => {
    const [withNotice, including, hidden, plain] = [
      await makeDisplay(),
      await makeDisplay(),
      await makeDisplay(),
      await makeDisplay(),
    ]
    const { playlist } = (await owner.call('createPlaylist', { params, body: { name: 'News' } })).body
    const playlistKey = { organisationId, playlistId: playlist.id }
    const empty = (await owner.call('createPlaylist', { params, body: { name: 'Nothing' } })).body.playlist
    await addNotice(withNotice)
    await addNotice(playlistKey)
    const inclusion = { title: 'x', type: 'playlist' as const, url: playlistPath(playlist.id) }
    await owner.call('createItem', { params: including, body: inclusion })
    await owner.call('createItem', { params: hidden, body: { ...NOTICE, visible: false } })
    const keys: ProgrammeKey[] = [withNotice, including, playlistKey, hidden, plain, SAMPLE_DISPLAY]
    keys.push({ organisationId, playlistId: empty.id })
    const before = await Promise.all(keys.map(manifest))
    const streams = await Promise.all(
      [withNotice, including].map((key) => openStream(server.url + pathOf('streamManifest', key))),
    )
    for (const stream of streams) await stream.next('manifest')

    const logoUrl = await upload()
    expect((await set({ colour: '#1a5fb4', logoUrl })).status).toBe(200)
    const after = await Promise.all(keys.map(manifest))
    const raised = after.map(({ revision }, index) => revision - (before[index]?.revision ?? 0))
    expect(raised).toEqual([1, 1, 1, 1, 0, 0, 0])
    const logo = { url: logoUrl, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), sizeBytes: expect.any(Number) }
    const brand = { colour: '#1a5fb4', logo }
    expect(after.map((one) => one.brand)).toEqual([brand, brand, brand, ...Array(4).fill(undefined)])
    expect(after.map(({ loopStartedAt }) => loopStartedAt)).toEqual(before.map(({ loopStartedAt }) => loopStartedAt))
    for (const [index, stream] of streams.entries()) {
      expect((await stream.next('manifest')).data).toEqual(after[index])
      stream.close()
    }
    const bytes = (await owner.visit(logoUrl)).headers.get('content-length')
    expect(Number(bytes)).toBe(after[0]?.brand?.logo?.sizeBytes)

    await set({ logoUrl: null })
    expect((await manifest(withNotice)).brand).toEqual({ colour: '#1a5fb4' })
    await set(NONE)
    expect(await manifest(withNotice)).not.toHaveProperty('brand')
  })

  it('[CT11] a command that arrives twice changes it once, and one that changes nothing is announced to nobody', async () => {
    const key = await makeDisplay()
    await addNotice(key)
    const { revision } = await manifest(key)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [one, other] = await Promise.all([set({ colour: '#222222' }, headers), set({ colour: '#222222' }, headers)])
    expect(other.body).toEqual(one.body)
    expect(await set({ colour: '#333333' }, headers)).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency-mismatch' } },
    })
    expect((await set({ colour: '#222222' })).status).toBe(200)
    expect((await set({})).body).toEqual({ colour: '#222222', logoUrl: null })
    expect((await manifest(key)).revision).toBe(revision + 1)
    const { entries } = (await owner.call('listOrganisationActivity', { params })).body
    const told = entries.find(({ kind }) => kind === 'brand-changed')
    expect(told).toMatchObject({
      actor: { kind: 'person', email: 'admin@vnr.example' },
      kind: 'brand-changed',
      displayId: null,
      playlistId: null,
      undo: null,
      restorable: false,
    })
    const changes = await owner.visit(`${pathOf('listOrganisationActivity', params)}?kind=changes`)
    expect(((await changes.json()) as ActivityPage).entries[0]).toMatchObject({ kind: 'brand-changed' })
    // The display's own log has no entry for it, and its revisions continue.
    const own = (await owner.call('listActivity', { params: key })).body.entries
    expect(own.map(({ kind }) => kind)).not.toContain('brand-changed')
    const notice = own.find(({ kind }) => kind === 'item-added')
    const undone = await owner.call('undoActivity', { params: { ...key, entryId: notice?.id as never } })
    expect(undone).toMatchObject({ status: 200, body: { revision: revision + 2 } })
    await set(NONE)
  })

  it('[CT11] a display that gets its first notice meanwhile is drawn with the brand of that moment as well', async () => {
    for (let round = 0; round < 8; round += 1) {
      const key = await makeDisplay()
      const stream = await openStream(server.url + pathOf('streamManifest', key))
      const colour = `#00000${round}`
      const [added, changed] = await Promise.all([addNotice(key), set({ colour })])
      expect([added.status, changed.status]).toEqual([201, 200])
      const { revision, brand } = await manifest(key)
      expect(brand).toEqual({ colour })
      for (;;) {
        const shown = (await stream.next('manifest')).data as Manifest
        if (shown.revision < revision) continue
        expect(shown.brand).toEqual({ colour })
        break
      }
      stream.close()
    }
    await set(NONE)
  })

  it('[CT11] looking back, and the preview of a playlist, are drawn with the one of now', async () => {
    const key = await makeDisplay()
    await addNotice(key)
    await set({ colour: '#444444' })
    now += 60_000
    const answer = await owner.visit(`${pathOf('getPastManifest', key)}?at=${now - 1_000}`)
    expect(await answer.json()).toMatchObject({ manifest: { brand: { colour: '#444444' } } })
    await set(NONE)
  })

  it('[CT11] its logo is kept for as long as it is used, and goes like any other file afterwards', async () => {
    const { media } = server.app
    const [logoUrl, unused] = [await upload(), await upload()]
    await set({ logoUrl })
    const exists = async (url: string) => (await owner.visit(url)).status
    async function sweepLater(): Promise<void> {
      await media.sweep()
      now += UNREFERENCED_MEDIA_KEPT_MS + 60_000
      await media.sweep()
      owner = await server.signIn()
    }
    await sweepLater()
    expect([await exists(logoUrl), await exists(unused)]).toEqual([200, 404])
    await set({ logoUrl: null })
    await media.sweep()
    // Used again before the time is over, it is kept at once.
    await set({ logoUrl })
    now += UNREFERENCED_MEDIA_KEPT_MS + 60_000
    await media.sweep()
    expect(await exists(logoUrl)).toBe(200)
    owner = await server.signIn()
    await set({ logoUrl: null })
    await sweepLater()
    expect(await exists(logoUrl)).toBe(404)
    expect(await set({ logoUrl })).toMatchObject({ status: 404, body: { error: { code: 'media-not-found' } } })
  })

  it('[CT11] a logo whose row is gone counts as no logo, and breaks nothing', async () => {
    const key = await makeDisplay()
    await addNotice(key)
    const logoUrl = await upload()
    await set({ colour: '#555555', logoUrl })
    const { queries } = server.app.context.database
    const id = logoUrl.slice('/media/'.length, -'.jpg'.length)
    await queries.deleteFrom('media_file').where('id', '=', id).execute()
    expect(await get()).toEqual({ colour: '#555555', logoUrl: null })
    expect((await manifest(key)).brand).toEqual({ colour: '#555555' })
  })
})
