// A child process: whoever abuses the server, with eight connections for each abuse, and without a pause.
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { obeyOrders } from '../asking.ts'
import { ABUSES, type Attack, CONNECTIONS, createAsking } from './abuses.ts'
import type { Order, Report, Victim } from './protocol.ts'

/** Attackers have machines of their own: these must not take the server's processors away. */
const PRIORITY = 10
/** After a connection that was cut. */
const PAUSE_MS = 10

setPriority(PRIORITY)
let isAttacking = false
let answers: Record<string, Record<string, number>> = {}

async function start(ids: string[], victim: Victim): Promise<void> {
  answers = {}
  const prepared: [id: string, attack: Attack][] = []
  // All of them before the first begins: what is made ready would have to wait beside the others.
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
