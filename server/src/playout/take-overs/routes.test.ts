import {
  type ApiToken,
  type Clear,
  DisplayId,
  type DisplayKey,
  type ErrorCode,
  MAX_RUNNING_TAKE_OVERS,
  type Manifest,
  NO_PICTURE,
  type Notice,
  type OrganisationId,
  pathOf,
  type Raised,
  type RouteBodyInput,
  ScreenId,
  type TakeOver,
  type TakeOverId,
} from '@placard/contract'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { LAB, OTHER } from '../../testing/keys.ts'
import { NEW_SCREEN, pairScreen } from '../../testing/pair-screen.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'
import { sweepTakeOvers } from './service.ts'

const MINUTE_MS = 60_000
const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }
const FIRE: Notice = { look: 'alert', heading: 'Fire', body: 'Leave by the south stairs.', byline: '' }
const NAMESPACE = 'urn:oasis:names:tc:emergency:cap:1.2'

describeDialects('take-overs', (dialect) => {
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

  type Start = RouteBodyInput<'startTakeOver'>
  const start = (more: Partial<Start> = {}, client = owner, headers: Record<string, string> = {}) =>
    client.call('startTakeOver', {
      params,
      body: {
        displays: null,
        drill: false,
        minutes: 10,
        ...(more.prepared ? {} : { content: { kind: 'notice', notice: FIRE } }),
        ...more,
      } as Start,
      headers,
    })
  const started = async (more: Partial<Start> = {}, client = owner): Promise<TakeOver> => {
    const answer = await start(more, client)
    expect(answer.status).toBe(201)
    return answer.body
  }
  const list = async (client = owner) => (await client.call('listTakeOvers', { params })).body
  const manifest = async (key: DisplayKey = SAMPLE_DISPLAY): Promise<Manifest> =>
    (await owner.call('getManifest', { params: key })).body
  const running = async (key: DisplayKey = SAMPLE_DISPLAY) =>
    ((await manifest(key)).takeOvers ?? []).filter(({ startsAt }) => startsAt !== undefined)
  const of = (id: TakeOverId) => ({ params: { ...params, overId: id } })
  const end = (id: TakeOverId, client = owner) => client.call('endTakeOver', of(id))

  async function upload(client = owner, home: OrganisationId = organisationId): Promise<string> {
    made += 1
    const body = await sharp({ create: { width: 64, height: 64, channels: 3, background: { r: made, g: 9, b: 20 } } })
      .jpeg()
      .toBuffer()
    const headers = { 'content-type': 'image/jpeg' }
    return (await client.call('uploadMedia', { params: { organisationId: home }, body, headers })).body.url
  }

  async function tokenOf(role: ApiToken['role'], displays: DisplayId[] | null = null): Promise<string> {
    made += 1
    const body = { name: `Panel ${made}`, role, displays, days: 30 }
    return (await owner.call('createToken', { params, body })).body.secret
  }
  async function send(secret: string, body: object | string, path = '/api/take-over', method = 'POST') {
    const isXml = typeof body === 'string'
    const response = await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': isXml ? 'application/cap+xml' : 'application/json',
      },
      ...(method === 'GET' ? {} : { body: isXml ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  async function raise(secret: string, body: object | string): Promise<Raised> {
    const answer = await send(secret, body)
    expect(answer).toMatchObject({ status: 200 })
    return answer.body
  }

  function cap(
    identifier: string,
    more: Record<string, string> = {},
    info: Record<string, string> | null = {},
  ): string {
    const written = (all: Record<string, string>) =>
      Object.entries(all)
        .map(([name, text]) => `<${name}>${text}</${name}>`)
        .join('')
    const head = {
      identifier,
      sender: 'panel@vnr.example',
      sent: '2026-12-01T09:00:00Z',
      status: 'Actual',
      msgType: 'Alert',
      scope: 'Public',
    }
    const said = info === null ? '' : `<info>${written({ event: 'Fire', ...info })}</info>`
    return `<alert xmlns="${NAMESPACE}">${written({ ...head, ...more })}${said}</alert>`
  }

  let screens = 0
  async function knownScreen(key: DisplayKey = SAMPLE_DISPLAY, name = ''): Promise<ScreenId> {
    screens += 1
    const id = ScreenId.parse(screens.toString(16).padStart(32, '0'))
    const at = { ...key, screenId: id }
    await server.anonymous.call('reportScreen', { params: at, body: { state: SCREEN_STATE, events: [] } })
    await server.app.screens.list(key)
    if (name !== '') await owner.call('updateScreen', { params: at, body: { name } })
    return id
  }
  async function shows(key: DisplayKey, screenId: ScreenId, id: TakeOverId, paintedMsAgo = 0): Promise<void> {
    const answer = await server.anonymous.call('showTakeOver', {
      params: { ...key, screenId },
      body: { id, paintedMsAgo },
    })
    expect(answer.status).toBe(204)
  }
  const kinds = async () => {
    const { entries } = (await owner.call('listOrganisationActivity', { params })).body
    return entries.filter(({ kind }) => kind.startsWith('take-over-')).map(({ kind, actor }) => [kind, actor.email])
  }

  it('[TO3] [B108] nobody says for a paired screen that it has painted, but the screen itself', async () => {
    const { player, secret, screen } = await pairScreen(server, owner, 'Hall')
    const at = { ...SAMPLE_DISPLAY, screenId: screen.id }
    await player.call('enterScreen', { params: {}, body: { ...NEW_SCREEN, secret } })
    await player.call('reportScreen', { params: at, body: { state: SCREEN_STATE, events: [] } })
    await server.app.screens.list(SAMPLE_DISPLAY)
    const { id } = await started()
    const shown = async () => (await list()).running[0]?.shown
    await shows(SAMPLE_DISPLAY, at.screenId, id)
    // Longer than the delay after which reports are written.
    await new Promise((wake) => setTimeout(wake, 600))
    expect(await shown()).toBe(0)
    expect((await player.call('showTakeOver', { params: at, body: { id, paintedMsAgo: 0 } })).status).toBe(204)
    await expect.poll(shown).toBe(1)
  })

  it('[TO1] is on every display at once, by the stream that is there, with its words and its end', async () => {
    const streams = await Promise.all(
      [SAMPLE_DISPLAY, LAB].map((key) => openStream(server.url + pathOf('streamManifest', key))),
    )
    for (const stream of streams) await stream.next('manifest')
    const before = await manifest()
    const one = await started()
    expect(one).toMatchObject({
      name: 'Fire',
      drill: false,
      displays: null,
      startedAt: now,
      endsAt: now + 10 * MINUTE_MS,
      startedBy: 'admin@vnr.example',
      ending: null,
    })
    for (const stream of streams) {
      const told = (await stream.next('manifest')).data as Manifest
      expect(told.takeOvers).toEqual([
        {
          id: one.id,
          items: [{ id: `over-${one.id}`, type: 'notice', url: NO_PICTURE, duration: undefined, notice: FIRE }],
          startsAt: now,
          endsAt: one.endsAt,
        },
      ])
      stream.close()
    }
    const after = await manifest()
    // The loop is unchanged.
    expect([after.revision, after.loopStartedAt, after.items]).toEqual([
      before.revision + 1,
      before.loopStartedAt,
      before.items,
    ])
  })

  it('[TO1] on some displays it is on these alone, a display that is made meanwhile gets one of all', async () => {
    const one = await started({ displays: [LAB.displayId] })
    const revision = (await manifest()).revision
    expect(await running()).toEqual([])
    expect((await running(LAB)).map(({ id }) => id)).toEqual([one.id])
    const all = await started({ drill: true })
    const late = { organisationId, displayId: DisplayId.parse('late') }
    await owner.call('createDisplay', { params, body: { id: late.displayId, name: 'Late' } })
    expect(await running(late)).toMatchObject([{ id: all.id, drill: true }])
    expect((await manifest()).revision).toBe(revision + 1)
  })

  it('[TO1] it is prolonged, ended in one call, and its end taken back', async () => {
    const { id } = await started()
    now += MINUTE_MS
    const prolong = (minutes: number) => owner.call('prolongTakeOver', { ...of(id), body: { minutes } })
    expect((await prolong(60)).body.endsAt).toBe(now + 60 * MINUTE_MS)
    expect(await running()).toMatchObject([{ id, startsAt: now - MINUTE_MS, endsAt: now + 60 * MINUTE_MS }])
    expect((await end(id)).body).toMatchObject({ ending: 'ended', endedBy: 'admin@vnr.example', endsAt: now })
    expect(await running()).toEqual([])
    const { revision } = await manifest()
    expect((await end(id)).status).toBe(200)
    expect((await manifest()).revision).toBe(revision)
    expect((await prolong(5)).body).toMatchObject({ error: { code: 'take-over-ended' } })
    expect((await owner.call('resumeTakeOver', of(id))).body).toMatchObject({ ending: null })
    expect(await running()).toMatchObject([{ id, startsAt: now - MINUTE_MS, endsAt: now + 60 * MINUTE_MS }])
    await end(id)
    now += 60 * MINUTE_MS
    expect((await owner.call('resumeTakeOver', of(id))).body).toMatchObject({ error: { code: 'take-over-ended' } })
    const who = 'admin@vnr.example'
    expect(await kinds()).toEqual([
      ['take-over-ended', who],
      ['take-over-resumed', who],
      ['take-over-ended', who],
      ['take-over-prolonged', who],
      ['take-over-started', who],
    ])
  })

  it('[F70] one whose end came is over whoever noticed, and screens let go of its file afterwards', async () => {
    const url = await upload()
    const { id } = await started({ content: { kind: 'file', url, title: 'Plan of escape' } })
    now += 10 * MINUTE_MS
    expect((await list()).running).toEqual([])
    expect((await list()).past).toMatchObject([{ id, ending: 'time' }])
    const before = (await manifest()).revision
    // Two sweeps notice it at the same time.
    await Promise.all([sweepTakeOvers(server.app.context), sweepTakeOvers(server.app.context)])
    expect((await manifest()).revision).toBeGreaterThan(before)
    expect((await manifest()).takeOvers).toBeUndefined()
    expect(await kinds()).toEqual([
      ['take-over-over', 'admin@vnr.example'],
      ['take-over-started', 'admin@vnr.example'],
    ])
  })

  it('[TO2] a prepared take-over is in every manifest with its file, checked, and starts by its id', async () => {
    const url = await upload()
    const prepare = (name: string, content: RouteBodyInput<'prepareTakeOver'>['content']) =>
      owner.call('prepareTakeOver', { params, body: { name, content } })
    const plan = (await prepare('Escape', { kind: 'file', url, title: 'Plan of escape' })).body
    const words = (await prepare('Fire', { kind: 'notice', notice: FIRE })).body
    const { takeOvers } = await manifest(LAB)
    // Texts are sent with the take-over itself, so there is nothing to store.
    expect(takeOvers).toEqual([
      {
        id: plan.id,
        items: [
          {
            id: `ready-${plan.id}`,
            type: 'image',
            url,
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
            sizeBytes: expect.any(Number),
          },
          expect.objectContaining({ type: 'notice' }),
        ].slice(0, 1),
      },
    ])
    expect((await list()).prepared.map(({ name }) => name)).toEqual(['Escape', 'Fire'])
    const one = await started({ prepared: plan.id })
    expect(one).toMatchObject({ name: 'Escape', content: { kind: 'file', type: 'image', url } })
    expect(await running()).toMatchObject([
      {
        items: [
          { type: 'image', url },
          { type: 'notice', notice: { heading: 'Plan of escape' } },
        ],
      },
    ])
    expect((await prepare('fire', { kind: 'notice', notice: FIRE })).body).toMatchObject({
      error: { code: 'take-over-name-taken', field: 'name' },
    })
    const changed = await owner.call('updatePreparedTakeOver', { ...of(words.id), body: { name: 'Fire alarm' } })
    expect(changed.body).toMatchObject({ name: 'Fire alarm', content: { kind: 'notice', notice: FIRE } })
    expect((await owner.call('removePreparedTakeOver', of(plan.id))).status).toBe(204)
    expect((await manifest()).takeOvers).toHaveLength(1)
    // The running take-over is unchanged.
    expect(await running()).toMatchObject([{ id: one.id }])
  })

  it('[TO2] a file that is prepared stays stored, whoever removes it from the library', async () => {
    const url = await upload()
    await owner.call('prepareTakeOver', {
      params,
      body: { name: 'Escape', content: { kind: 'file', url, title: 'x' } },
    })
    await server.app.media.sweep()
    now += 60 * 24 * 60 * MINUTE_MS
    await server.app.media.sweep()
    expect((await owner.visit(url)).status).toBe(200)
  })

  it('[TO6] content that cannot be stored in advance is refused when it is saved, with a message', async () => {
    const add = async (body: object) =>
      (await owner.call('createItem', { params: LAB, body: { title: 'x', ...body } as never })).body.item.id
    const elsewhere = await add({ type: 'image', url: 'https://example.org/a.jpg' })
    const page = await add({ type: 'webpage', url: 'https://example.org/' })
    const tube = await add({ type: 'youtube', url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' })
    const of = (itemId: string) => ({ kind: 'item', displayId: LAB.displayId, itemId })
    const file = (url: string) => ({ kind: 'file', url, title: 'x' })
    const cases: [object, ErrorCode][] = [
      [of(elsewhere), 'take-over-not-storable'],
      [of(page), 'take-over-not-storable'],
      [of(tube), 'take-over-not-storable'],
      [of('nowhere'), 'item-not-found'],
      [file('https://example.org/a.jpg'), 'take-over-not-storable'],
      [file('/media/gone.jpg'), 'media-not-found'],
      [{ kind: 'notice', notice: { ...FIRE, heading: ' ', body: '' } }, 'notice-empty'],
      [{ kind: 'line', text: ' ' }, 'text-missing'],
    ]
    for (const [content, code] of cases) {
      const body = { name: 'x', content } as RouteBodyInput<'prepareTakeOver'>
      expect((await owner.call('prepareTakeOver', { params, body })).body, code).toMatchObject({ error: { code } })
      expect((await start({ content: content as never })).body, code).toMatchObject({ error: { code } })
    }
    expect(await running(LAB)).toEqual([])
    const url = await upload()
    const stored = await add({ type: 'image', url })
    const notice = await add({ type: 'notice', url: NO_PICTURE, notice: FIRE })
    expect((await started({ content: of(stored) as never })).content).toEqual({
      kind: 'file',
      type: 'image',
      url,
      title: 'x',
    })
    expect((await started({ content: of(notice) as never })).content).toEqual({ kind: 'notice', notice: FIRE })
  })

  it('[TO3] counts the screens that painted it, and names those that did not', async () => {
    const [hall, door, lab] = [
      await knownScreen(SAMPLE_DISPLAY, 'Hall'),
      await knownScreen(SAMPLE_DISPLAY, 'Door'),
      await knownScreen(LAB, 'Bench'),
    ]
    const elsewhere = await started({ displays: [LAB.displayId] })
    now += 10
    const { id } = await started({ drill: true })
    const report = async () => (await owner.call('getTakeOver', of(id))).body
    expect((await list()).running[0]).toMatchObject({ id, drill: true, shown: 0, of: 3 })
    now += 400
    await shows(SAMPLE_DISPLAY, hall, id, 100)
    await expect.poll(async () => (await report()).takeOver.shown).toBe(1)
    now += 1_000
    await shows(SAMPLE_DISPLAY, door, id)
    // A repeated report does not change the first one.
    await shows(SAMPLE_DISPLAY, hall, id)
    await expect.poll(async () => (await report()).takeOver.shown).toBe(2)
    expect(await report()).toMatchObject({
      takeOver: { shown: 2, of: 3 },
      p50Ms: 300,
      p99Ms: 1_400,
      screens: [
        { name: 'Bench', display: 'Laboratory', screenId: lab, shownAfterMs: null, online: true },
        { name: 'Door', shownAfterMs: 1_400 },
        { name: 'Hall', shownAfterMs: 300 },
      ],
    })
    now += 2 * MINUTE_MS
    expect((await report()).screens[0]).toMatchObject({ name: 'Bench', online: false })
    expect((await list()).reach).toContainEqual({
      displayId: LAB.displayId,
      name: 'Laboratory',
      screens: 1,
      offline: 1,
    })
    await end(id)
    // The report on a drill is also available afterwards.
    expect(await report()).toMatchObject({ takeOver: { ending: 'ended', shown: 2, of: 3 }, p99Ms: 1_400 })
    expect((await owner.call('getTakeOver', of(elsewhere.id))).body.takeOver).toMatchObject({ shown: 0, of: 1 })
  })

  it('[TO3] a stranger’s report about unknown screens is dropped without an error', async () => {
    const { id } = await started()
    await shows(SAMPLE_DISPLAY, ScreenId.parse('f'.repeat(32)), id)
    const screen = await knownScreen()
    await shows(SAMPLE_DISPLAY, screen, 'nowhere' as TakeOverId)
    await shows(SAMPLE_DISPLAY, screen, id)
    await expect.poll(async () => (await list()).running[0]?.shown).toBe(1)
  })

  it('[TO4] a program says it in words or by the name of a prepared one, and knows no id', async () => {
    await owner.call('prepareTakeOver', { params, body: { name: 'Fire', content: { kind: 'notice', notice: FIRE } } })
    const secret = await tokenOf('take-over')
    const first = await raise(secret, { prepared: 'fire', minutes: 5 })
    expect(first).toMatchObject({
      effect: 'started',
      takeOvers: [{ name: 'Fire', endsAt: now + 5 * MINUTE_MS, running: true }],
    })
    const second = await raise(secret, {
      heading: 'Flood',
      body: 'Go upstairs.',
      displays: ['laboratory'],
      drill: true,
    })
    expect(second).toMatchObject({
      effect: 'started',
      takeOvers: [{ name: 'Flood', drill: true, endsAt: now + 60 * MINUTE_MS }],
    })
    expect((await running(LAB)).map(({ drill }) => drill)).toEqual([undefined, true])
    expect(await running()).toHaveLength(1)
    const clear = (what: Clear['clear']) => raise(secret, { clear: what })
    expect(await clear({ prepared: 'FIRE' })).toMatchObject({
      effect: 'ended',
      takeOvers: [{ name: 'Fire', running: false }],
    })
    expect(await clear('all')).toMatchObject({ effect: 'ended', takeOvers: [{ name: 'Flood' }] })
    expect(await clear('all')).toEqual({ effect: 'nothing', takeOvers: [] })
    expect(await running(LAB)).toEqual([])
    expect((await send(secret, { prepared: 'Aliens' })).body).toMatchObject({ error: { code: 'take-over-not-found' } })
    expect((await send(secret, { heading: 'x', displays: ['Nowhere'] })).body).toMatchObject({
      error: { code: 'display-not-found' },
    })
    const told = (await owner.call('listOrganisationActivity', { params })).body.entries
    expect(told.find(({ kind }) => kind === 'take-over-started')).toMatchObject({
      actor: { kind: 'token', email: expect.stringMatching(/^Panel/) },
      subject: { type: 'take-over', title: 'Flood' },
    })
  })

  it('[TO4] a CAP message starts it, an update changes it, a cancel ends it, an exercise is only ever a drill', async () => {
    const secret = await tokenOf('take-over')
    const alert = cap('a-1', {}, { headline: 'Fire in Block C', expires: new Date(now + 20 * MINUTE_MS).toISOString() })
    const { takeOvers } = await raise(secret, alert)
    expect(await running()).toMatchObject([
      {
        items: [{ type: 'notice', notice: { look: 'alert', heading: 'Fire in Block C' } }],
        endsAt: now + 20 * MINUTE_MS,
      },
    ])
    const refersTo = (identifier: string) => ({ references: `panel@vnr.example,${identifier},2026-12-01T09:00:00Z` })
    const update = cap('a-2', { msgType: 'Update', ...refersTo('a-1') }, { headline: 'All of the campus' })
    expect(await raise(secret, update)).toMatchObject({ effect: 'changed', takeOvers: [{ id: takeOvers[0]?.id }] })
    expect(await running()).toMatchObject([{ startsAt: now, items: [{ notice: { heading: 'All of the campus' } }] }])
    // A cancellation of an exercise does not end a real take-over.
    const exercise = cap('a-3', { msgType: 'Cancel', status: 'Exercise', ...refersTo('a-2') }, null)
    expect(await raise(secret, exercise)).toEqual({ effect: 'nothing', takeOvers: [] })
    expect(await raise(secret, cap('a-4', { msgType: 'Cancel', ...refersTo('a-2') }, null))).toMatchObject({
      effect: 'ended',
    })
    expect(await running()).toEqual([])
    // The alert arrives again, late, after its cancellation.
    expect(await raise(secret, alert)).toMatchObject({ effect: 'nothing' })
    for (const status of ['Exercise', 'Test']) {
      expect(await raise(secret, cap(`d-${status}`, { status }))).toMatchObject({
        effect: 'started',
        takeOvers: [{ drill: true }],
      })
    }
    for (const more of [{ status: 'System' }, { status: 'Draft' }, { msgType: 'Ack' }, { msgType: 'Error' }]) {
      expect(await raise(secret, cap(`n-${JSON.stringify(more).length}`, more))).toEqual({
        effect: 'nothing',
        takeOvers: [],
      })
    }
    const over = cap('late', {}, { expires: new Date(now - 1).toISOString() })
    expect(await raise(secret, over)).toEqual({ effect: 'nothing', takeOvers: [] })
    const long = cap('long', {}, { expires: new Date(now + 48 * 60 * MINUTE_MS).toISOString() })
    expect((await raise(secret, long)).takeOvers[0]?.endsAt).toBe(now + 24 * 60 * MINUTE_MS)
  })

  it('[TO5] the manifest has the latest last, also of two that began at one moment', async () => {
    const ids = [await started(), await started(), await started({ drill: true })].map(({ id }) => id)
    const told = await running()
    expect(told.map(({ id }) => id)).toEqual(ids)
    expect(new Set(told.map(({ startsAt }) => startsAt)).size).toBe(3)
  })

  it('[TO6] a repeat prolongs it, updates screens seldom, and restarts nothing', async () => {
    const secret = await tokenOf('take-over')
    const say = () => raise(secret, { heading: 'Fire', key: 'panel-3', aliveSeconds: 90 })
    const { takeOvers } = await say()
    const [first] = await running()
    const { revision } = await manifest()
    for (let second = 0; second < 600; second += 5) {
      now += 5_000
      expect(await say()).toMatchObject({ effect: 'prolonged', takeOvers: [{ id: takeOvers[0]?.id }] })
    }
    const [last] = await running()
    expect(last).toEqual({ ...first, endsAt: last?.endsAt })
    expect(last?.endsAt).toBeGreaterThan(now)
    expect((await manifest()).revision - revision).toBeLessThanOrEqual(20)
    expect(await kinds()).toHaveLength(1)
    // The sender stops repeating.
    now += 91_000
    expect((await list()).running).toEqual([])
    await sweepTakeOvers(server.app.context)
    expect((await list()).past).toMatchObject([{ ending: 'silence', aliveSeconds: 90 }])
    expect(await say()).toMatchObject({ effect: 'started' })
  })

  it('[TO6] a take-over that a person ended stays ended while its sender continues, and is new after the sender was silent', async () => {
    const secret = await tokenOf('take-over')
    const say = () => raise(secret, { heading: 'Fire', key: 'panel-3', aliveSeconds: 90 })
    const id = (await say()).takeOvers[0]?.id as TakeOverId
    await end(id)
    for (let second = 0; second < 300; second += 5) {
      now += 5_000
      expect(await say()).toMatchObject({ effect: 'nothing', takeOvers: [{ id, running: false }] })
    }
    expect(await running()).toEqual([])
    now += 120_000
    expect(await say()).toMatchObject({ effect: 'started' })
    // After the sender itself has ended it, the next message is new.
    await raise(secret, { clear: { key: 'panel-3' } })
    expect(await say()).toMatchObject({ effect: 'started' })
  })

  it('a command that arrives twice starts one', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [one, other] = await Promise.all([start({}, owner, headers), start({}, owner, headers)])
    expect(one.body).toEqual(other.body)
    expect(await running()).toHaveLength(1)
  })

  it('the number of running and of prepared take-overs is limited', async () => {
    for (let count = 0; count < MAX_RUNNING_TAKE_OVERS; count += 1) await started()
    expect((await start()).body).toMatchObject({ error: { code: 'too-many-take-overs' } })
  })

  it('[B110] nobody starts one without an end, or one that is longer than a day', async () => {
    const secret = await tokenOf('take-over')
    for (const minutes of [undefined, null, 0, -1, 0.5, 1_441, 1e9, '10', Number.MAX_VALUE]) {
      const answer = await start({ minutes } as never)
      expect([minutes, answer.status]).toEqual([minutes, 422])
      if (minutes === undefined) continue
      expect([minutes, (await send(secret, { heading: 'x', minutes })).status]).toEqual([minutes, 422])
    }
    for (const more of [{ endsAt: 9e15 }, { until: null }, { aliveSeconds: 5 }, { aliveSeconds: 1e6 }]) {
      expect((await send(secret, { heading: 'x', ...more })).status).toBe(422)
    }
    expect(await running()).toEqual([])
    expect((await raise(secret, { heading: 'x' })).takeOvers[0]?.endsAt).toBe(now + 60 * MINUTE_MS)
  })

  it('[B111] a person without the right cannot start, prolong, end or prepare one in any way', async () => {
    const { id } = await started()
    const editor = await enterAs(server, 'editor', { role: 'editor' })
    const viewer = await enterAs(server, 'viewer', { role: 'viewer' })
    for (const client of [editor.client, viewer.client]) {
      expect((await start({}, client)).body).toMatchObject({ error: { code: 'not-allowed' } })
      expect((await end(id, client)).status).toBe(403)
      expect((await client.call('raiseTakeOver', { params: {}, body: { heading: 'x' } })).status).toBe(403)
      expect((await list(client)).mayStart).toBe(false)
    }
    for (const role of ['viewer', 'editor'] as const) {
      expect((await send(await tokenOf(role), { heading: 'x' })).status).toBe(403)
    }
    // With the right, an editor may from the next call on; a viewer never may.
    const members = (await owner.call('listMembers', { params })).body
    const give = async (email: string, mayTakeOver: boolean) => {
      const member = members.find((one) => one.email === email)
      return owner.call('updateMember', { params: { ...params, memberId: member?.id as never }, body: { mayTakeOver } })
    }
    expect((await give(editor.email, true)).body.mayTakeOver).toBe(true)
    expect((await give(viewer.email, true)).body.mayTakeOver).toBe(false)
    expect((await list(editor.client)).mayStart).toBe(true)
    expect((await start({}, editor.client)).status).toBe(201)
    expect((await start({}, viewer.client)).status).toBe(403)
    await give(editor.email, false)
    expect((await start({}, editor.client)).status).toBe(403)
  })

  it('[B112] a CAP message with entities, a DTD or a bomb is refused, and nothing of it is shown', async () => {
    const secret = await tokenOf('take-over')
    const bombs = [
      `<!DOCTYPE alert [<!ENTITY x SYSTEM "file:///etc/passwd">]>${cap('a').replace('Fire', '&x;')}`,
      `<!DOCTYPE alert SYSTEM "http://127.0.0.1:1/a.dtd">${cap('a')}`,
      `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${cap('a').replace('Fire', '&b;')}`,
      cap('a').replace('Fire', '&x;'),
      cap('a').replace(NAMESPACE, 'urn:elsewhere'),
      '<alert/>',
      'x'.repeat(10),
    ]
    for (const text of bombs)
      expect(await send(secret, text)).toMatchObject({ status: 422, body: { error: { code: 'cap-not-valid' } } })
    expect((await send(secret, cap('a', {}, { description: 'x'.repeat(70_000) }))).status).toBe(413)
    expect((await send(secret, `${'<a>'.repeat(20_000)}`)).status).toBe(422)
    // In the form of a parsed message: CAP is only accepted as XML.
    const read = {
      cap: {
        key: 'x,y',
        status: 'Actual',
        msgType: 'Alert',
        references: [],
        info: { heading: 'x', body: '', byline: '', expiresAt: null },
      },
    }
    expect((await send(secret, read)).status).toBe(422)
    expect(await running()).toEqual([])
  })

  it('[B113] a token for it opens nothing else, not even to look', async () => {
    const secret = await tokenOf('take-over')
    const tries: [string, string, object?][] = [
      ['GET', pathOf('listDisplays', params)],
      ['GET', pathOf('getProgramme', SAMPLE_DISPLAY)],
      ['GET', pathOf('listTakeOvers', params)],
      ['GET', pathOf('listScreens', SAMPLE_DISPLAY)],
      ['POST', pathOf('createLine', SAMPLE_DISPLAY), { text: 'x' }],
      [
        'POST',
        pathOf('startTakeOver', params),
        { displays: null, drill: false, minutes: 5, content: { kind: 'line', text: 'x' } },
      ],
      ['POST', pathOf('prepareTakeOver', params), { name: 'x', content: { kind: 'line', text: 'x' } }],
      ['GET', pathOf('getStorage', params)],
    ]
    for (const [method, path, body = {}] of tries) {
      expect(await send(secret, body, path, method), path).toMatchObject({
        status: 403,
        body: { error: { code: 'not-allowed' } },
      })
    }
    expect((await raise(secret, { heading: 'x' })).effect).toBe('started')
  })

  it('[B114] one of another organisation is neither seen, ended nor shown, and a limit to displays holds', async () => {
    await makePlace(server, OTHER)
    const stranger = (await enterAs(server, 'stranger', { role: 'owner', home: OTHER })).client
    const { id } = await started()
    for (const name of ['getTakeOver', 'endTakeOver', 'resumeTakeOver'] as const) {
      const foreign = await stranger.call(name, { params: { organisationId: OTHER.organisationId, overId: id } })
      expect([name, foreign.status]).toEqual([name, 404])
      expect((await stranger.call(name, of(id))).status).toBe(404)
    }
    expect((await start({}, stranger)).body).toMatchObject({ error: { code: 'display-not-found' } })
    expect(await running(OTHER)).toEqual([])
    const url = await upload(stranger, OTHER.organisationId)
    expect((await start({ content: { kind: 'file', url, title: 'x' } })).body).toMatchObject({
      error: { code: 'media-not-found' },
    })
    expect((await start({ displays: [OTHER.displayId] })).body).toMatchObject({ error: { code: 'display-not-found' } })
    // A token for one display starts it there, and cannot end take-overs that others show.
    const secret = await tokenOf('take-over', [LAB.displayId])
    await raise(secret, { heading: 'Spill' })
    expect([(await running()).length, (await running(LAB)).length]).toEqual([1, 2])
    expect((await send(secret, { heading: 'x', displays: ['Department of ECE'] })).status).toBe(404)
    await owner.call('prepareTakeOver', { params, body: { name: 'Fire', content: { kind: 'notice', notice: FIRE } } })
    const ofAll = await tokenOf('take-over')
    await raise(ofAll, { prepared: 'Fire' })
    expect((await send(secret, { clear: { prepared: 'Fire' } })).body).toMatchObject({ error: { code: 'not-allowed' } })
  })

  it('somebody limited to a display starts it there alone', async () => {
    const { client, email } = await enterAs(server, 'lab', { role: 'editor', displays: [LAB.displayId] })
    const { queries } = server.app.context.database
    await queries.updateTable('profile').set({ may_take_over: 1 }).where('email', '=', email).execute()
    const one = await started({}, client)
    expect(one.displays).toEqual([LAB.displayId])
    expect((await start({ displays: [SAMPLE_DISPLAY.displayId] }, client)).status).toBe(404)
    const ofAll = await started()
    expect((await end(ofAll.id, client)).status).toBe(403)
    expect((await end(one.id, client)).status).toBe(200)
    expect((await list(client)).reach.map(({ displayId }) => displayId)).toEqual([LAB.displayId])
    const prepare = await client.call('prepareTakeOver', {
      params,
      body: { name: 'x', content: { kind: 'line', text: 'x' } },
    })
    expect(prepare.status).toBe(403)
  })
})
