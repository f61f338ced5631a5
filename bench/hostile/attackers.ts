// A child process that abuses the server without a pause, with eight connections for each abuse.
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { obeyOrders } from '../asking.ts'
import { ABUSES, type Attack, CONNECTIONS, createAsking } from './abuses.ts'
import type { Order, Report, Victim } from './protocol.ts'

/** Real attackers have machines of their own, so these must not take the server's processors. */
const PRIORITY = 10
/** Pause after a connection that was cut. */
const PAUSE_MS = 10

setPriority(PRIORITY)
let isAttacking = false
let answers: Record<string, Record<string, number>> = {}

async function start(ids: string[], victim: Victim): Promise<void> {
  answers = {}
  const prepared: [id: string, attack: Attack][] = []
  // All are prepared before the first begins, because the preparation would be slow beside running attacks.
  for (const [index, { id, prepare }] of ABUSES.entries()) {
    if (!ids.includes(id)) continue
    prepared.push([id, await prepare(victim, createAsking(victim.port, `198.51.100.${index + 1}`))])
  }
  isAttacking = true
  for (const [id, attack] of prepared) {
    const counts: Record<string, number> = {}
    answers[id] = counts
    for (let connection = 0; connection < CONNECTIONS; connection += 1) {
      void (async () => {
        while (isAttacking) {
          const status = await attack()
          counts[status] = (counts[status] ?? 0) + 1
          if (status === 'cut') await sleep(PAUSE_MS)
        }
      })().catch(orders.fail)
    }
  }
}

async function obey(order: Order): Promise<Report> {
  if (order.kind === 'start') {
    await start(order.abuses, order.victim)
    return { kind: 'started' }
  }
  isAttacking = false
  return { kind: 'stopped', answers }
}

const orders = obeyOrders(obey)
