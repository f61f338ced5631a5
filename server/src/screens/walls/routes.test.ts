import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DisplayId,
  type DisplayKey,
  OrganisationId,
  type PairScreen,
  pathOf,
  type RouteBodyInput,
  ScreenId,
  type ScreenPlace,
  type ScreenWord,
  TEST_CARD_MS,
} from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { NEW_SCREEN, type PairedPlayer, pairScreen } from '../../testing/pair-screen.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream, type Stream } from '../../testing/stream.ts'

type Wanted = NonNullable<RouteBodyInput<'setWall'>['wall']>

const { organisationId } = SAMPLE_DISPLAY
const HALL: DisplayKey = { organisationId, displayId: DisplayId.parse('hall') }

const MEASURES = { panelWidthMm: 1_209.6, panelHeightMm: 680.4, frameSideMm: 1.8, frameTopMm: 2.2 }
const NONE = { 'if-match': '"0"' }
const ANY = { 'if-match': '*' }

describeDialects('walls', (dialect) => {
  let server: TestServer
  let admin: Client
  const clock = { now: 0 }
  const streams: Stream[] = []

  beforeEach(async () => {
    clock.now = Date.now()
    server = await startTestServer({ dialect, now: () => clock.now })
    admin = await server.signIn()
    await admin.call('createDisplay', { params: { organisationId }, body: { id: HALL.displayId, name: 'Hall' } })
  })
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.close()
    await server.close()
  })

  const pair = (wanted: string | PairScreen, { key, by = admin }: { key?: DisplayKey; by?: Client } = {}) =>
    pairScreen(server, by, wanted, key)

  const wallOf = (ids: (ScreenId | undefined)[], more: Partial<Wanted> = {}): Wanted => {
    const { columns = 2 } = more
    const cells = ids.flatMap((screenId, index) =>
      screenId ? [{ column: index % columns, row: Math.floor(index / columns), screenId }] : [],
    )
    return { columns: 2, rows: 2, ...MEASURES, cells, ...more }
  }
  const set = (wall: Wanted | null, headers: Record<string, string> = ANY, by = admin, key = SAMPLE_DISPLAY) =>
    by.call('setWall', { params: key, body: { wall }, headers })
  const get = async (key = SAMPLE_DISPLAY) => (await admin.call('getWall', { params: key })).body
  const place = async ({ player }: PairedPlayer): Promise<ScreenPlace> => {
    const { body } = await player.call('enterScreen', { params: {}, body: NEW_SCREEN })
    if (body.status !== 'paired') throw new Error('it is not paired')
    return body.place
  }
  async function play({ player }: PairedPlayer, key = SAMPLE_DISPLAY): Promise<Stream> {
    const url = `${server.url}${pathOf('streamManifest', key)}?screen=1`
    const stream = await openStream(url, { cookie: player.cookie() })
    streams.push(stream)
    return stream
  }
  const nextPlace = async (stream: Stream): Promise<ScreenPlace | undefined> => {
    const word = (await stream.next('screen')).data as ScreenWord
    return word.status === 'paired' ? word.place : undefined
  }

  async function pairFour(): Promise<PairedPlayer[]> {
    const all: PairedPlayer[] = []
    for (const name of ['Wall 1', 'Wall 2', 'Wall 3', 'Wall 10']) all.push(await pair(name))
    return all
  }
  const idOf = ({ screen }: PairedPlayer) => screen.id

  it('[LY8] each screen learns its cell and the measurements, and the manifest stays as it is', async () => {
    const all = await pairFour()
    const [first, second] = all as [PairedPlayer, PairedPlayer]
    const before = await place(first)
    expect(Object.keys(before)).not.toContain('wall')
    const manifest = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const stream = await play(second)
    await nextPlace(stream)

    const answer = await set(wallOf(all.map(idOf)), NONE)
    expect(answer.status).toBe(200)
    expect(answer.body.wall?.cells).toHaveLength(4)
    const wall = { columns: 2, rows: 2, ...MEASURES, column: 1, row: 0 }
    let told = await nextPlace(stream)
    while (told && !told.wall) told = await nextPlace(stream)
    expect(told?.wall).toEqual(wall)
    expect((await place(first)).wall).toEqual({ ...wall, column: 0 })
    expect((await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body).toEqual(manifest)

    // The same wall again changes nothing, and no revision.
    expect((await set(wallOf(all.map(idOf)))).body).toEqual(answer.body)

    const gone = await set(null, { 'if-match': `"${answer.body.wall?.revision}"` })
    expect(gone.body).toEqual({ wall: null })
    expect(await place(first)).toEqual(before)
    const log = (await admin.call('listActivity', { params: SAMPLE_DISPLAY })).body.entries
    expect(log.slice(0, 2).map(({ kind, subject }) => [kind, subject?.type])).toEqual([
      ['wall-removed', 'wall'],
      ['wall-changed', 'wall'],
    ])
  })

  it('[LY8] says which of its screens are there, and numbers the screens by their names', async () => {
    const all = await pairFour()
    const [first, second] = all as [PairedPlayer, PairedPlayer]
    expect(await get()).toMatchObject({ wall: null, state: null, testCardLeftMs: 0 })
    await set(wallOf(all.map(idOf)))
    expect((await get()).state).toBe('silent')
    const open = []
    for (const one of all) open.push(await play(one))
    const now = await get()
    expect(now.state).toBe('whole')
    expect(now.screens.map(({ name, number }) => [name, number])).toEqual([
      ['Wall 1', 1],
      ['Wall 2', 2],
      ['Wall 3', 3],
      ['Wall 10', 4],
    ])
    await set(wallOf([undefined, idOf(second)]))
    expect((await get()).state).toBe('partial')
    await admin.call('letGoScreen', { params: { organisationId, screenId: first.screen.id } })
    expect((await get()).screens.map(({ number, isConnected }) => [number, isConnected])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ])
  })

  it('[LY8] the screens show their numbers and a test card until it ends', async () => {
    const all = await pairFour()
    const [first, , third] = all as [PairedPlayer, PairedPlayer, PairedPlayer]
    const show = (isOn: boolean) => admin.call('showTestCard', { params: SAMPLE_DISPLAY, body: { isOn } })
    expect(await show(true)).toMatchObject({ status: 404, body: { error: { code: 'wall-not-found' } } })
    await set(wallOf([idOf(first)]))
    const stream = await play(third)
    expect((await nextPlace(stream))?.testCard).toBeUndefined()
    expect((await show(true)).status).toBe(204)
    let told = await nextPlace(stream)
    while (told && !told.testCard) told = await nextPlace(stream)
    expect(told).toMatchObject({ testCard: { number: 3, leftMs: TEST_CARD_MS } })
    expect(told?.wall).toBeUndefined()
    expect((await place(first)).testCard?.number).toBe(1)
    clock.now += TEST_CARD_MS - 1
    expect((await place(first)).testCard).toEqual({ number: 1, leftMs: 1 })
    clock.now += 1
    expect((await place(first)).testCard).toBeUndefined()
    admin = await server.signIn()
    await show(true)
    expect((await get()).testCardLeftMs).toBe(TEST_CARD_MS)
    await show(false)
    expect((await place(first)).testCard).toBeUndefined()
  })

  it('[LY8] a wall that cannot be is refused at its field, and nothing changes', async () => {
    const all = await pairFour()
    const [first, second] = all.map(idOf) as [ScreenId, ScreenId]
    const elsewhere = await pair('Elsewhere', { key: HALL })
    const other: DisplayKey = { organisationId: OrganisationId.parse('other'), displayId: DisplayId.parse('yard') }
    await makePlace(server, other)
    const theirs = (await enterAs(server, 'theirs', { role: 'owner', home: other })).client
    const foreign = await pair('Foreign', { key: other, by: theirs })
    const saved = (await set(wallOf([first]))).body.wall
    const cell = (column: number, row: number, screenId: ScreenId) => ({ column, row, screenId })
    const wrong: [Partial<Wanted>, string, string][] = [
      [{ cells: [cell(0, 0, first), cell(0, 0, second)] }, 'cell-taken', 'wall.cells.1'],
      [{ cells: [cell(0, 0, first), cell(1, 1, first)] }, 'screen-in-two-cells', 'wall.cells.1.screenId'],
      [{ cells: [cell(2, 0, first)] }, 'cell-outside-wall', 'wall.cells.0.column'],
      [{ cells: [cell(0, -1, first)] }, 'cell-outside-wall', 'wall.cells.0.row'],
      [{ cells: [cell(0, 0, first), cell(1, 0, idOf(foreign))] }, 'screen-not-found', 'wall.cells.1.screenId'],
      [{ cells: [cell(0, 0, ScreenId.parse('0'.repeat(32)))] }, 'screen-not-found', 'wall.cells.0.screenId'],
      [{ cells: [cell(0, 0, idOf(elsewhere))] }, 'screen-on-other-display', 'wall.cells.0.screenId'],
      [{ columns: 1, rows: 1, cells: [] }, 'wall-too-small', 'wall.columns'],
      [{ columns: 5 }, 'invalid-field', 'wall.columns'],
      [{ panelWidthMm: 0 }, 'invalid-field', 'wall.panelWidthMm'],
      [{ frameTopMm: -1 }, 'invalid-field', 'wall.frameTopMm'],
      [{ frameSideMm: Number.NaN }, 'invalid-field', 'wall.frameSideMm'],
    ]
    for (const [more, code, field] of wrong) {
      const { status, body } = await set(wallOf([], more))
      expect({ status: status >= 400, ...body }, code).toMatchObject({ status: true, error: { code, field } })
      expect((await get()).wall).toEqual(saved)
    }
    const nowhere = { organisationId, displayId: DisplayId.parse('nowhere') }
    expect((await set(wallOf([]), ANY, admin, nowhere)).body).toMatchObject({ error: { code: 'display-not-found' } })
    expect((await admin.call('getWall', { params: nowhere })).status).toBe(404)
  })

  it('[LY8] of two people who change a wall at once, the second is told and overwrites nothing', async () => {
    const [first, second] = (await pairFour()).map(idOf) as [ScreenId, ScreenId]
    expect((await set(wallOf([first]), {})).body).toMatchObject({ error: { code: 'revision-missing' } })
    const both = await Promise.all([set(wallOf([first]), NONE), set(wallOf([second]), NONE)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const late = both.find(({ status }) => status === 412)
    const { wall } = await get()
    expect(late?.body).toMatchObject({ error: { code: 'changed-meanwhile', current: wall } })

    const base = { 'if-match': `"${wall?.revision}"` }
    const key = { ...base, 'idempotency-key': 'the-same-command' }
    const next = await set(wallOf([second, first]), key)
    expect((await set(wallOf([second, first]), key)).body).toEqual(next.body)
    expect((await set(wallOf([]), base)).status).toBe(412)
    // A wall that is made again does not match a revision of the one before.
    await set(null)
    clock.now += 1_000
    const again = await set(wallOf([first]), NONE)
    expect(again.body.wall?.revision).toBeGreaterThan(next.body.wall?.revision ?? 0)
  })

  it('[LY8] a screen that is let go or moved leaves its cell, and its replacement takes it', async () => {
    const all = await pairFour()
    const [first, second, third] = all as [PairedPlayer, PairedPlayer, PairedPlayer]
    await set(wallOf(all.map(idOf)))
    const before = (await get()).wall
    await admin.call('letGoScreen', { params: { organisationId, screenId: idOf(first) } })
    await admin.call('changePairedScreen', {
      params: { organisationId, screenId: idOf(second) },
      body: { displayId: HALL.displayId },
    })
    const after = (await get()).wall
    expect(after?.cells.map(({ column, row }) => [column, row])).toEqual([
      [0, 1],
      [1, 1],
    ])
    expect(after?.revision).toBeGreaterThan(before?.revision ?? 0)
    expect((await place(second)).wall).toBeUndefined()
    // Back on its display it has no cell until it gets one.
    await admin.call('changePairedScreen', {
      params: { organisationId, screenId: idOf(second) },
      body: { displayId: SAMPLE_DISPLAY.displayId },
    })
    expect((await place(second)).wall).toBeUndefined()
    const next = await pair({ as: 'replace', screenId: idOf(third) })
    expect((await place(next)).wall).toMatchObject({ column: 0, row: 1 })
    expect((await get()).wall?.cells.map(({ screenId }) => screenId)).toContain(idOf(next))
  })

  it('[LY8] a wall goes with its display, and its screens stay paired', async () => {
    const one = await pair('One', { key: HALL })
    await set(wallOf([idOf(one)]), NONE, admin, HALL)
    expect((await place(one)).wall).toMatchObject({ column: 0, row: 0 })
    expect((await admin.call('removeDisplay', { params: HALL, headers: ANY })).status).toBe(204)
    expect(await place(one)).toMatchObject({ displayId: null })
    expect((await place(one)).wall).toBeUndefined()
    expect(await server.app.context.database.queries.selectFrom('wall_cell').selectAll().execute()).toEqual([])
  })

  it('[LY8] editors of the display may change its wall, and viewers may see it', async () => {
    const one = await pair('One')
    await set(wallOf([idOf(one)]))
    const displays = [SAMPLE_DISPLAY.displayId]
    const mine = (await enterAs(server, 'mine', { role: 'editor', displays })).client
    const others = (await enterAs(server, 'others', { role: 'editor', displays: [HALL.displayId] })).client
    const viewer = (await enterAs(server, 'viewer', { role: 'viewer' })).client
    expect((await set(wallOf([undefined, idOf(one)]), ANY, mine)).status).toBe(200)
    expect((await set(wallOf([]), ANY, others)).status).toBe(404)
    expect((await set(wallOf([]), ANY, viewer)).status).toBe(403)
    const params = SAMPLE_DISPLAY
    expect((await viewer.call('showTestCard', { params, body: { isOn: true } })).status).toBe(403)
    expect((await viewer.call('getWall', { params })).body.wall?.cells).toHaveLength(1)
    expect((await others.call('getWall', { params })).status).toBe(404)
  })
})

it('[LY8] a wall outlives a restart of the server, and each screen gets its cell again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-walls-'))
  const enter = (url: string, secret: string | null) =>
    createClient(url).call('enterScreen', { params: {}, body: { ...NEW_SCREEN, secret } })
  let secret: string | null = null
  let before: unknown
  try {
    {
      await using server = await startTestServer({ keepIn: folder })
      const admin = await server.signIn()
      const paired = await pairScreen(server, admin, 'One')
      secret = paired.secret
      const { id } = paired.screen
      const wall = { columns: 1, rows: 3, ...MEASURES, cells: [{ column: 0, row: 2, screenId: id }] }
      before = (await admin.call('setWall', { params: SAMPLE_DISPLAY, body: { wall }, headers: NONE })).body.wall
    }
    await using server = await startTestServer({ keepIn: folder })
    const admin = await server.signIn()
    expect((await admin.call('getWall', { params: SAMPLE_DISPLAY })).body.wall).toEqual(before)
    expect((await enter(server.url, secret)).body).toMatchObject({ place: { wall: { column: 0, row: 2, rows: 3 } } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
