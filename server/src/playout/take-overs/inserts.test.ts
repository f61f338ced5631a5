import {
  type ApiToken,
  type DisplayId,
  type DisplayKey,
  type ErrorCode,
  INSERT_PLACES,
  type Insert,
  type InsertRaised,
  MAX_INSERTS_PER_DISPLAY,
  type Manifest,
  NO_PICTURE,
  type Notice,
  pathOf,
  type RouteBodyInput,
  ScreenId,
  type TakeOverId,
} from '@placard/contract'
import { placeOfInsert } from '@placard/playback'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects, makeTestStorage } from '../../testing/dialects.ts'
import { LAB, OTHER } from '../../testing/keys.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'
import { sweepTakeOvers } from './service.ts'

const MINUTE_MS = 60_000
const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }
const COFFEE: Notice = { look: 'paper', heading: 'Coffee', body: 'In the kitchen', byline: '' }
const DOOR = { kind: 'address' as const, type: 'webpage' as const, url: 'https://door.example/', title: 'Door' }

type Start = RouteBodyInput<'startInsert'>

describeDialects('inserts', (dialect) => {
  let server: TestServer
  let owner: Client
  let now: number
  let made = 0

  beforeEach(async () => {
    now = Date.UTC(2026, 11, 1, 9)
    server = await startTestServer({ dialect, now: () => now })
    owner = await server.signIn()
    await owner.call('createDisplay', { params, body: { id: LAB.displayId, name: 'Laboratory' } })
  })
  afterEach(() => server.close())

  const put = (more: Partial<Start> = {}, client = owner, headers: Record<string, string> = {}) =>
    client.call('startInsert', {
      params,
      body: {
        content: { kind: 'notice', notice: COFFEE },
        place: 'top-right',
        displays: null,
        minutes: 10,
        ...more,
      } as Start,
      headers,
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
  const manifest = async (key: DisplayKey = SAMPLE_DISPLAY): Promise<Manifest> =>
    (await owner.call('getManifest', { params: key })).body
  const shown = async (key: DisplayKey = SAMPLE_DISPLAY) => (await manifest(key)).inserts?.map(({ id }) => id)
  const bytesOf = async (key: DisplayKey) => (await fetch(server.url + pathOf('getManifest', key))).text()
  const of = (id: TakeOverId) => ({ params: { ...params, insertId: id } })
  const end = (id: TakeOverId, client = owner) => client.call('endInsert', of(id))
  const kinds = async () =>
    (await owner.call('listOrganisationActivity', { params })).body.entries
      .filter(({ kind }) => kind.startsWith('insert-'))
      .map(({ kind, subject }) => [kind, subject?.type])

  async function upload(): Promise<string> {
    made += 1
    const body = await sharp({ create: { width: 64, height: 64, channels: 3, background: { r: made, g: 9, b: 20 } } })
      .jpeg()
      .toBuffer()
    return (await owner.call('uploadMedia', { params, body, headers: { 'content-type': 'image/jpeg' } })).body.url
  }
  async function tokenOf(role: ApiToken['role'], displays: DisplayId[] | null = null): Promise<string> {
    made += 1
    return (await owner.call('createToken', { params, body: { name: `Bell ${made}`, role, displays, days: 30 } })).body
      .secret
  }
  async function send(secret: string, body: object, path = '/api/insert', method = 'POST') {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  async function raise(secret: string, body: object): Promise<InsertRaised> {
    const answer = await send(secret, body)
    expect(answer).toMatchObject({ status: 200 })
    return answer.body
  }

  it('[LY7] is on the screens at once, over a loop that does not change, and gone at its end', async () => {
    const stream = await openStream(server.url + pathOf('streamManifest', SAMPLE_DISPLAY))
    await stream.next('manifest')
    const before = await manifest()
    const one = await started()
    expect(one).toMatchObject({
      name: 'Coffee',
      place: 'top-right',
      displays: null,
      startedAt: now,
      endsAt: now + 10 * MINUTE_MS,
      startedBy: 'admin@vnr.example',
      ending: null,
    })
    const told = (await stream.next('manifest')).data as Manifest
    expect(told.inserts).toEqual([
      {
        id: one.id,
        items: [{ id: `insert-${one.id}`, type: 'notice', url: NO_PICTURE, notice: COFFEE }],
        startsAt: now,
        endsAt: one.endsAt,
        ...placeOfInsert('top-right'),
      },
    ])
    stream.close()
    const after = await manifest()
    expect([after.revision, after.loopStartedAt, after.items, after.takeOvers]).toEqual([
      before.revision + 1,
      before.loopStartedAt,
      before.items,
      undefined,
    ])
    now += 10 * MINUTE_MS
    expect((await list()).running).toEqual([])
    expect(await shown()).toBeUndefined()
    await sweepTakeOvers(server.app.context)
    expect((await manifest()).revision).toBe(before.revision + 2)
    expect(await kinds()).toEqual([
      ['insert-over', 'insert'],
      ['insert-started', 'insert'],
    ])
  })

  it('[LY7] the manifest of a display without one is the same, byte for byte', async () => {
    await owner.call('updateBrand', { params, body: { colour: '#1a5fb4' } })
    const plain = await bytesOf(LAB)
    const { id } = await started({ displays: [SAMPLE_DISPLAY.displayId] })
    expect(await shown()).toEqual([id])
    expect((await manifest()).brand).toEqual({ colour: '#1a5fb4' })
    expect(await bytesOf(LAB)).toBe(plain)
    // Not from a cache: with another revision it is read again.
    const { queries } = server.app.context.database
    const raised = await queries
      .updateTable('programme')
      .set((is) => ({ revision: is('revision', '+', 1) }))
      .where('id', '=', LAB.displayId)
      .returning('revision')
      .executeTakeFirstOrThrow()
    const { revision } = JSON.parse(plain) as Manifest
    expect((await bytesOf(LAB)).replace(`"revision":${raised.revision}`, `"revision":${revision}`)).toBe(plain)
  })

  it.each(INSERT_PLACES)('[LY7] %s is a part of landscape and of portrait screens', async (place) => {
    await started({ place })
    expect((await manifest()).inserts).toMatchObject([placeOfInsert(place)])
  })

  it('[LY7] may be a stored picture, an item, a web page or a stream, without words behind it', async () => {
    const url = await upload()
    await started({ content: { kind: 'file', url, title: 'Plan' } })
    const page = await owner.call('createItem', {
      params: SAMPLE_DISPLAY,
      body: { title: 'Timetable', type: 'webpage', url: 'https://times.example/', webPage: { zoom: 50 } },
    })
    const { displayId } = SAMPLE_DISPLAY
    await started({ content: { kind: 'item', displayId, itemId: page.body.item.id } })
    await started({ content: { ...DOOR, type: 'video', url: 'https://cam.example/door.m3u8', title: 'Camera' } })
    const { running } = await list()
    expect(running.map(({ name }) => name)).toEqual(['Camera', 'Timetable', 'Plan'])
    const items = (await manifest()).inserts?.map((one) => one.items)
    expect(items).toMatchObject([
      [{ type: 'image', url, sha256: expect.any(String), sizeBytes: expect.any(Number) }],
      [{ type: 'webpage', url: 'https://times.example/', webPage: { zoom: 50 } }],
      [{ type: 'video', url: 'https://cam.example/door.m3u8' }],
    ])
    expect(items?.map((one) => one.length)).toEqual([1, 1, 1])
  })

  it('[LY7] its file stays stored while it runs, and the library names the insert', async () => {
    const url = await upload()
    const mediaId = /\/media\/(.+)\.jpg/.exec(url)?.[1] as never
    await owner.call('addLibraryFile', { params, body: { mediaId, name: 'Plan' } })
    const { id } = await started({ content: { kind: 'file', url, title: 'Plan' } })
    const file = await owner.call('getLibraryFile', { params: { ...params, mediaId } })
    expect(file.body).toMatchObject({ uses: 1, places: [{ kind: 'insert', name: 'Plan', visible: true }] })
    const remove = () =>
      owner.call('removeLibraryFiles', { params, body: { ids: [mediaId], everywhere: true } as never })
    expect((await remove()).body).toMatchObject({ error: { code: 'file-in-take-over' } })
    await end(id)
    expect((await remove()).status).toBe(200)
  })

  it('[LY7] the newest is shown first, three wait on a display, and another one is refused', async () => {
    const some = []
    for (let count = 0; count < MAX_INSERTS_PER_DISPLAY; count += 1) {
      const { id } = await started({ displays: count === 0 ? null : [LAB.displayId] })
      some.push(id)
    }
    expect((await list()).running.map(({ id }) => id)).toEqual([...some].reverse())
    expect(await shown(LAB)).toEqual(some)
    const full = { status: 409, code: 'too-many-inserts', field: 'displays' }
    expect(await refusal({ displays: [LAB.displayId] })).toMatchObject(full)
    expect(await refusal({ displays: [SAMPLE_DISPLAY.displayId, LAB.displayId] })).toMatchObject(full)
    expect(await refusal({})).toMatchObject(full)
    // Nothing of what was refused is anywhere.
    expect(await shown()).toEqual([some[0]])
    const other = await started({ displays: [SAMPLE_DISPLAY.displayId] })
    expect(await shown()).toEqual([some[0], other.id])
    // The end of one makes room, and its end cannot be taken back while the room is taken.
    await end(some[3] as TakeOverId)
    await started({ displays: [LAB.displayId] })
    expect((await owner.call('resumeInsert', of(some[3] as TakeOverId))).body).toMatchObject({
      error: { code: 'too-many-inserts' },
    })
    // Take-overs have room of their own.
    const content = { kind: 'line' as const, text: 'Leave' }
    const over = await owner.call('startTakeOver', {
      params,
      body: { content, displays: null, drill: true, minutes: 5 },
    })
    expect(over.status).toBe(201)
  })

  it('[LY7] without an end, with 25 hours, onto 1,000 displays: an error at its field, and nothing is stored', async () => {
    for (const minutes of [undefined, null, 0, -1, 0.5, 25 * 60, 1e9, '10'])
      expect(await refusal({ minutes })).toMatchObject({ status: 422, field: 'minutes' })
    const many = Array.from({ length: 1_000 }, (_, index) => `d-${index}`)
    expect(await refusal({ displays: many })).toMatchObject({ status: 422, field: 'displays' })
    expect(await refusal({ displays: [] })).toMatchObject({ status: 422, field: 'displays' })
    expect(await refusal({ displays: ['nowhere'] })).toMatchObject({
      status: 404,
      code: 'display-not-found',
      field: 'displays',
    })
    expect(await refusal({ place: 'middle' })).toMatchObject({ status: 422, field: 'place' })
    expect(await refusal({ content: { ...DOOR, url: 'javascript:alert(1)' } })).toMatchObject({
      status: 422,
      code: 'url-not-playable',
      field: 'content.url',
    })
    expect(await refusal({ content: { kind: 'file', url: `/media/${'x'.repeat(20)}.jpg`, title: 'x' } })).toMatchObject(
      { code: 'media-not-found', field: 'content.url' },
    )
    expect(await refusal({ endsAt: now + 1 })).toMatchObject({ status: 422 })
    expect((await list()).running).toEqual([])
    expect(await shown()).toBeUndefined()
    expect(await kinds()).toEqual([])
  })

  it('[LY7] editors may put one on and end it; viewers and contributors may not', async () => {
    const { client: editor } = await enterAs(server, 'editor', { role: 'editor' })
    const one = await started({}, editor)
    expect((await list(editor)).mayStart).toBe(true)
    for (const role of ['viewer', 'contributor'] as const) {
      const { client } = await enterAs(server, role, { role })
      expect(await refusal({}, client)).toMatchObject({ status: 403, code: 'not-allowed' })
      expect((await end(one.id, client)).status).toBe(403)
      expect(await list(client)).toMatchObject({ mayStart: false, running: [{ id: one.id }] })
    }
    expect((await end(one.id, editor)).body).toMatchObject({ ending: 'ended' })
  })

  it('[LY7] an editor of one display puts it there alone, and does not end one of all', async () => {
    const { client } = await enterAs(server, 'lab', { role: 'editor', displays: [LAB.displayId] })
    const one = await started({}, client)
    expect(one.displays).toEqual([LAB.displayId])
    expect(await shown()).toBeUndefined()
    expect(await refusal({ displays: [SAMPLE_DISPLAY.displayId] }, client)).toMatchObject({ status: 404 })
    const ofAll = await started()
    const hidden = await started({ displays: [SAMPLE_DISPLAY.displayId] })
    expect((await end(ofAll.id, client)).status).toBe(403)
    expect((await end(hidden.id, client)).status).toBe(404)
    const seen = await list(client)
    expect(seen.running.map(({ id }) => id)).toEqual([ofAll.id, one.id])
    expect(seen.reach.map(({ displayId }) => displayId)).toEqual([LAB.displayId])
    expect((await end(one.id, client)).status).toBe(200)
  })

  it('[LY7] the right to one is no right to the other: neither ends, sees or starts it', async () => {
    const insert = await started()
    const content = { kind: 'notice' as const, notice: COFFEE }
    const over = await owner.call('startTakeOver', {
      params,
      body: { content, displays: null, drill: true, minutes: 5 },
    })
    const { id } = over.body
    for (const name of ['endInsert', 'resumeInsert'] as const) expect((await owner.call(name, of(id))).status).toBe(404)
    for (const name of ['endTakeOver', 'resumeTakeOver', 'getTakeOver'] as const) {
      const answer = await owner.call(name, { params: { ...params, overId: insert.id } })
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'take-over-not-found' } } })
    }
    expect((await owner.call('listTakeOvers', { params })).body.running).toMatchObject([{ id }])
    expect((await list()).running).toMatchObject([{ id: insert.id }])
    // The page of the display says what covers it, and an insert does not.
    const { covers } = (await owner.call('getProgramme', { params: SAMPLE_DISPLAY })).body
    expect(covers.map((cover) => cover.id)).toEqual([id])
    await makePlace(server, OTHER)
    const stranger = (await enterAs(server, 'stranger', { role: 'owner', home: OTHER })).client
    expect((await end(insert.id, stranger)).status).toBe(404)
    const foreign = await stranger.call('endInsert', {
      params: { organisationId: OTHER.organisationId, insertId: insert.id },
    })
    expect(foreign.status).toBe(404)
  })

  it('[LY7] a token for inserts opens nothing else, and one for take-overs opens no insert', async () => {
    const secret = await tokenOf('insert')
    const body = { content: { kind: 'notice', notice: COFFEE }, place: 'left', displays: null, minutes: 5 }
    expect((await send(secret, body, pathOf('startInsert', params))).status).toBe(201)
    for (const [method, path, sent = {}] of [
      ['POST', '/api/take-over', { heading: 'x' }],
      ['GET', pathOf('listDisplays', params)],
      ['GET', pathOf('listInserts', params)],
      ['GET', pathOf('getProgramme', SAMPLE_DISPLAY)],
    ] as const)
      expect(await send(secret, sent, path, method)).toMatchObject({
        status: 403,
        body: { error: { code: 'not-allowed' } },
      })
    for (const role of ['take-over', 'viewer'] as const)
      expect((await send(await tokenOf(role), { heading: 'x', place: 'left' })).status).toBe(403)
    expect((await send(await tokenOf('editor'), { heading: 'x', place: 'left' })).status).toBe(200)
    const ofLab = await tokenOf('insert', [LAB.displayId])
    await raise(ofLab, { heading: 'Spill', place: 'bottom' })
    expect([(await shown())?.length, (await shown(LAB))?.length]).toEqual([2, 3])
    expect((await send(ofLab, { heading: 'x', place: 'top', displays: ['Department of ECE'] })).status).toBe(404)
    expect((await send(ofLab, body, pathOf('startInsert', params))).body).toMatchObject({
      displays: [LAB.displayId],
    })
  })

  it('[LY7] a program says it without ids; a repeat prolongs it, other content replaces it, and it clears its own', async () => {
    const secret = await tokenOf('insert')
    const ring = (more: object = {}) =>
      raise(secret, { film: 'https://cam.example/door.m3u8', place: 'top-right', key: 'door', minutes: 2, ...more })
    const first = await ring()
    expect(first).toMatchObject({
      effect: 'started',
      inserts: [{ name: 'cam.example', place: 'top-right', endsAt: now + 2 * MINUTE_MS, running: true }],
    })
    now += MINUTE_MS
    expect(await ring()).toMatchObject({
      effect: 'prolonged',
      inserts: [{ id: first.inserts[0]?.id, endsAt: now + 2 * MINUTE_MS }],
    })
    expect(await ring({ place: 'left' })).toMatchObject({ effect: 'changed', inserts: [{ place: 'left' }] })
    expect((await manifest()).inserts).toMatchObject([placeOfInsert('left')])
    expect(await ring({ film: 'https://youtu.be/aqz-KE-bpKQ', place: 'left' })).toMatchObject({ effect: 'changed' })
    expect((await manifest()).inserts?.[0]?.items).toMatchObject([{ type: 'youtube' }])
    expect(await raise(secret, { heading: 'Coffee', place: 'bottom' })).toMatchObject({
      inserts: [{ name: 'Coffee', endsAt: now + 15 * MINUTE_MS }],
    })
    expect(await raise(secret, { clear: { key: 'door' } })).toMatchObject({
      effect: 'ended',
      inserts: [{ running: false }],
    })
    expect(await raise(secret, { clear: { key: 'door' } })).toEqual({ effect: 'nothing', inserts: [] })
    expect(await raise(secret, { clear: 'all' })).toMatchObject({ effect: 'ended', inserts: [{ name: 'Coffee' }] })
    expect(await shown()).toBeUndefined()
    // With a lease it ends when the sender is silent.
    await ring({ aliveSeconds: 30 })
    now += 31_000
    expect(await shown()).toBeUndefined()
    for (const [field, odd] of [
      ['place', { page: 'https://example.org' }],
      ['heading', { place: 'left' }],
      ['page', { page: 'https://example.org', heading: 'x', place: 'left' }],
      ['page', { page: 'ftp://example.org', place: 'left' }],
      ['minutes', { heading: 'x', place: 'left', minutes: 1_441 }],
    ] as const)
      expect(await send(secret, odd)).toMatchObject({ status: 422, body: { error: { field } } })
  })

  it('[LY7] it is prolonged, ended in one call, and its end taken back; a repeated command starts one', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [one, same] = await Promise.all([put({}, owner, headers), put({}, owner, headers)])
    expect(one.body).toEqual(same.body)
    const { id } = one.body
    now += MINUTE_MS
    const prolong = (minutes: number) => owner.call('prolongInsert', { ...of(id), body: { minutes } })
    expect((await prolong(60)).body.endsAt).toBe(now + 60 * MINUTE_MS)
    expect((await prolong(24 * 60 + 1)).status).toBe(422)
    expect((await end(id)).body).toMatchObject({ ending: 'ended', endedBy: 'admin@vnr.example' })
    expect((await prolong(5)).body).toMatchObject({ error: { code: 'insert-ended' } })
    expect((await owner.call('resumeInsert', of(id))).body).toMatchObject({ ending: null })
    expect(await shown()).toEqual([id])
    expect((await kinds()).map(([kind]) => kind)).toEqual([
      'insert-resumed',
      'insert-ended',
      'insert-prolonged',
      'insert-started',
    ])
  })

  it('[LY7] a server that starts again goes on with it, and ends it at the same instant', async () => {
    const storage = await makeTestStorage(dialect)
    const begin = async () => {
      await server.close()
      server = await startTestServer({ sharedWith: storage, now: () => now })
      owner = await server.signIn()
    }
    await begin()
    const one = await started()
    const before = (await manifest()).inserts
    now += 5 * MINUTE_MS
    await begin()
    expect((await manifest()).inserts).toEqual(before)
    expect((await list()).running).toMatchObject([{ id: one.id, endsAt: one.endsAt }])
    now = one.endsAt
    await sweepTakeOvers(server.app.context)
    expect(await shown()).toBeUndefined()
    expect((await kinds())[0]).toEqual(['insert-over', 'insert'])
    await server.close()
    await storage.remove()
    server = await startTestServer({ dialect, now: () => now })
  })

  it('[LY7] a display that is removed is no place of it any more', async () => {
    const { id } = await started({ displays: [LAB.displayId, SAMPLE_DISPLAY.displayId] })
    await owner.call('removeDisplay', { params: LAB, headers: { 'if-match': '*' } } as never)
    await owner.call('createDisplay', { params, body: { id: LAB.displayId, name: 'Another one' } })
    expect(await shown(LAB)).toBeUndefined()
    expect((await list()).running).toMatchObject([{ id, displays: [SAMPLE_DISPLAY.displayId] }])
  })

  it('[LY7] screens that painted it are counted, and proof of play counts its showings under its name', async () => {
    const screenId = ScreenId.parse('1'.padStart(32, '0'))
    const at = { ...SAMPLE_DISPLAY, screenId }
    await server.anonymous.call('reportScreen', { params: at, body: { state: SCREEN_STATE, events: [] } })
    await server.app.screens.list(SAMPLE_DISPLAY)
    const { id } = await started()
    expect((await list()).running).toMatchObject([{ shown: 0, of: 1 }])
    now += 400
    await server.anonymous.call('showTakeOver', { params: at, body: { id, paintedMsAgo: 100 } })
    await expect.poll(async () => (await list()).running).toMatchObject([{ shown: 1, of: 1 }])
    now += MINUTE_MS
    const itemId = (await manifest()).inserts?.[0]?.items[0]?.id
    const piece = {
      kind: 'play' as const,
      n: 1,
      itemId,
      at: now - 40_000,
      ms: 30_000,
      showings: 1,
      cut: 0,
    }
    const body = { series: '0123456789abcdef', pieces: [piece, { ...piece, n: 2, itemId: 'insert-nothing' }] }
    expect((await server.anonymous.call('tellPlays', { params: at, body: body as never })).status).toBe(200)
    const day = new Date(now).toISOString().slice(0, 10)
    const plays = async () =>
      (await owner.visit(`${pathOf('getPlays', params)}?from=${day}&to=${day}`)).json() as Promise<{ items: unknown[] }>
    const told = { showings: 1, ms: 30_000 }
    expect((await plays()).items).toMatchObject([{ title: 'Coffee', itemId, told }])
    expect((await plays()).items).toHaveLength(1)
    await end(id)
    expect((await plays()).items).toMatchObject([{ title: 'Coffee', isRemoved: false, told }])
  })

  it('[LY7] [TW1] the page to read has it before the loop, and not during a take-over', async () => {
    const read = async () => (await fetch(`${server.url}/read/${organisationId}/${SAMPLE_DISPLAY.displayId}`)).text()
    const { id } = await started({ minutes: 60 })
    const page = await read()
    expect(page.indexOf('Coffee')).toBeGreaterThan(page.indexOf('Over a part of the screen, for a while'))
    expect(page.indexOf('Coffee')).toBeLessThan(page.indexOf('On the screen<'))
    const over = await owner.call('startTakeOver', {
      params,
      body: {
        content: { kind: 'notice', notice: { ...COFFEE, heading: 'Fire' } },
        displays: null,
        drill: true,
        minutes: 5,
      },
    })
    expect(await read()).not.toContain('Coffee')
    await owner.call('endTakeOver', { params: { ...params, overId: over.body.id } })
    expect(await read()).toContain('Coffee')
    await end(id)
    expect(await read()).not.toContain('Coffee')
  })

  it('[LY7] is no business of somebody who has not signed in', async () => {
    const stranger = createClient(server.url)
    expect((await put({}, stranger)).status).toBe(401)
    expect((await stranger.call('listInserts', { params })).status).toBe(401)
  })
})
