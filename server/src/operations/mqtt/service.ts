import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import {
  MAX_LINE_CHARACTERS,
  type MachineCommand,
  type OrganisationId,
  PAGES,
  type ScreenCommandId,
  type ScreenId,
} from '@placard/contract'
import type { MqttClient } from 'mqtt'
import { serverSender } from '../../content/commands/service.ts'
import type { MqttConfig } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { findOrganisation } from '../../platform/organisations/service.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { digestOf } from '../../platform/secret.ts'
import { installationSecret } from '../../platform/settings/service.ts'
import { VERSION } from '../../platform/version.ts'
import type { Machines } from '../../screens/machines/service.ts'
import type { ScreenPairing } from '../../screens/pairing/service.ts'
import { carryOut, type Hands, lineIdOf } from './orders.ts'
import { listLineTexts } from './store.ts'
import {
  deviceOf,
  discoveryTopic,
  ordersOf,
  readOrderTopic,
  type ScreenFacts,
  serverTopic,
  stateOf,
  stateTopic,
} from './topics.ts'

/** States are read and published at this interval. Screens report that they paint as often. */
const PUBLISH_EVERY_MS = 20_000
/** The wait before the next try to connect doubles from one to the other. */
const RETRY_FIRST_MS = 1_000
const RETRY_MOST_MS = 60_000
const CONNECT_WITHIN_MS = 15_000
/** A broker that takes longer to accept one message gets a new connection. */
const SEND_WITHIN_MS = 15_000
/** A broker that sends more within the window gets a new connection, so that it cannot fill the memory. */
const MOST_RECEIVED_BYTES = 2 ** 20
const RECEIVED_WINDOW_MS = 10_000

/** In bytes, of the longest line in UTF-8. */
const MAX_ORDER_BYTES = 4 * MAX_LINE_CHARACTERS
const PER_SCREEN = { atOnce: 10, everyMs: 3_000, names: 10_000 }
const PER_ORGANISATION = { atOnce: 30, everyMs: 1_000, names: 1_000 }
/** Commands that wait for the one before. More are dropped. */
const MOST_WAITING = 100
const OUTCOMES_AT_ONCE = 500

export type MqttLink = {
  /** Resolves when the states of now are published, or it is not connected. */
  publish(): Promise<void>
  close(): Promise<void>
}

/**
 * Publishes the paired screens of some organisations to an MQTT broker, as devices for Home Assistant, and carries out the commands
 * of their entities.
 */
