import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { parseJson } from '../parse-json.ts'
import { type Bus, createInProcessBus, Hint } from './bus.ts'

const CHANNEL = 'placard_hint'
/** PostgreSQL takes payloads below 8,000 bytes. Hints that are published together share one message, up to this number. */
const HINTS_PER_MESSAGE = 20
/** The most hints that wait while there is no connection. Beyond that, the waiting ones are replaced by `hints.missed`. */
const MAX_WAITING = 1_000
/** Interval of a test query that detects a connection that was cut silently. */
const ASK_MS = 5_000
const PATIENCE_MS = 5_000
const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 5_000

const Message = z.object({ from: z.string(), hints: z.array(Hint) })

/**
 * Carries hints to every node on the same PostgreSQL, by NOTIFY. Hints of this node reach its own listeners at once. It uses one
 * connection outside the pool, which is watched and re-created. After a gap, all listeners are told that hints may have been missed.
 *
 * @throws when the first connection fails
 */
export async function openPostgresBus(databaseUrl: string, log: Log): Promise<Bus> {
  const local = createInProcessBus()
  const node = randomUUID()
  let waiting: Hint[] = []
  let sending = false
  let closed = false
  let client = await connect()
  let watch = setInterval(ask, ASK_MS)
  watch.unref()

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'placard hints',
      keepAlive: true,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    })
    let down = false
    const lose = (error?: Error) => {
      if (down || closed) return
      down = true
      log.warn({ err: error }, 'the connection for change notifications was lost')
      void reconnect(made)
    }
    made.on('error', lose)
    made.on('end', () => lose())
    made.on('notification', ({ payload }) => hear(payload))
    try {
      await made.connect()
      await made.query(`listen ${CHANNEL}`)
    } catch (error) {
      down = true
      await made.end().catch(() => {})
      throw error
    }
    return made
  }

  function hear(payload: string | undefined): void {
    const message = Message.safeParse(parseJson(payload ?? ''))
    // A newer version may have sent it while nodes are replaced one by one. Listeners are told that something may have changed.
    if (!message.success) local.tell({ kind: 'hints.missed' }, 'elsewhere')
    else if (message.data.from !== node) for (const hint of message.data.hints) local.tell(hint, 'elsewhere')
  }

  async function ask(): Promise<void> {
    const asked = client
    // The error is handled like any other lost connection.
    await asked.query('select 1').catch((error: Error) => asked.emit('error', error))
  }

  async function reconnect(lost: pg.Client): Promise<void> {
    clearInterval(watch)
    lost.end().catch(() => {})
    for (let delay = FIRST_RETRY_MS; !closed; delay = Math.min(delay * 2, LONGEST_RETRY_MS)) {
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random() / 2)).unref())
      if (closed) return
      try {
        client = await connect()
      } catch {
        continue
      }
      if (closed) return void client.end().catch(() => {})
      log.info({}, 'the connection for change notifications is back')
      watch = setInterval(ask, ASK_MS)
      watch.unref()
      local.tell({ kind: 'hints.missed' }, 'elsewhere')
      void send()
      return
    }
  }

  /** Sends the waiting hints in order. Hints that cannot be sent wait for the next connection. */
  async function send(): Promise<void> {
    if (sending) return
    sending = true
    let hints: Hint[] = []
    try {
      while (waiting.length > 0 && !closed) {
        hints = waiting.splice(0, HINTS_PER_MESSAGE)
        await client.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from: node, hints })])
      }
    } catch (error) {
      waiting.unshift(...hints)
      log.warn({ err: error }, 'a change notification could not be sent to the other nodes yet')
    } finally {
      sending = false
    }
  }

  return {
    publish(hint) {
      local.publish(hint)
      if (waiting.length >= MAX_WAITING) waiting = [{ kind: 'hints.missed' }]
      waiting.push(hint)
      void send()
    },
    onHint: local.onHint,
    async close() {
      await send()
      closed = true
      clearInterval(watch)
      await client.end().catch(() => {})
    },
  }
}
