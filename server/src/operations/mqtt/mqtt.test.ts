import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { DisplayId, type DisplayKey, OrganisationId, pathOf, ScreenId } from '@placard/contract'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { MqttConfig } from '../../platform/config.ts'
import { pairAgent } from '../../testing/agent.ts'
import { createMosquitto, hasMosquitto, type Mosquitto } from '../../testing/mosquitto.ts'
import { pairScreen } from '../../testing/pair-screen.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { freePort } from '../../testing/server-process.ts'
import { openStream } from '../../testing/stream.ts'
import { SAMPLE_DISPLAY } from '../seed/service.ts'

const { organisationId, displayId } = SAMPLE_DISPLAY
const OTHER: DisplayKey = { organisationId: OrganisationId.parse('elsewhere'), displayId: DisplayId.parse('hall') }
const MINUTE_MS = 60_000
const WITHIN = { timeout: 20_000, interval: 100 }
/** Long enough for a command to arrive, and to be carried out if it wrongly is. */
const settle = () => new Promise((wake) => setTimeout(wake, 1_500))

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

describe.skipIf(!hasMosquitto)('WD5 screens at an MQTT broker', () => {
  let broker: Mosquitto
  let server: TestServer
  let admin: Client
  let home: MqttClient
  /** The last content of each topic, as a client gets it. */
  let seen: Map<string, string>

  beforeEach(async () => {
    broker = await createMosquitto()
    await broker.start()
  })
  afterEach(async () => {
    await home?.endAsync(true)
    await server?.close()
    await broker.remove()
  })

  const config = (more: Partial<MqttConfig> = {}): MqttConfig => ({
    url: broker.url,
    username: undefined,
    password: undefined,
    organisations: [organisationId],
    ...more,
  })

  async function start(mqtt = config()): Promise<void> {
    server = await startTestServer({ config: { mqtt } })
    admin = await server.signIn()
    await watch()
  }

  async function watch(): Promise<void> {
    seen = new Map()
    home = await connectAsync(broker.url, { reconnectPeriod: 200 })
    home.on('message', (topic, payload) => seen.set(topic, payload.toString()))
    await home.subscribeAsync('#')
  }

  async function pair(
    key: DisplayKey = SAMPLE_DISPLAY,
    by = admin,
    name = 'Foyer',
  ): Promise<{ id: ScreenId; player: Client }> {
    const wanted = { as: 'new' as const, displayId: key.displayId, name, place: 'Ground floor' }
    const { player, screen } = await pairScreen(server, by, wanted, key)
    return { id: screen.id, player }
  }

  const topic = (id: ScreenId, rest: string, organisation: string = organisationId) =>
    `placard/${organisation}/${id}/${rest}`
  const stateOf = (id: ScreenId) => JSON.parse(seen.get(topic(id, 'state')) || '{}')
  type Device = { device: object; availability_topic: string; components: Record<string, { platform: string }> }
  const deviceAt = (id: ScreenId): Device =>
    JSON.parse(seen.get(`homeassistant/device/placard_${id}/config`) || '{"components":{}}')
  /** The entities that Home Assistant makes: not those that are named with nothing but their platform. */
  const partsOf = (id: ScreenId) =>
    Object.entries(deviceAt(id).components).flatMap(([name, one]) => (Object.keys(one).length > 1 ? [name] : []))
  const order = (id: ScreenId, name: string, text: string | Buffer, options = {}) =>
    home.publishAsync(topic(id, `${name}/set`), text, options)
  const lines = async () =>
    (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body.lines.map(({ text }) => text)
  const inserts = async () => (await admin.call('listInserts', { params: { organisationId } })).body.running
  const status = () => [...seen].find(([name]) => name.startsWith('placard/server/'))?.[1]

  it('a paired screen is a device with its state, and goes when it is let go', async () => {
    await start()
    const { id, player } = await pair()
    await vi.waitFor(() => expect(seen.get(`homeassistant/device/placard_${id}/config`)).toBeTruthy(), WITHIN)
    const device = deviceAt(id)
    expect(device.device).toMatchObject({
      identifiers: [`placard_${id}`],
      name: 'Foyer',
      suggested_area: 'Ground floor',
    })
    expect(
      partsOf(id)
        .map((name) => device.components[name]?.platform)
        .sort(),
    ).toEqual(['binary_sensor', 'binary_sensor', 'button', 'notify', 'sensor', 'sensor', 'text'])
    expect(seen.get(device.availability_topic)).toBe('online')
    expect(stateOf(id)).toEqual({ on_air: 'OFF', problem: 'OFF', on: '', display: expect.any(String), line: '' })

    const { items } = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const stream = await openStream(server.url + pathOf('streamScreen', {}), { cookie: player.cookie() })
    onTestFinished(() => stream.close())
    const itemId = items[0]?.id ?? null
    await player.call('reportScreen', {
      params: { ...SAMPLE_DISPLAY, screenId: id },
      body: { state: { ...SCREEN_STATE, doing: 'playing', itemId }, events: [] },
    })
    await vi.waitFor(async () => {
      const told = { params: { ...SAMPLE_DISPLAY, screenId: id }, body: { build: 'abc', itemId, paintedMsAgo: 0 } }
      await player.call('beatScreen', told)
      await admin.call('listScreens', { params: SAMPLE_DISPLAY })
      await server.app.mqtt?.publish()
      expect(stateOf(id)).toMatchObject({ on_air: 'ON', on: expect.stringMatching(/./) })
    }, WITHIN)

    // Retained: a client that comes later gets the same.
    const before = seen.get(topic(id, 'state'))
    await home.endAsync(true)
    await watch()
    await vi.waitFor(() => expect(seen.get(topic(id, 'state'))).toBe(before), WITHIN)

    await admin.call('letGoScreen', { params: { organisationId, screenId: id } })
    await vi.waitFor(() => expect(seen.get(`homeassistant/device/placard_${id}/config`)).toBe(''), WITHIN)
  })

  it('the text entity writes one line of the display, and the notify entity words into a corner', async () => {
    await start()
    const { id } = await pair()
    await vi.waitFor(() => expect(status()).toBe('online'), WITHIN)
    const before = await lines()
    await order(id, 'line', 'Soup of the day: pumpkin')
    await vi.waitFor(async () => expect(await lines()).toEqual([...before, 'Soup of the day: pumpkin']), WITHIN)
    await vi.waitFor(() => expect(stateOf(id).line).toBe('Soup of the day: pumpkin'), WITHIN)
    await order(id, 'line', 'Soup of the day: leek')
    await vi.waitFor(async () => expect(await lines()).toEqual([...before, 'Soup of the day: leek']), WITHIN)
    await order(id, 'line', '')
    await vi.waitFor(async () => expect(await lines()).toEqual(before), WITHIN)
    await order(id, 'line', 'And again')
    await vi.waitFor(async () => expect(await lines()).toEqual([...before, 'And again']), WITHIN)

    await order(id, 'words', 'The bus is late')
    await vi.waitFor(async () => expect(await inserts()).toHaveLength(1), WITHIN)
    const [first] = await inserts()
    expect(first).toMatchObject({ place: 'top-right', displays: [displayId], startedBy: 'MQTT' })
    expect((first?.endsAt ?? 0) - Date.now()).toBeLessThanOrEqual(5 * MINUTE_MS)
    await order(id, 'words', 'The bus is here')
    await vi.waitFor(async () => expect(JSON.stringify(await inserts())).toContain('The bus is here'), WITHIN)
    expect(await inserts()).toHaveLength(1)

    const told = await server.app.context.database.queries
      .selectFrom('activity')
      .select('kind')
      .where('actor_kind', '=', 'token')
      .execute()
    expect(new Set(told.map(({ kind }) => kind))).toEqual(
      new Set(['line-added', 'line-changed', 'line-removed', 'insert-started', 'insert-changed']),
    )
  })

  it('the button identifies the screen', async () => {
    await start()
    const { id } = await pair()
    await vi.waitFor(() => expect(status()).toBe('online'), WITHIN)
    await order(id, 'identify', 'PRESS')
    await vi.waitFor(async () => {
      const { screens } = (await admin.call('listOrganisationScreens', { params: { organisationId } })).body
      expect(screens.find(({ paired }) => paired?.id === id)?.paired?.commands.map(({ kind }) => kind)).toEqual([
        'identify',
      ])
    }, WITHIN)
  })

  it('the panel and the volume are entities while the machine can set them, and say what the panel says', async () => {
    await start()
    const agent = await pairAgent(server, admin, SAMPLE_DISPLAY)
    const { id } = agent
    const machineParts = () => partsOf(id).filter((name) => ['panel', 'volume', 'command'].includes(name))
    await vi.waitFor(() => expect(partsOf(id)).toContain('identify'), WITHIN)
    expect(machineParts()).toEqual([])
    expect(stateOf(id)).not.toHaveProperty('panel')

    await agent.hello({ can: ['panel', 'volume'] })
    await server.app.mqtt?.publish()
    await vi.waitFor(() => expect(machineParts()).toEqual(['panel', 'volume', 'command']), WITHIN)
    expect(stateOf(id)).toMatchObject({ panel: 'None', volume: 'None', command: 'None' })

    const vitals = (power: 'on' | 'standby' | 'unknown', volumePercent: number) =>
      agent.report({ vitals: { panel: { power }, volumePercent }, events: [], answers: [] })
    expect(await vitals('on', 40)).toBe(204)
    await vi.waitFor(async () => {
      await server.app.mqtt?.publish()
      expect(stateOf(id)).toMatchObject({ panel: 'ON', volume: 40 })
    }, WITHIN)

    const { word, next } = await agent.listen()
    expect(word.tasks).toEqual([])
    await order(id, 'panel', 'OFF')
    const off = await next(({ tasks }) => tasks.length === 1)
    expect(off.tasks[0]?.order).toEqual({ kind: 'panel', isOn: false })
    await vi.waitFor(() => expect(stateOf(id)).toMatchObject({ panel: 'ON', command: 'waiting' }), WITHIN)
    const commandId = off.tasks[0]?.id
    if (!commandId) throw new Error('there is no command')
    await agent.report({
      vitals: { panel: { power: 'standby' }, volumePercent: 40 },
      events: [],
      answers: [{ commandId, state: 'done', told: 'panel-standby', detail: '' }],
    })
    await vi.waitFor(async () => {
      await server.app.mqtt?.publish()
      expect(stateOf(id)).toMatchObject({ panel: 'OFF', command: 'done' })
    }, WITHIN)

    await order(id, 'volume', '15')
    const volume = await next(({ tasks }) => tasks.some((task) => task.order.kind === 'volume'))
    expect(volume.tasks.map((task) => task.order)).toEqual([{ kind: 'volume', percent: 15 }])
    const { body } = await admin.call('getMachine', { params: { organisationId, screenId: id } })
    expect(body.commands.map(({ madeBy, order: made }) => [madeBy, made.kind])).toEqual([
      ['MQTT', 'volume'],
      ['MQTT', 'panel'],
    ])

    await vitals('unknown', 15)
    await vi.waitFor(async () => {
      await server.app.mqtt?.publish()
      expect(stateOf(id)).toMatchObject({ panel: 'None', volume: 15 })
    }, WITHIN)

    // The machine was changed: its panel cannot be switched any more.
    await agent.hello({ can: ['volume'] })
    await server.app.mqtt?.publish()
    await vi.waitFor(() => expect(machineParts()).toEqual(['volume', 'command']), WITHIN)
    expect(deviceAt(id).components.panel).toEqual({ platform: 'switch' })
    expect(stateOf(id)).not.toHaveProperty('panel')
    await order(id, 'panel', 'ON')
    await settle()
    const { body: after } = await admin.call('getMachine', { params: { organisationId, screenId: id } })
    expect(after.commands).toHaveLength(2)
  })

  it('a broker that lies changes nothing but what its entities may', async () => {
    await start()
    await makePlace(server, OTHER)
    const theirs = await enterAs(server, 'theirs', { role: 'owner', home: OTHER })
    const other = await pair(OTHER, theirs.client, 'Theirs')
    const { id } = await pair()
    const agent = await pairAgent(server, admin, SAMPLE_DISPLAY)
    await agent.hello({ can: ['panel', 'volume', 'restart-machine'] })
    await vi.waitFor(() => expect(status()).toBe('online'), WITHIN)
    await settle()
    expect([...seen.keys()].filter((name) => name.includes(other.id))).toEqual([])
    const { queries } = server.app.context.database
    const all = async () => ({
      activity: await queries.selectFrom('activity').select('id').execute(),
      lines: await queries.selectFrom('line').selectAll().execute(),
      commands: await queries.selectFrom('screen_command').selectAll().execute(),
      machineCommands: await queries.selectFrom('machine_command').selectAll().execute(),
    })
    const before = await all()
    const lies: [topic: string, payload: string | Buffer][] = [
      // The screen of an organisation that is not published, under both names.
      [topic(other.id, 'line/set', OTHER.organisationId), 'Theirs'],
      [topic(other.id, 'line/set'), 'Theirs'],
      [topic(ScreenId.parse('f'.repeat(32)), 'line/set'), 'Nobody’s'],
      [topic(id, 'line/set'), Buffer.from([0xff, 0xfe, 0xfd])],
      [topic(id, 'line/set'), 'x'.repeat(501)],
      [topic(id, 'line/set'), 'x'.repeat(200_000)],
      [topic(id, 'line/set'), 'nul\u0000'],
      [topic(id, 'words/set'), ''],
      [topic(id, 'identify/set'), 'reload'],
      [topic(id, 'identify/set'), '{"kind":"go-elsewhere","address":"https://example.net"}'],
      [topic(id, 'reload/set'), 'PRESS'],
      [topic(id, 'line'), 'x'],
      [topic(id, 'line/set/more'), 'x'],
      [`placard/../${id}/line/set`, 'x'],
      [topic(id, 'state'), '{"on_air":"ON"}'],
      // A screen without a machine.
      [topic(id, 'panel/set'), 'OFF'],
      [topic(id, 'volume/set'), '50'],
      ...['on', 'off', 'TOGGLE', 'ON\n', '1', '', '{"kind":"panel","isOn":false}'].map((payload): [string, string] => [
        topic(agent.id, 'panel/set'),
        payload,
      ]),
      ...['-1', '101', '1e2', '50.5', 'NaN', 'Infinity', ' 50', '', '{"percent":50}'].map(
        (payload): [string, string] => [topic(agent.id, 'volume/set'), payload],
      ),
      [topic(agent.id, 'restart-machine/set'), 'PRESS'],
      [topic(agent.id, 'picture/set'), 'PRESS'],
    ]
    for (const [index, [name, payload]] of lies.entries()) {
      await home.publishAsync(name, payload)
      // So slowly that no limit of the number of commands drops them.
      if (index % 8 === 7) await settle()
    }
    await settle()
    expect(await all()).toEqual(before)
  })

  it('a flood of commands is bounded, and the server serves on', async () => {
    await start()
    const { id } = await pair()
    await vi.waitFor(() => expect(status()).toBe('online'), WITHIN)
    for (let count = 0; count < 2_000; count += 1) home.publish(topic(id, 'line/set'), `Line ${count}`)
    await settle()
    const kinds = await server.app.context.database.queries
      .selectFrom('activity')
      .select('kind')
      .where('kind', 'in', ['line-added', 'line-changed'])
      .execute()
    expect(kinds.length).toBeGreaterThan(0)
    expect(kinds.length).toBeLessThanOrEqual(12)
    expect((await server.anonymous.call('getTime', { params: {} })).status).toBe(200)
  })

  it('it is back after an outage of the broker, which has forgotten everything', async () => {
    await start()
    const { id } = await pair()
    await vi.waitFor(() => expect(seen.get(topic(id, 'state'))).toBeTruthy(), WITHIN)
    await broker.stop('SIGKILL')
    seen.clear()
    expect((await server.anonymous.call('getTime', { params: {} })).status).toBe(200)
    await broker.start()
    await vi.waitFor(() => expect(status()).toBe('online'), WITHIN)
    await vi.waitFor(() => expect(seen.get(topic(id, 'state'))).toBeTruthy(), WITHIN)
    await vi.waitFor(() => expect(seen.get(`homeassistant/device/placard_${id}/config`)).toBeTruthy(), WITHIN)
    await order(id, 'line', 'After the outage')
    await vi.waitFor(async () => expect(await lines()).toContain('After the outage'), WITHIN)
  })

  it('the broker says that the server is gone, when it stops and when its connection is cut', async () => {
    const port = await freePort()
    const cut: Socket[] = []
    let isOpen = true
    const between = createServer((socket) => {
      if (!isOpen) return void socket.destroy()
      const on = connect({ port: Number(new URL(broker.url).port), host: '127.0.0.1' })
      for (const one of [socket, on]) {
        one.on('error', () => {})
        cut.push(one)
      }
      socket.pipe(on).pipe(socket)
    }).listen(port, '127.0.0.1')
    onTestFinished(() => {
      between.close()
    })
    await start(config({ url: `mqtt://127.0.0.1:${port}` }))
    await vi.waitFor(() => expect(status()).toBe('online'), WITHIN)
    // A retained command is carried out when it comes, and not again when the broker repeats it.
    const { id } = await pair()
    await order(id, 'line', 'Once', { retain: true })
    await vi.waitFor(async () => expect(await lines()).toContain('Once'), WITHIN)
    const { lines: all } = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const lineId = all.find(({ text }) => text === 'Once')?.id
    if (!lineId) throw new Error('the line is gone')
    await admin.call('removeLine', { params: { ...SAMPLE_DISPLAY, lineId } })
    isOpen = false
    for (const one of cut.splice(0)) one.destroy()
    await vi.waitFor(() => expect(status()).toBe('offline'), WITHIN)
    isOpen = true
    await vi.waitFor(() => expect(status()).toBe('online'), WITHIN)
    await settle()
    expect(await lines()).not.toContain('Once')
    await server.close()
    await vi.waitFor(() => expect(status()).toBe('offline'), WITHIN)
    server = await startTestServer()
  })

  it('a thousand screens are published once, and then only those that changed', async () => {
    await start()
    await vi.waitFor(() => expect(status()).toBe('online'), WITHIN)
    const about = JSON.stringify({ browser: '', width: 1920, height: 1080, timeZone: 'UTC' })
    const { queries } = server.app.context.database
    const ids = Array.from({ length: 1_000 }, (_, n) => n.toString(16).padStart(32, '0'))
    for (let from = 0; from < ids.length; from += 100) {
      const some = ids.slice(from, from + 100)
      const row = { organisation_id: organisationId, display_id: displayId, place: '', about, paired_at: 1 }
      const rest = { seen_at: null, sent_to: null, let_go_at: null }
      await queries
        .insertInto('paired_screen')
        .values(some.map((id) => ({ ...row, ...rest, id, name: `Screen ${id}`, secret: id })))
        .execute()
    }
    await server.app.mqtt?.publish()
    await server.app.mqtt?.publish()
    const states = () => [...seen.keys()].filter((name) => name.endsWith('/state'))
    await vi.waitFor(() => expect(states()).toHaveLength(1_000), WITHIN)
    seen.clear()
    await queries
      .updateTable('paired_screen')
      .set({ name: 'Renamed' })
      .where('id', '=', ids[7] ?? '')
      .execute()
    await server.app.mqtt?.publish()
    await settle()
    expect([...seen.keys()]).toEqual([`homeassistant/device/placard_${ids[7]}/config`])
  })

  it('a server starts without its broker, and finds it later', async () => {
    await broker.stop()
    server = await startTestServer({ config: { mqtt: config() } })
    admin = await server.signIn()
    await broker.start()
    await watch()
    await vi.waitFor(() => expect(status()).toBe('online'), WITHIN)
  })

  it('a broker that sends without end, or never answers, costs neither memory nor answers', async () => {
    const port = await freePort()
    const sockets = new Set<Socket>()
    let sent = 0
    const liar = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
      socket.once('data', () => {
        // CONNACK, then a PUBLISH that announces 256 MB.
        socket.write(Buffer.from([0x20, 0x02, 0x00, 0x00, 0x30, 0xff, 0xff, 0xff, 0x7f]))
        const more = () => {
          while (!socket.destroyed && socket.writable && sent < 2 ** 28) {
            sent += 65_536
            if (!socket.write(Buffer.alloc(65_536, 0x41))) break
          }
        }
        socket.on('drain', more)
        more()
      })
    }).listen(port, '127.0.0.1')
    await once(liar, 'listening')
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      liar.close()
    })
    server = await startTestServer({ config: { mqtt: config({ url: `mqtt://127.0.0.1:${port}` }) } })
    await vi.waitFor(() => expect(sent).toBeGreaterThan(2 ** 20), WITHIN)
    await vi.waitFor(() => expect(sockets.size).toBe(0), WITHIN)
    // The kernel's buffers, and the bytes that came before the connection was cut.
    expect(sent).toBeLessThan(2 ** 25)
    expect((await server.anonymous.call('getTime', { params: {} })).status).toBe(200)
  })
})
