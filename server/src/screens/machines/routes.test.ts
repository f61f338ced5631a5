import {
  AGENT_COMMAND_LIVES_MS,
  AGENT_GONE_MS,
  AGENT_QUIET_MS,
  DisplayId,
  MAX_PICTURE_BYTES,
  MAX_PICTURES_PER_SCREEN,
  OrganisationId,
  type PictureId,
  pathOf,
  ScreenCommandId,
  type ScreenPlace,
  ScreenWord,
} from '@placard/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { agentOf, HELLO, pairAgent, type TestAgent } from '../../testing/agent.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'

const { organisationId, displayId } = SAMPLE_DISPLAY
const HOUR_MS = 60 * 60_000
const SCREEN = { secret: null, width: 1920, height: 1080, timeZone: 'UTC' }
const picture = (width = 320, colour = '#336699') =>
  sharp({ create: { width, height: 180, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()

describeDialects('the machine beneath a screen', (dialect) => {
  let server: TestServer
  let admin: Client
  let agent: TestAgent
  const clock = { now: Date.parse('2026-11-23T08:00:00Z') }

  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => clock.now })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    clock.now += 2 * HOUR_MS
    admin = await server.signIn()
    agent = await pairAgent(server, admin, SAMPLE_DISPLAY)
  })

  const at = (one = agent) => ({ organisationId, screenId: one.id })
  const machine = async (by = admin) => (await by.call('getMachine', { params: at() })).body
  const order = (body: object, by = admin) => by.call('commandMachine', { params: at(), body: body as never })
  const codeOf = (answer: { body: unknown }) => (answer.body as { error?: { code: string } }).error?.code

  it('PX4 an agent says hello with the secret of its screen, and is told who it is', async () => {
    expect((await machine()).agent).toBe(null)
    const { status, body } = await agent.hello()
    expect(status).toBe(200)
    expect(body).toEqual({
      ...{ id: agent.id, organisationId, displayId, name: 'Reception', at: clock.now },
      ...{ tasks: [], panel: null, mayTakePictures: true, reportMs: AGENT_QUIET_MS },
    })
    expect((await machine()).agent).toEqual({ ...HELLO, isConnected: true, seenAt: clock.now })
    clock.now += 60_000
    expect((await machine()).agent).toMatchObject({ isConnected: false })
    const { stream } = await agent.listen()
    expect((await machine()).agent).toMatchObject({ isConnected: true })
    stream.close()
  })

  it('PX4 a command reaches the agent by its stream, once, and says what became of it', async () => {
    await agent.hello()
    const { stream, word, next } = await agent.listen()
    expect(word.tasks).toEqual([])
    const made = await order({ kind: 'panel', isOn: false })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ state: 'waiting', order: { kind: 'panel', isOn: false } })
    const told = await next(({ tasks }) => tasks.length > 0)
    const { id } = made.body
    expect(told.tasks).toEqual([{ id, order: { kind: 'panel', isOn: false }, leftMs: AGENT_COMMAND_LIVES_MS }])
    expect(await agent.report({ answers: [{ commandId: id, state: 'taken' }] })).toBe(204)
    expect((await machine()).commands[0]).toMatchObject({ id, state: 'taken', told: null })
    const detail = 'pwr-state: standby(0x01)'
    const done = { commandId: id, state: 'done' as const, told: 'panel-standby' as const, detail }
    expect(await agent.report({ answers: [done] })).toBe(204)
    expect((await machine()).commands[0]).toMatchObject({ id, state: 'done', told: 'panel-standby', detail })
    // A late or repeated answer changes nothing.
    expect(await agent.report({ answers: [{ commandId: id, state: 'failed', told: 'failed' }] })).toBe(204)
    expect((await machine()).commands[0]).toMatchObject({ state: 'done' })
    expect((await agent.hello()).body.tasks).toEqual([])
    const { entries } = (await admin.call('listActivity', { params: SAMPLE_DISPLAY })).body
    expect(entries[0]).toMatchObject({
      kind: 'screen-commanded',
      command: 'panel-off',
      subject: { title: 'Reception' },
    })
    stream.close()
  })

  it('[F105] a command that no agent took in time is not carried out any more', async () => {
    await agent.hello()
    const { body } = await order({ kind: 'restart-machine' })
    clock.now += AGENT_COMMAND_LIVES_MS - 1_000
    expect((await agent.hello()).body.tasks).toMatchObject([{ id: body.id, leftMs: 1_000 }])
    clock.now += 1_000
    admin = await server.signIn()
    expect((await agent.hello()).body.tasks).toEqual([])
    await agent.report({ answers: [{ commandId: body.id, state: 'done', told: 'restarting' }] })
    expect((await machine()).commands[0]).toMatchObject({ state: 'expired', told: null })
  })

  it('[F106] a lost hint is repaired: the agent connects again and gets the command', async () => {
    await agent.hello()
    const { stream } = await agent.listen()
    const id = ScreenCommandId.parse('c'.repeat(31) + (dialect === 'sqlite' ? '1' : '2'))
    await server.app.context.database.queries
      .insertInto('machine_command')
      .values({
        ...{ screen_id: agent.id, id, wanted: '{"kind":"panel","isOn":true}', made_at: clock.now, made_by: null },
        ...{ state: 'waiting', told: null, detail: '', ended_at: null },
      })
      .execute()
    server.app.context.bus.publish({ kind: 'hints.missed' })
    await stream.ended
    const again = await agent.listen()
    expect(again.word.tasks).toMatchObject([{ id, order: { kind: 'panel', isOn: true } }])
    again.stream.close()
  })

  it('PX4 what a machine cannot do is refused, and so are more commands than it can do', async () => {
    expect(codeOf(await order({ kind: 'panel', isOn: true }))).toBe('machine-cannot')
    await agent.hello({ can: ['volume', 'resolution'] })
    expect(codeOf(await order({ kind: 'panel', isOn: true }))).toBe('machine-cannot')
    expect(codeOf(await order({ kind: 'resolution', mode: '800x600@60' }))).toBe('machine-cannot')
    expect((await order({ kind: 'resolution', mode: '1920x1080@60' })).status).toBe(201)
    for (let percent = 0; percent < 9; percent += 1) expect((await order({ kind: 'volume', percent })).status).toBe(201)
    expect(codeOf(await order({ kind: 'volume', percent: 50 }))).toBe('too-many-commands')
    for (const wrong of [
      { kind: 'shell', command: 'id' },
      { kind: 'volume', percent: 101 },
      { kind: 'picture', forMs: 1e9 },
    ])
      expect([400, 422]).toContain((await order(wrong)).status)
  })

  it('PX4 the panel follows the opening hours, and a take-over switches it on, by the stream', async () => {
    const key = { organisationId, displayId: DisplayId.parse('closed') }
    await admin.call('createDisplay', { params: { organisationId }, body: { id: key.displayId, name: 'Closed' } })
    const ours = await pairAgent(server, admin, key, 'Lobby')
    expect((await ours.hello()).body.panel).toBe(null)
    const { stream, next } = await ours.listen()
    // Tomorrow's hours, for an hour.
    const weekday = (new Date(clock.now + 24 * HOUR_MS).getUTCDay() + 6) % 7
    const openingHours = { days: [weekday + 1], hours: [{ from: '08:00', until: '09:00' }] }
    await admin.call('updateDisplay', { params: key, body: { openingHours, timeZone: 'UTC' } })
    const closed = await next(({ panel }) => panel !== null)
    const [opens, closes] = closed.panel?.changes ?? []
    expect([closed.panel?.isOn, opens?.isOn, closes?.isOn]).toEqual([false, true, false])
    expect((closes?.inMs ?? 0) - (opens?.inMs ?? 0)).toBe(HOUR_MS)

    const notice = { look: 'alert' as const, heading: 'Fire', body: '', byline: '' }
    const body = { displays: [key.displayId], drill: false, minutes: 10, content: { kind: 'notice' as const, notice } }
    const { id } = (await admin.call('startTakeOver', { params: { organisationId }, body: body as never })).body
    const covered = await next(({ panel }) => panel?.isOn === true)
    expect(covered.panel?.changes[0]).toEqual({ inMs: 10 * 60_000, isOn: false })
    await admin.call('endTakeOver', { params: { organisationId, overId: id } })
    expect((await next(({ panel }) => panel?.isOn === false)).panel?.changes[0]).toMatchObject({ isOn: true })

    const params = { organisationId, screenId: ours.id }
    await admin.call('changeMachine', { params, body: { followsHours: false } })
    await next(({ panel }) => panel === null)
    // The other display, which has no hours, is told nothing.
    expect((await agent.hello()).body.panel).toBe(null)
    stream.close()
  })

  it('PX3 pictures are taken for a command, seen in the page, and gone after a day', async () => {
    await agent.hello()
    const { body } = await order({ kind: 'picture' })
    expect((await agent.hello()).body.tasks[0]?.order).toEqual({ kind: 'picture', forMs: 60_000 })
    const bytes = await picture()
    expect(await agent.send(body.id, bytes)).toEqual({ status: 204 })
    clock.now += 5_000
    const webp = await sharp(bytes).webp().toBuffer()
    expect(await agent.send(body.id, webp, 'image/webp')).toEqual({ status: 204 })
    const { pictures } = await machine()
    expect(pictures).toMatchObject([{ because: 'asked', takenAt: clock.now }, { takenAt: clock.now - 5_000 }])
    const path = (id: PictureId) => pathOf('getScreenPicture', { ...at(), pictureId: id })
    const [newest, first] = pictures.map(({ id }) => id) as [PictureId, PictureId]
    const answer = await admin.visit(path(first))
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect((await admin.visit(path(newest))).headers.get('content-type')).toBe('image/webp')
    await agent.report({ answers: [{ commandId: body.id, state: 'done', told: 'pictures-sent' }] })
    expect(await agent.send(body.id, bytes)).toEqual({ status: 409, code: 'picture-not-wanted' })
    clock.now += 24 * HOUR_MS
    admin = await server.signIn()
    expect((await machine()).pictures).toEqual([])
    expect((await admin.visit(path(first))).status).toBe(404)
    await server.app.machines.sweep()
    const left = await server.app.context.database.queries
      .selectFrom('machine_picture')
      .select('id')
      .where('screen_id', '=', agent.id)
      .execute()
    expect(left).toEqual([])
  })

  it('PX3 a screen that forbids pictures loses those that it has, and is asked for no more', async () => {
    await agent.hello()
    const { body } = await order({ kind: 'picture' })
    expect((await agent.send(body.id, await picture())).status).toBe(204)
    const { stream, next } = await agent.listen()
    const forbid = { mayTakePictures: false }
    expect((await admin.call('changeMachine', { params: at(), body: forbid })).status).toBe(204)
    expect(await next(({ mayTakePictures }) => !mayTakePictures)).toMatchObject({ id: agent.id })
    expect(await machine()).toMatchObject({ pictures: [], mayTakePictures: false })
    expect(await agent.send(body.id, await picture())).toEqual({ status: 409, code: 'picture-not-wanted' })
    expect(codeOf(await order({ kind: 'picture' }))).toBe('machine-cannot')
    stream.close()
  })

  it('PX3 the newest pictures of a screen are kept, and a newer series takes the place of the one before', async () => {
    await agent.hello()
    const { body } = await order({ kind: 'picture' })
    const bytes = await picture(32)
    for (let n = 0; n < MAX_PICTURES_PER_SCREEN + 2; n += 1) {
      expect((await agent.send(body.id, bytes)).status).toBe(204)
      clock.now += 2_000
    }
    expect((await machine()).pictures).toHaveLength(MAX_PICTURES_PER_SCREEN)
    expect((await machine()).pictures[0]?.takenAt).toBe(clock.now - 2_000)
    const second = await order({ kind: 'picture' })
    expect((await agent.hello()).body.tasks.map(({ id }) => id)).toEqual([second.body.id])
    expect(codeOf({ body: { error: await agent.send(body.id, bytes) } })).toBe('picture-not-wanted')
  })

  it('[B179] a file that is no picture, a damaged one and one that is too large leave nothing', async () => {
    await agent.hello()
    const { body } = await order({ kind: 'picture' })
    const whole = await picture()
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
    const false_ = [
      { bytes: html, as: 'image/jpeg', status: 415 },
      { bytes: gif, as: 'image/jpeg', status: 415 },
      { bytes: whole, as: 'text/html', status: 415 },
      { bytes: Buffer.alloc(0), as: 'image/jpeg', status: 415 },
      { bytes: whole.subarray(0, -40), as: 'image/jpeg', status: 422 },
      { bytes: Buffer.concat([whole, html]), as: 'image/jpeg', status: 422 },
      { bytes: await picture(5_000), as: 'image/jpeg', status: 422 },
      { bytes: Buffer.concat([whole, Buffer.alloc(MAX_PICTURE_BYTES)]), as: 'image/jpeg', status: 413 },
    ]
    for (const { bytes, as, status } of false_) {
      expect((await agent.send(body.id, bytes, as)).status).toBe(status)
      clock.now += 2_000
    }
    expect((await machine()).pictures).toEqual([])
    // The type is that of the bytes, and not the one that was claimed.
    expect((await agent.send(body.id, whole, 'image/webp')).status).toBe(204)
    const [one] = (await machine()).pictures
    const answer = await admin.visit(pathOf('getScreenPicture', { ...at(), pictureId: one?.id as PictureId }))
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
  })

  it('[B177] a picture is seen by nobody who may not see the display', async () => {
    await agent.hello()
    const { body } = await order({ kind: 'picture' })
    await agent.send(body.id, await picture())
    const [one] = (await machine()).pictures
    const params = { ...at(), pictureId: one?.id as PictureId }
    const address = pathOf('getScreenPicture', params)
    const viewer = (await enterAs(server, 'looks-on', { role: 'viewer', displays: [displayId] })).client
    expect((await viewer.visit(address)).status).toBe(200)
    expect((await machine(viewer)).pictures).toHaveLength(1)
    expect((await order({ kind: 'picture' }, viewer)).status).toBe(403)
    expect((await viewer.call('changeMachine', { params: at(), body: { mayTakePictures: false } })).status).toBe(403)

    const lab = DisplayId.parse('lab')
    const key = { organisationId, displayId: lab }
    if (!(await admin.call('listDisplays', { params: { organisationId } })).body.some(({ id }) => id === lab))
      await admin.call('createDisplay', { params: { organisationId }, body: { id: lab, name: 'Lab' } })
    const other = (await enterAs(server, 'elsewhere', { role: 'editor', displays: [lab], home: key })).client
    for (const by of [other, server.anonymous, agent.client]) {
      expect([401, 404]).toContain((await by.visit(address)).status)
      expect([401, 404]).toContain((await by.call('getMachine', { params: at() })).status)
      expect([401, 404]).toContain((await order({ kind: 'picture' }, by)).status)
    }
    // Moved to another display, it leaves its pictures behind.
    await admin.call('changePairedScreen', { params: at(), body: { displayId: lab } })
    expect((await machine(other)).pictures).toEqual([])
    expect((await other.visit(address)).status).toBe(404)
  })

  it('[B176] another organisation commands no machine and answers no command of it', async () => {
    await agent.hello()
    const place = { organisationId: OrganisationId.parse('others'), displayId: DisplayId.parse('hall') }
    await makePlace(server, place)
    const them = (await enterAs(server, `chief-${dialect}`, { role: 'owner', home: place })).client
    const theirs = { organisationId: place.organisationId, screenId: agent.id }
    for (const name of ['getMachine', 'commandMachine', 'changeMachine'] as const) {
      const body =
        name === 'getMachine' ? {} : { body: (name === 'changeMachine' ? {} : { kind: 'panel', isOn: false }) as never }
      expect((await them.call(name, { params: theirs, ...body })).status).toBe(404)
    }
    expect((await them.call('commandMachine', { params: at(), body: { kind: 'restart-machine' } })).status).toBe(404)
    expect((await agent.hello()).body.tasks).toEqual([])

    const foreign = await pairAgent(server, them, place, 'Theirs')
    await foreign.hello()
    const { body } = await order({ kind: 'picture' })
    expect(await foreign.send(body.id, await picture())).toEqual({ status: 409, code: 'picture-not-wanted' })
    expect(await foreign.report({ answers: [{ commandId: body.id, state: 'done', told: 'done' }] })).toBe(204)
    expect((await machine()).commands[0]).toMatchObject({ id: body.id, state: 'waiting' })
  })

  it('[B178] a stranger, a wrong secret and a screen that was let go tell nothing and learn nothing', async () => {
    await agent.hello()
    const { body } = await order({ kind: 'panel', isOn: false })
    const { stream } = await agent.listen()
    const wrong = createClient(server.url)
    const asked = { secret: null, width: 1, height: 1, timeZone: 'UTC' }
    await wrong.call('enterScreen', { params: {}, body: asked })
    const refused = async (one: TestAgent) => {
      expect((await one.hello()).status).toBe(404)
      expect(await one.report({ vitals: { temperatureC: 99 }, events: [{ kind: 'disk-full', agoMs: 0 }] })).toBe(404)
      expect(await one.report({ answers: [{ commandId: body.id, state: 'done' }] })).toBe(404)
      expect((await one.send(body.id, await picture())).code).toBe('screen-not-found')
      await expect(one.listen()).rejects.toThrow('404')
    }
    for (const client of [server.anonymous, wrong, admin]) await refused(agentOf(server, client, agent.id))
    expect(await machine()).toMatchObject({ vitals: null, events: [], pictures: [] })
    expect((await machine()).commands[0]).toMatchObject({ state: 'waiting' })

    await admin.call('letGoScreen', { params: at() })
    await stream.ended
    await refused(agent)
    expect((await admin.call('getMachine', { params: at() })).status).toBe(404)
    const { queries } = server.app.context.database
    for (const table of ['machine', 'machine_state', 'machine_command', 'machine_event', 'machine_picture'] as const) {
      const rows = await queries.selectFrom(table).select('screen_id').where('screen_id', '=', agent.id).execute()
      expect(rows).toEqual([])
    }
  })

  it('PX5 vital signs stand with the screen, with a curve of a day in steps of five minutes', async () => {
    await agent.hello()
    clock.now -= clock.now % (5 * 60_000)
    const began = clock.now
    const vitals = (temperatureC: number) => ({
      temperatureC,
      memoryMb: { used: 1_000, of: 4_000 },
      diskMb: { used: 900, of: 1_000 },
      panel: { power: 'on' as const, input: 'HDMI 1', by: 'cec' as const },
    })
    for (let minute = 0; minute < 11; minute += 1) {
      expect(await agent.report({ vitals: vitals(40 + minute) })).toBe(204)
      await server.app.machines.get(await callerOf(), agent.id)
      clock.now += 60_000
    }
    const { vitals: last, day } = await machine()
    expect(last).toEqual({ ...vitals(50), at: clock.now - 60_000 })
    const point = { memoryPercent: 25, diskPercent: 90 }
    expect(day).toEqual([
      { at: began, temperatureC: 44, ...point },
      { at: began + 5 * 60_000, temperatureC: 49, ...point },
      { at: began + 10 * 60_000, temperatureC: 50, ...point },
    ])
    clock.now += 25 * HOUR_MS
    admin = await server.signIn()
    expect(await machine()).toMatchObject({ vitals: null, day: [] })
    await server.app.machines.sweep()
    const { queries } = server.app.context.database
    const rows = await queries.selectFrom('machine_point').selectAll().where('screen_id', '=', agent.id).execute()
    expect(rows).toEqual([])
  })

  it('PX5 a quiet agent counts as reporting between two reports, and one that is gone soon does not', async () => {
    const other = await pairAgent(server, admin, SAMPLE_DISPLAY, 'Without a stream')
    for (const one of [agent, other]) {
      await one.hello()
      await one.report({ vitals: { panel: { power: 'on' }, volumePercent: 40 } })
    }
    const { stream } = await agent.listen()
    const reporting = async () => (await server.app.machines.countStates()).reporting
    const known = async () => (await server.app.machines.listAbilities(organisationId)).get(agent.id)?.volumePercent
    expect(await reporting()).toBe(2)
    clock.now += 3 * 60_000
    // With several nodes, its stream may be at another one.
    expect(await reporting()).toBe(dialect === 'sqlite' ? 1 : 2)
    clock.now += AGENT_GONE_MS - 3 * 60_000 - 1
    expect([await reporting(), await known()]).toEqual([dialect === 'sqlite' ? 1 : 2, 40])
    clock.now += 1
    expect([await reporting(), await known()]).toEqual([0, undefined])
    stream.close()
  })

  it('[F137] a picture that arrives while its screen begins to forbid pictures is not kept', async () => {
    await agent.hello()
    const { id } = (await order({ kind: 'picture', forMs: 60_000 })).body
    const bytes = await picture()
    let sending: ReturnType<TestAgent['send']> | undefined
    await server.app.context.database.transaction(async (inside) => {
      await lockOrganisation(inside, organisationId)
      await inside.updateTable('machine').set({ may_take_pictures: 0 }).where('screen_id', '=', agent.id).execute()
      await inside.deleteFrom('machine_picture').where('screen_id', '=', agent.id).execute()
      sending = agent.send(id, bytes)
      // Enough for a picture that does not wait.
      await new Promise((done) => setTimeout(done, 500))
    })
    expect(await sending).toEqual({ status: 409, code: 'picture-not-wanted' })
    expect((await machine()).pictures).toEqual([])
  })

  it('[F138] an incident does not end the series of pictures that somebody looks at', async () => {
    await agent.hello()
    const { id } = (await order({ kind: 'picture', forMs: 60_000 })).body
    await server.app.machines.pictureIncidents(organisationId, [agent.id])
    expect((await agent.hello()).body.tasks.map((task) => task.id)).toEqual([id])
    await agent.report({ answers: [{ commandId: id, state: 'done', told: 'pictures-sent' }] })
    await server.app.machines.pictureIncidents(organisationId, [agent.id])
    expect((await agent.hello()).body.tasks).toMatchObject([{ order: { kind: 'picture', forMs: 0 } }])
  })

  it('[F135] one agent that cannot be told does not keep the others from their commands', async () => {
    const other = await pairAgent(server, admin, SAMPLE_DISPLAY, 'Entrance')
    for (const one of [agent, other]) await one.hello()
    const first = await agent.listen()
    const second = await other.listen()
    const { queries } = server.app.context.database
    // The row of one cannot be read.
    await queries.updateTable('machine').set({ hello: '{' }).where('screen_id', '=', agent.id).execute()
    server.app.context.bus.publish({ kind: 'machines.changed', screenIds: [agent.id, other.id] })
    await second.next(() => true)
    await first.stream.ended
    second.stream.close()
  })

  it('PX5 numbers that no machine has, and texts without end, are refused or cut', async () => {
    await agent.hello()
    for (const vitals of [{ temperatureC: 1e9 }, { diskMb: { used: -1, of: 5 } }, { secret: 'x' }, { upSeconds: 1.5 }])
      expect([400, 422]).toContain(await agent.report({ vitals: vitals as never }))
    const detail = `<img src=x onerror=alert(1)>${'é'.repeat(300)}`
    const events = Array.from({ length: 20 }, () => ({ kind: 'browser-crashed' as const, agoMs: 1_000, detail }))
    for (let n = 0; n < 4; n += 1) expect(await agent.report({ events })).toBe(204)
    const told = await machine()
    expect(told.events).toHaveLength(20)
    expect(told.events[0]).toMatchObject({
      kind: 'browser-crashed',
      at: clock.now - 1_000,
      detail: detail.slice(0, 120),
    })
    const { queries } = server.app.context.database
    const rows = await queries.selectFrom('machine_event').select('id').where('screen_id', '=', agent.id).execute()
    expect(rows).toHaveLength(50)
    const many = events
      .slice(0, 1)
      .concat(events)
      .map((one) => ({ ...one, detail: '' }))
    expect(await agent.report({ events: many })).toBe(422)
    expect((await agent.hello({ machine: 'x\u0000y', browser: 'a\nb' })).status).toBe(200)
    expect((await machine()).agent).toMatchObject({ machine: '', browser: 'a b' })
  })

  it('[B178] an agent that reports without end is limited, and costs other screens nothing', async () => {
    await agent.hello()
    const other = await pairAgent(server, admin, SAMPLE_DISPLAY, 'Other')
    const answers = await Promise.all(Array.from({ length: 40 }, () => agent.report({ vitals: {} })))
    expect(answers.filter((status) => status === 204)).toHaveLength(20)
    expect(answers.filter((status) => status === 429)).toHaveLength(20)
    expect(await other.report({ vitals: {} })).toBe(204)
    expect((await other.hello()).status).toBe(200)
  })

  it('a command of another machine, or one that never was, is not answered', async () => {
    await agent.hello()
    const commandId = ScreenCommandId.parse('f'.repeat(32))
    expect(await agent.report({ answers: [{ commandId, state: 'done' }] })).toBe(204)
    expect(await agent.send(commandId, await picture())).toEqual({ status: 409, code: 'picture-not-wanted' })
  })

  async function callerOf() {
    const identity = await server.app.accounts.identify(admin.cookie())
    if (identity.status !== 'member') throw new Error('signed out')
    return identity.caller
  }

  /** A paired page without an agent, with its stream. */
  async function openPage() {
    const stream = await openStream(server.url + pathOf('streamScreen', {}), { cookie: agent.client.cookie() })
    const place = async (fits: (place: ScreenPlace) => boolean): Promise<ScreenPlace> => {
      for (;;) {
        const word = ScreenWord.parse((await stream.next('screen')).data)
        if (word.status === 'paired' && fits(word.place)) return word.place
      }
    }
    return { stream, place }
  }

  it('PX3 a page without an agent is asked for pictures by its own stream, and says that it composed them', async () => {
    expect((await machine()).pictureBy).toBe(null)
    expect(codeOf(await order({ kind: 'picture' }))).toBe('machine-cannot')
    const { stream, place } = await openPage()
    await place(({ picture: wanted }) => wanted === undefined)
    expect((await machine()).pictureBy).toBe('page')
    const { status, body } = await order({ kind: 'picture', forMs: 60_000 })
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('by')
    const told = await place(({ picture: wanted }) => wanted !== undefined)
    expect(told.picture).toEqual({ id: body.id, forMs: 60_000 })
    // A page can do nothing else.
    expect(codeOf(await order({ kind: 'restart-browser' }))).toBe('machine-cannot')
    expect(await agent.report({ answers: [{ commandId: body.id, state: 'taken' }] })).toBe(204)
    expect((await agent.send(body.id, await picture())).status).toBe(204)
    expect((await machine()).pictures).toMatchObject([{ by: 'page', because: 'asked' }])
    clock.now += 20_000
    const again = (await agent.client.call('enterScreen', { params: {}, body: SCREEN })).body
    expect(again).toMatchObject({ status: 'paired', place: { picture: { id: body.id, forMs: 40_000 } } })
    clock.now += 40_000
    const over = (await agent.client.call('enterScreen', { params: {}, body: SCREEN })).body
    expect(over).toMatchObject({ status: 'paired' })
    expect(over).not.toHaveProperty('place.picture')
    stream.close()
  })

  it('PX3 an agent that is connected takes the pictures, and its page is not asked', async () => {
    const { stream, place } = await openPage()
    await place(() => true)
    await agent.hello()
    const { stream: tasks, next } = await agent.listen()
    expect((await machine()).pictureBy).toBe('agent')
    const { body } = await order({ kind: 'picture' })
    expect((await next(({ tasks: some }) => some.length > 0)).tasks).toMatchObject([{ id: body.id }])
    const entered = (await agent.client.call('enterScreen', { params: {}, body: SCREEN })).body
    expect(entered).not.toHaveProperty('place.picture')
    await agent.send(body.id, await picture())
    expect((await machine()).pictures[0]).toMatchObject({ by: 'agent' })
    tasks.close()
    stream.close()
  })

  it('[B207] a page composes no picture that nobody asked for, that its screen forbids, or that an incident wants', async () => {
    const { stream, place } = await openPage()
    await place(() => true)
    const never = ScreenCommandId.parse('f'.repeat(32))
    expect(await agent.send(never, await picture())).toMatchObject({ code: 'picture-not-wanted' })
    await server.app.machines.pictureIncidents(organisationId, [agent.id])
    expect((await machine()).commands).toEqual([])
    const { body } = await order({ kind: 'picture' })
    const params = at()
    await admin.call('changeMachine', { params, body: { mayTakePictures: false } })
    expect(await agent.send(body.id, await picture())).toMatchObject({ code: 'picture-not-wanted' })
    expect(codeOf(await order({ kind: 'picture' }))).toBe('machine-cannot')
    const other = await pairAgent(server, admin, SAMPLE_DISPLAY, 'Other')
    expect(await other.send(body.id, await picture())).toMatchObject({ code: 'picture-not-wanted' })
    expect((await machine()).pictures).toEqual([])
    stream.close()
  })
})
