import {
  type ApiToken,
  type DisplayId,
  type DisplayKey,
  type ErrorCode,
  type Insert,
  MAX_SCREENS_OF_INSERT,
  type Manifest,
  type Notice,
  type PairScreen,
  pathOf,
  type RouteBodyInput,
  ScreenId,
  ScreenInserts,
  type ScreenPlace,
  type ScreenWord,
} from '@placard/contract'
import { placeOfInsert } from '@placard/playback'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects, makeTestStorage } from '../../testing/dialects.ts'
import { LAB, OTHER } from '../../testing/keys.ts'
import { NEW_SCREEN, type PairedPlayer, pairScreen } from '../../testing/pair-screen.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream, type Stream } from '../../testing/stream.ts'
import { sweepTakeOvers } from './service.ts'

const MINUTE_MS = 60_000
const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }
const COFFEE: Notice = { look: 'paper', heading: 'Coffee', body: 'In the kitchen', byline: '' }

type Start = RouteBodyInput<'startInsert'>

describeDialects('inserts on screens', (dialect) => {
  let server: TestServer
  let owner: Client
  let now: number
  let made = 0
  const streams: Stream[] = []

  beforeEach(async () => {
    now = Date.UTC(2026, 11, 1, 9)
    server = await startTestServer({ dialect, now: () => now })
    owner = await server.signIn()
    await owner.call('createDisplay', { params, body: { id: LAB.displayId, name: 'Laboratory' } })
  })
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.close()
    await server.close()
  })

  const pair = (wanted: string | PairScreen, { key, by = owner }: { key?: DisplayKey; by?: Client } = {}) =>
    pairScreen(server, by, wanted, key)

  const put = (more: Partial<Start> = {}, client = owner) =>
    client.call('startInsert', {
      params,
      body: {
        content: { kind: 'notice', notice: COFFEE },
        place: 'top-right',
        displays: [],
        minutes: 10,
        ...more,
      } as Start,
    })
  const started = async (more: Partial<Start> = {}, client = owner): Promise<Insert> => {
    const answer = await put(more, client)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const refusal = async (more: object, client = owner) => {
    const { status, body } = await put(more, client)
    return { status, ...(body as unknown as { error: { code: ErrorCode; field?: string } }).error }
  }
  const list = async (client = owner) => (await client.call('listInserts', { params })).body
  const bytesOf = async (key: DisplayKey) => (await fetch(server.url + pathOf('getManifest', key))).text()
  const of = ({ id }: Pick<Insert, 'id'>) => ({ params: { ...params, insertId: id } })
  const end = (one: Insert, client = owner) => client.call('endInsert', of(one))
  const kinds = async () =>
    (await owner.call('listOrganisationActivity', { params })).body.entries
      .filter(({ kind }) => kind.startsWith('insert-'))
      .map(({ kind }) => kind)

  /** The place of a screen, by what the screen itself is told. */
  async function place({ secret }: Pick<PairedPlayer, 'secret'>): Promise<ScreenPlace> {
    const entered = await createClient(server.url).call('enterScreen', {
      params: {},
      body: { ...NEW_SCREEN, secret } as never,
    })
    if (entered.body.status !== 'paired') throw new Error('it is not paired')
    return entered.body.place
  }
  const insertsIn = (told: ScreenPlace) => ScreenInserts.parse(told.inserts ?? {}).inserts
  const shownOn = async (one: PairedPlayer) => insertsIn(await place(one))?.map(({ id }) => id)

  async function listen({ player }: PairedPlayer, key = SAMPLE_DISPLAY): Promise<Stream> {
    const stream = await openStream(`${server.url}${pathOf('streamManifest', key)}?screen=1`, {
      cookie: player.cookie(),
    })
    streams.push(stream)
    return stream
  }
  /** The next place on a stream that fits. */
  async function told(stream: Stream, fits: (place: ScreenPlace) => boolean): Promise<ScreenPlace> {
    for (;;) {
      const word = (await stream.next('screen')).data as ScreenWord
      if (word.status === 'paired' && fits(word.place)) return word.place
    }
  }
  const has = ({ inserts }: ScreenPlace) => inserts !== undefined

  async function tokenOf(role: ApiToken['role'], displays: DisplayId[] | null = null): Promise<string> {
    made += 1
    return (await owner.call('createToken', { params, body: { name: `Bell ${made}`, role, displays, days: 30 } })).body
      .secret
  }
  async function raise(secret: string, body: object) {
    const response = await fetch(`${server.url}/api/insert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }

  it('[LY7] is on one screen by its own stream, and every other screen and the display stay as they are', async () => {
    const [left, right] = [await pair('Left'), await pair('Right')]
    const before = [await bytesOf(SAMPLE_DISPLAY), await place(right)]
    const stream = await listen(left)
    await told(stream, () => true)
    const one = await started({ screenIds: [left.screen.id] })
    const name = { id: left.screen.id, displayId: SAMPLE_DISPLAY.displayId, name: 'Left' }
    expect(one).toMatchObject({ displays: [], screens: [name], endsAt: now + 10 * MINUTE_MS })
    expect(insertsIn(await told(stream, has))).toEqual([
      {
        id: one.id,
        items: [expect.objectContaining({ id: `insert-${one.id}`, type: 'notice', notice: COFFEE })],
        startsAt: now,
        endsAt: one.endsAt,
        ...placeOfInsert('top-right'),
      },
    ])
    expect(await shownOn(left)).toEqual([one.id])
    expect([await bytesOf(SAMPLE_DISPLAY), await place(right)]).toEqual(before)
    expect((await list()).running).toMatchObject([{ id: one.id, displays: [], screens: [name] }])

    await end(one)
    await told(stream, (at) => !has(at))
    await owner.call('resumeInsert', of(one))
    await told(stream, has)
    await owner.call('prolongInsert', { ...of(one), body: { minutes: 60 } })
    const later = await told(stream, (at) => insertsIn(at)?.[0]?.endsAt === now + 60 * MINUTE_MS)
    expect(insertsIn(later)).toHaveLength(1)
    now += 60 * MINUTE_MS
    await sweepTakeOvers(server.app.context)
    await told(stream, (at) => !has(at))
    expect(await kinds()).toEqual([
      'insert-over',
      'insert-prolonged',
      'insert-resumed',
      'insert-ended',
      'insert-started',
    ])
    expect([await bytesOf(SAMPLE_DISPLAY), await place(right)]).toEqual(before)
  })

  it('[LY7] brings the colours, the clock and the fonts that the manifest of the display has no need of', async () => {
    const one = await pair('One', { key: LAB })
    await owner.call('updateBrand', { params, body: { colour: '#1a5fb4' } })
    const plain = JSON.parse(await bytesOf(LAB)) as Manifest
    expect([plain.brand, plain.zoneOffsets, plain.fonts]).toEqual([undefined, undefined, undefined])
    const notice = { ...COFFEE, heading: 'قهوة {time}' }
    await started({ screenIds: [one.screen.id], content: { kind: 'notice', notice } })
    const own = ScreenInserts.parse((await place(one)).inserts)
    expect(own.brand).toEqual({ colour: '#1a5fb4' })
    expect(own.zoneOffsets?.length).toBeGreaterThan(0)
    expect(own.fonts?.map(({ url }) => url).join()).toContain('noto-sans-arabic')
    expect(JSON.parse(await bytesOf(LAB))).toEqual(plain)
  })

  it('[LY7] a screen whose display is a target as well is not counted twice', async () => {
    const [here, there] = [await pair('Here'), await pair('There', { key: LAB })]
    const screenIds = [here.screen.id, there.screen.id, there.screen.id]
    expect((await started({ displays: null, screenIds })).screens).toEqual([])
    const both = await started({ displays: [SAMPLE_DISPLAY.displayId], screenIds })
    expect(both.screens.map(({ name }) => name)).toEqual(['There'])
    expect(await shownOn(here)).toBeUndefined()
    expect(await shownOn(there)).toEqual([both.id])
    const { inserts } = JSON.parse(await bytesOf(SAMPLE_DISPLAY)) as Manifest
    expect(inserts?.map(({ id }) => id)).toContain(both.id)
  })

  it('[LY7] the newest is first, and three wait, with those of its display', async () => {
    const [left, right] = [await pair('Left'), await pair('Right')]
    const { displayId } = SAMPLE_DISPLAY
    for (let count = 0; count < 2; count += 1) await started({ displays: [displayId] })
    const first = await started({ screenIds: [left.screen.id] })
    const second = await started({ screenIds: [left.screen.id] })
    expect(await shownOn(left)).toEqual([first.id, second.id])
    const full = { status: 409, code: 'too-many-inserts' }
    expect(await refusal({ screenIds: [left.screen.id] })).toMatchObject({ ...full, field: 'screenIds' })
    expect(await refusal({ screenIds: [right.screen.id, left.screen.id] })).toMatchObject({
      ...full,
      field: 'screenIds',
    })
    expect(await refusal({ displays: [displayId] })).toMatchObject({ ...full, field: 'displays' })
    expect(await refusal({ displays: null })).toMatchObject({ ...full, field: 'displays' })
    await started({ screenIds: [right.screen.id] })
    expect(await shownOn(left)).toEqual([first.id, second.id])
    await end(first)
    await started({ displays: [displayId] })
    expect((await owner.call('resumeInsert', of(first))).body).toMatchObject({ error: { code: 'too-many-inserts' } })
  })

  it('[LY7] a member of a wall gets it beside its cell; the other members and the manifest have nothing of it', async () => {
    const [left, right] = [await pair('Left'), await pair('Right')]
    const measures = { panelWidthMm: 960, panelHeightMm: 540, frameSideMm: 0, frameTopMm: 0 }
    const cells = [left, right].map(({ screen }, column) => ({ column, row: 0, screenId: screen.id }))
    await owner.call('setWall', {
      params: SAMPLE_DISPLAY,
      body: { wall: { columns: 2, rows: 1, ...measures, cells } },
      headers: { 'if-match': '*' },
    })
    const before = [await bytesOf(SAMPLE_DISPLAY), await place(left)]
    const stream = await listen(right)
    const one = await started({ screenIds: [right.screen.id] })
    const word = await told(stream, has)
    expect(word.wall).toEqual({ columns: 2, rows: 1, ...measures, column: 1, row: 0 })
    // The screen itself converts the place into its cell.
    expect(insertsIn(word)).toMatchObject([{ id: one.id, ...placeOfInsert('top-right') }])
    expect([await bytesOf(SAMPLE_DISPLAY), await place(left)]).toEqual(before)
    expect((await list()).running).toMatchObject([{ screens: [{ name: 'Right' }], of: 0 }])
  })

  it('[B215] a screen that is not there, of somebody else, let go, or one of too many: an error at its field, nothing by half', async () => {
    const mine = await pair('Mine')
    const gone = await pair('Gone')
    await owner.call('letGoScreen', { params: { ...params, screenId: gone.screen.id } })
    await makePlace(server, OTHER)
    const theirs = (await enterAs(server, 'theirs', { role: 'owner', home: OTHER })).client
    const foreign = await pair('Foreign', { key: OTHER, by: theirs })
    const without = await pair('Without', { key: LAB })
    await owner.call('removeDisplay', { params: LAB, headers: { 'if-match': '*' } } as never)
    const unknown = ScreenId.parse('0'.repeat(32))
    for (const id of [unknown, foreign.screen.id, gone.screen.id, without.screen.id])
      expect(await refusal({ screenIds: [mine.screen.id, id] })).toMatchObject({
        status: 404,
        code: 'screen-not-found',
        field: 'screenIds',
      })
    const many = Array.from({ length: MAX_SCREENS_OF_INSERT + 1 }, (_, index) => String(index).padStart(32, '0'))
    expect(await refusal({ screenIds: many })).toMatchObject({ status: 422, field: 'screenIds' })
    expect(await refusal({ screenIds: ['left'] })).toMatchObject({ status: 400, field: 'screenIds.0' })
    expect(await refusal({ screenIds: null })).toMatchObject({ status: 422, field: 'screenIds' })
    expect(await refusal({ screenIds: [] })).toMatchObject({ status: 422, field: 'displays' })
    expect((await list()).running).toEqual([])
    expect(await kinds()).toEqual([])
    expect(await shownOn(mine)).toBeUndefined()
    expect(await shownOn(foreign)).toBeUndefined()
  })

  it('[B216] somebody who is limited to other displays does not put one there, see it or end it', async () => {
    const [here, there] = [await pair('Here'), await pair('There', { key: LAB })]
    const { client } = await enterAs(server, 'lab', { role: 'editor', displays: [LAB.displayId] })
    const hidden = { status: 404, code: 'screen-not-found', field: 'screenIds' }
    expect(await refusal({ screenIds: [here.screen.id] }, client)).toMatchObject(hidden)
    const own = await started({ screenIds: [there.screen.id] }, client)
    const others = await started({ screenIds: [here.screen.id] })
    const shared = await started({ screenIds: [here.screen.id, there.screen.id] })
    const seen = (await list(client)).running
    expect(seen.map(({ id }) => id)).toEqual([shared.id, own.id])
    expect(seen.map(({ screens }) => screens.map(({ name }) => name))).toEqual([['There'], ['There']])
    expect((await end(others, client)).status).toBe(404)
    expect((await end(shared, client)).status).toBe(403)
    expect((await end(own, client)).status).toBe(200)
    for (const role of ['viewer', 'contributor'] as const) {
      const person = (await enterAs(server, role, { role })).client
      expect(await refusal({ screenIds: [here.screen.id] }, person)).toMatchObject({ status: 403 })
    }
    const secret = await tokenOf('insert', [LAB.displayId])
    const words = { heading: 'Spill', place: 'bottom' }
    expect(await raise(secret, { ...words, screens: ['Here'] })).toMatchObject({
      status: 404,
      body: { error: { code: 'screen-not-found', field: 'screens' } },
    })
    expect((await raise(await tokenOf('take-over'), { ...words, screens: ['Here'] })).status).toBe(403)
  })

  it('[LY7] a limited person sees the stored picture of one on their screens, and the library names it', async () => {
    const there = await pair('There', { key: LAB })
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#159957' } })
      .jpeg()
      .toBuffer()
    const headers = { 'content-type': 'image/jpeg' }
    const { url } = (await owner.call('uploadMedia', { params, body: picture, headers })).body
    const mediaId = /\/media\/(.+)\.jpg/.exec(url)?.[1] as never
    await owner.call('createItem', { params: SAMPLE_DISPLAY, body: { title: 'Plan', type: 'image', url } })
    const { client } = await enterAs(server, 'lab', { role: 'editor', displays: [LAB.displayId] })
    const file = () => client.call('getLibraryFile', { params: { ...params, mediaId } })
    expect((await file()).status).toBe(404)
    const one = await started({ screenIds: [there.screen.id], content: { kind: 'file', url, title: 'Plan' } })
    expect((await file()).body).toMatchObject({ places: [{ kind: 'insert', name: 'Plan', visible: true }] })
    expect(insertsIn(await place(there))?.[0]?.items).toMatchObject([{ url, sha256: expect.any(String) }])
    await end(one)
    expect((await file()).status).toBe(404)
  })

  it('[LY7] a program names screens, alone or beside displays; a repeat prolongs it, and it clears its own', async () => {
    const [left, right] = [await pair('Door'), await pair('Door'), await pair('Hall')]
    const secret = await tokenOf('insert')
    const ring = (more: object = {}) =>
      raise(secret, { heading: 'Ring', place: 'left', key: 'door', minutes: 2, ...more })
    expect(await ring({ screens: ['DOOR'] })).toMatchObject({ status: 200, body: { effect: 'started' } })
    const [one] = (await list()).running
    expect(one?.displays).toEqual([])
    expect(one?.screens.map(({ id }) => id).sort()).toEqual([left.screen.id, right.screen.id].sort())
    const stream = await listen(left)
    await told(stream, has)
    now += MINUTE_MS
    expect((await ring({ screens: ['Door'] })).body).toMatchObject({ effect: 'prolonged' })
    await told(stream, (at) => insertsIn(at)?.[0]?.endsAt === now + 2 * MINUTE_MS)
    expect((await ring({ screens: ['Door'], heading: 'Parcel' })).body).toMatchObject({ effect: 'changed' })
    await told(stream, (at) => insertsIn(at)?.[0]?.items[0]?.notice?.heading === 'Parcel')
    expect((await raise(secret, { clear: { key: 'door' } })).body).toMatchObject({ effect: 'ended' })
    await told(stream, (at) => !has(at))
    const both = { heading: 'Soup', place: 'top', displays: ['Laboratory'], screens: [left.screen.id] }
    expect((await raise(secret, both)).body).toMatchObject({ effect: 'started' })
    expect((await list()).running).toMatchObject([{ displays: [LAB.displayId], screens: [{ name: 'Door' }] }])
    expect(await raise(secret, { heading: 'x', place: 'top', screens: ['Cellar'] })).toMatchObject({
      status: 404,
      body: { error: { code: 'screen-not-found', field: 'screens' } },
    })
    for (const screens of [[], [''], 'Door'])
      expect((await raise(secret, { heading: 'x', place: 'top', screens })).status).toBe(422)
  })

  it('[LY7] is gone from a screen that is let go or plays another display, and is on the one in its place', async () => {
    const [first, second, third] = [await pair('First'), await pair('Second'), await pair('Third')]
    const one = await started({ screenIds: [first.screen.id, second.screen.id, third.screen.id], minutes: 60 })
    const move = (displayId: DisplayId) =>
      owner.call('changePairedScreen', { params: { ...params, screenId: second.screen.id }, body: { displayId } })
    await owner.call('letGoScreen', { params: { ...params, screenId: first.screen.id } })
    await move(LAB.displayId)
    expect(await shownOn(second)).toBeUndefined()
    const next = await pair({ as: 'replace', screenId: third.screen.id })
    expect(await shownOn(next)).toEqual([one.id])
    expect((await list()).running).toMatchObject([{ screens: [{ id: next.screen.id, name: 'Third' }] }])
    // Its display is removed, and a later one has the same id.
    const there = await pair('There', { key: LAB })
    const last = await started({ screenIds: [there.screen.id] })
    await owner.call('removeDisplay', { params: LAB, headers: { 'if-match': '*' } } as never)
    await owner.call('createDisplay', { params, body: { id: LAB.displayId, name: 'Another one' } })
    await owner.call('changePairedScreen', {
      params: { ...params, screenId: there.screen.id },
      body: { displayId: LAB.displayId },
    })
    expect(await shownOn(there)).toBeUndefined()
    expect((await list()).running.find(({ id }) => id === last.id)?.screens).toEqual([])
  })

  it('[B217] only its own screens count as having shown it, and only by their own secret; proof of play has its name', async () => {
    const [left, right] = [await pair('Left'), await pair('Right')]
    const at = ({ screen }: PairedPlayer) => ({ ...SAMPLE_DISPLAY, screenId: screen.id })
    for (const one of [left, right])
      await one.player.call('reportScreen', { params: at(one), body: { state: SCREEN_STATE, events: [] } })
    await server.app.screens.list(SAMPLE_DISPLAY)
    const one = await started({ screenIds: [left.screen.id], minutes: 60 })
    expect((await list()).running).toMatchObject([{ shown: 0, of: 1 }])
    const tell = (teller: Client, about: PairedPlayer) =>
      teller.call('showTakeOver', { params: at(about), body: { id: one.id, paintedMsAgo: 100 } })
    now += 400
    await tell(server.anonymous, left)
    await tell(right.player, left)
    await tell(right.player, right)
    // Until the reports have been written.
    const { queries } = server.app.context.database
    const rows = () => queries.selectFrom('take_over_showing').select('screen_id').execute()
    await expect.poll(async () => (await rows()).map((row) => row.screen_id)).toEqual([right.screen.id])
    expect((await list()).running).toMatchObject([{ shown: 0, of: 1 }])
    await tell(left.player, left)
    await expect.poll(async () => (await list()).running).toMatchObject([{ shown: 1, of: 1 }])

    now += MINUTE_MS
    const itemId = insertsIn(await place(left))?.[0]?.items[0]?.id
    const piece = { kind: 'play' as const, n: 1, itemId, at: now - 40_000, ms: 30_000, showings: 1, cut: 0 }
    const body = { series: '0123456789abcdef', pieces: [piece] }
    expect((await left.player.call('tellPlays', { params: at(left), body: body as never })).status).toBe(200)
    const day = new Date(now).toISOString().slice(0, 10)
    const plays = await (await owner.visit(`${pathOf('getPlays', params)}?from=${day}&to=${day}`)).json()
    expect((plays as { items: unknown[] }).items).toMatchObject([{ title: 'Coffee', itemId }])
  })

  it('[F127] a screen that was away when it began or ended has it right with its next stream, also after a restart of the server', async () => {
    const storage = await makeTestStorage(dialect)
    const begin = async () => {
      await server.close()
      server = await startTestServer({ sharedWith: storage, now: () => now })
      owner = await server.signIn()
    }
    await begin()
    const left = await pair('Left')
    const one = await started({ screenIds: [left.screen.id] })
    const before = (await place(left)).inserts
    now += 5 * MINUTE_MS
    await begin()
    const back = createClient(server.url)
    await back.call('enterScreen', { params: {}, body: { ...NEW_SCREEN, secret: left.secret } as never })
    const first = await told(await listen({ ...left, player: back }), () => true)
    expect(first.inserts).toEqual(before)
    await end(one)
    const second = await told(await listen({ ...left, player: back }), () => true)
    expect(second.inserts).toBeUndefined()
    for (const stream of streams.splice(0)) stream.close()
    await server.close()
    await storage.remove()
    server = await startTestServer({ dialect, now: () => now })
  })
})