export async function createMqttLink(
  context: Context,
  config: MqttConfig,
  parts: Hands & {
    pairing: Pick<ScreenPairing, 'list'>
    machines: Pick<Machines, 'listAbilities' | 'listOutcomes'>
  },
): Promise<MqttLink> {
  const { log, now } = context
  const { pairing, machines } = parts
  // Only loaded where it is used.
  const { MqttClient } = await import('mqtt')
  // Names the installation to the broker, and reveals nothing of the secret.
  const installation = digestOf(`mqtt ${await installationSecret(context.database.queries)}`).slice(0, 16)
  const status = serverTopic(installation)
  const allowed = new Set<string>(config.organisations)
  const perScreen = createRateLimit(PER_SCREEN)
  const perOrganisation = createRateLimit(PER_ORGANISATION)
  /** The last published content by topic: what the broker holds. One state and one description for each screen. */
  let published = new Map<string, string>()
  /** The last command of each machine that came by MQTT, for its outcome. */
  const lastCommands = new Map<ScreenId, ScreenCommandId>()
  let waitMs = RETRY_FIRST_MS
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  let waiting = 0
  let orders: Promise<void> = Promise.resolve()
  let publishing: Promise<void> | undefined

  const client: MqttClient = new MqttClient(
    () => guarded(openSocket(config), (reason) => log.warn({ reason }, 'the MQTT broker was disconnected')),
    {
      protocolVersion: 4,
      clientId: `placard-${installation}`.slice(0, 60),
      ...(config.username === undefined ? {} : { username: config.username }),
      ...(config.password === undefined ? {} : { password: config.password }),
      clean: true,
      keepalive: 30,
      connectTimeout: CONNECT_WITHIN_MS,
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
      will: { topic: status, payload: Buffer.from('offline'), qos: 1, retain: true },
    },
  )

  client.on('error', (error) => log.info({ err: error }, 'the connection to the MQTT broker failed'))
  client.on('connect', () => {
    log.info({}, 'connected to the MQTT broker')
    waitMs = RETRY_FIRST_MS
    published = new Map()
    void begin().catch((error) => log.warn({ err: error }, 'the MQTT broker did not take the first messages'))
  })
  client.on('close', () => {
    if (isClosed) return
    clearTimeout(retry)
    log.warn({ waitMs }, 'there is no connection to the MQTT broker')
    retry = setTimeout(() => client.reconnect(), waitMs * (0.75 + Math.random() / 2))
    retry.unref()
    waitMs = Math.min(RETRY_MOST_MS, waitMs * 2)
  })
  client.on('message', (topic, payload, packet) => {
    // A retained command is an old one.
    if (packet.retain || payload.length > MAX_ORDER_BYTES || waiting >= MOST_WAITING) return
    const named = readOrderTopic(topic)
    if (!named || !allowed.has(named.organisationId)) return
    if (perOrganisation.take(named.organisationId, now()) > 0) return
    if (perScreen.take(named.screenId, now()) > 0) return
    waiting += 1
    orders = orders
      .then(() => hear(named, payload))
      .finally(() => {
        waiting -= 1
      })
  })

  async function begin(): Promise<void> {
    const filters = config.organisations.flatMap(ordersOf)
    if (filters.length > 0) await client.subscribeAsync(filters, { qos: 0 })
    await send(status, 'online')
    await publish()
  }

  async function hear(named: NonNullable<ReturnType<typeof readOrderTopic>>, payload: Buffer): Promise<void> {
    const { organisationId, screenId, order } = named
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(payload)
      const { screens } = await listOf(organisationId)
      const screen = screens.find(({ paired }) => paired?.id === screenId)
      if (!screen?.paired || screen.paired.displayId === null) throw new AppError('screen-not-found')
      const key = { organisationId, displayId: screen.paired.displayId }
      const command = await carryOut(context, parts, { order, screenId, key, text })
      if (command) lastCommands.set(screenId, command.id)
      log.info({ organisationId, screenId, order }, 'a command came by MQTT')
      if (order === 'line' || command) await publish()
    } catch (error) {
      log.info({ err: error, organisationId, screenId, order }, 'a command by MQTT was refused')
    }
  }

  const listOf = (organisationId: OrganisationId) => pairing.list(serverSender('mqtt', organisationId).caller)

  async function factsOf(organisationId: OrganisationId): Promise<ScreenFacts[]> {
    const organisation = await findOrganisation(context.database.queries, organisationId)
    if (!organisation || organisation.suspendedAt !== null) return []
    const { displays, screens } = await listOf(organisationId)
    const names = new Map(displays.map(({ id, name }) => [id as string, name]))
    const lineIds = new Map(displays.map(({ id }) => [id as string, lineIdOf({ organisationId, displayId: id })]))
    const texts = await listLineTexts(context.database.queries, organisationId, [...lineIds.values()])
    const abilities = await machines.listAbilities(organisationId)
    const outcomes = await outcomesOf(screens.flatMap(({ paired }) => (paired ? [paired.id] : [])))
    return screens.flatMap(({ paired, told }) => {
      if (!paired) return []
      const { id: screenId, name, place, displayId, isConnected } = paired
      const doing = told?.state.doing
      const machine = abilities.get(screenId)
      return {
        organisationId,
        screenId,
        name,
        place,
        display: names.get(displayId ?? '') ?? '',
        onAir: isConnected && doing === 'playing' && told?.alarm?.kind !== 'dark',
        troubled: told?.alarm != null || (told?.state.broken.length ?? 0) > 0,
        on: told?.itemTitle ?? '',
        line: texts.get(lineIds.get(displayId ?? '') ?? '') ?? '',
        panel: machine?.can.includes('panel') ? (machine.isPanelOn ?? 'unknown') : undefined,
        volume: machine?.can.includes('volume') ? (machine.volumePercent ?? 'unknown') : undefined,
        told: outcomes.get(screenId),
      }
    })
  }

  async function outcomesOf(ids: readonly ScreenId[]): Promise<Map<ScreenId, MachineCommand['state']>> {
    const asked = ids.flatMap((id) => {
      const commandId = lastCommands.get(id)
      return commandId === undefined ? [] : [[id, commandId] as const]
    })
    const found = new Map<ScreenId, MachineCommand['state']>()
    for (let from = 0; from < asked.length; from += OUTCOMES_AT_ONCE) {
      const some = asked.slice(from, from + OUTCOMES_AT_ONCE)
      const states = await machines.listOutcomes(some.map(([, commandId]) => commandId))
      for (const [id, commandId] of some) {
        const state = states.get(commandId)
        if (state) found.set(id, state)
        else lastCommands.delete(id)
      }
    }
    return found
  }

  function publish(): Promise<void> {
    // A slow broker delays the next round, and does not add one.
    publishing ??= publishAll().finally(() => {
      publishing = undefined
    })
    return publishing
  }

  async function publishAll(): Promise<void> {
    if (!client.connected) return
    const all = (await Promise.all(config.organisations.map(factsOf))).flat()
    const here = new Set(all.map(({ screenId }) => screenId))
    for (const id of lastCommands.keys()) if (!here.has(id)) lastCommands.delete(id)
    const address = context.config.publicUrl === undefined ? undefined : context.config.publicUrl + PAGES.screens
    const wanted = new Map<string, string>()
    for (const facts of all) {
      wanted.set(
        discoveryTopic(facts),
        deviceOf(facts, { installation, version: VERSION, address, maxLine: MAX_LINE_CHARACTERS }),
      )
      wanted.set(stateTopic(facts), stateOf(facts))
    }
    for (const [topic, content] of wanted) if (published.get(topic) !== content) await send(topic, content)
    // An empty retained message removes the device.
    for (const topic of published.keys()) if (topic !== status && !wanted.has(topic)) await send(topic, '')
  }

  /** Waits for the broker, so that at most one message is in memory. */
  async function send(topic: string, content: string): Promise<void> {
    if (!client.connected) throw new Error('not connected')
    let late: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(() => {
        client.stream.destroy()
        reject(new Error('the broker is too slow'))
      }, SEND_WITHIN_MS)
    })
    try {
      await Promise.race([client.publishAsync(topic, content, { qos: 1, retain: true }), tooLate])
    } finally {
      clearTimeout(late)
    }
    if (content === '') published.delete(topic)
    else published.set(topic, content)
  }

  const timer = setInterval(() => {
    void publish().catch((error) => log.warn({ err: error }, 'the states of screens could not be published by MQTT'))
  }, PUBLISH_EVERY_MS)
  timer.unref()
  const stopListening = context.bus.onHint((hint) => {
    if (hint.kind !== 'screens.changed' && hint.kind !== 'machines.changed') return
    void publish().catch(() => {})
  })

  return {
    publish,
    async close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(retry)
      stopListening()
      if (client.connected) await send(status, 'offline').catch(() => {})
      await Promise.race([client.endAsync(true), new Promise((resolve) => setTimeout(resolve, 1_000))])
      await orders
    },
  }
}

function openSocket({ url }: MqttConfig): Socket {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'mqtt:') return connectPlain({ host, port: Number(port || 1_883) })
  return connectTls({ host, port: Number(port || 8_883), servername: host })
}

/** Destroys the connection of a broker that sends too much. */
function guarded(socket: Socket, tell: (reason: string) => void): Socket {
  let bytes = 0
  let since = Date.now()
  socket.setNoDelay(true)
  socket.on('data', (chunk: Buffer) => {
    if (Date.now() - since > RECEIVED_WINDOW_MS) {
      since = Date.now()
      bytes = 0
    }
    bytes += chunk.length
    if (bytes <= MOST_RECEIVED_BYTES || socket.destroyed) return
    tell('it sent too much')
    socket.destroy()
  })
  return socket
}
