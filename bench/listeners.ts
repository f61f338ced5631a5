// A child process with every listener of a server, and the sender of the changes. It is one process, so that one clock
// measures and every server has the same listeners. Argument: number of listeners.
import { setTimeout as sleep } from 'node:timers/promises'
import { obeyOrders } from './asking.ts'
import { createMarkerScanner, markerOf } from './marker.ts'
import type { Change, Order, Report, Round } from './protocol.ts'
import { changeSender } from './send-change.ts'
import { inTurns, openStream } from './stream-socket.ts'

const OPENING_AT_ONCE = 64
/** A change that a listener has not received by then is lost. */
const ROUND_TIMEOUT_MS = 20_000
/** Every socket reads into this buffer. Its content is scanned before the next read. */
const MEMORY = Buffer.alloc(64 * 1024)

const scanner = createMarkerScanner(Number(process.argv[2]))
let opened = 0
let round = 0

/** The current change: the number of listeners that have it, and the time when the last one received it. */
let receipts = 0
let lastReceiptAt = 0
let bytesRead = 0
let finish: () => void = () => {}

function onRead(listener: number, length: number): void {
  bytesRead += length
  if (!scanner.read(listener, MEMORY, length)) return
  receipts += 1
  if (receipts < opened) return
  lastReceiptAt = performance.now()
  finish()
}

async function openMany(count: number, port: number, path: string): Promise<void> {
  const first = opened
  await inTurns(count, OPENING_AT_ONCE, (index) => {
    const listener = first + index
    return openStream(port, path, {
      memory: MEMORY,
      onRead: (length) => onRead(listener, length),
      // After that nothing can be measured any more.
      onEnd: () => orders.fail(new Error('a stream was ended')),
    })
  })
  opened += count
}

let send: ReturnType<typeof changeSender> | undefined

async function changeOnce(port: number, change: Change): Promise<Round> {
  round += 1
  scanner.expect(round)
  receipts = 0
  bytesRead = 0
  const body = change.body.replace(markerOf(0), markerOf(round))
  const received = new Promise<void>((resolve, reject) => {
    const late = () => reject(new Error(`a change reached ${receipts} of ${opened} listeners`))
    const timer = setTimeout(late, ROUND_TIMEOUT_MS)
    finish = () => {
      clearTimeout(timer)
      resolve()
    }
  })
  const startedAt = performance.now()
  send ??= changeSender(port, 1)
  const answered = send(change, body).then(() => performance.now())
  const [acknowledgedAt] = await Promise.all([answered, received])
  return {
    lastReceiptMs: lastReceiptAt - startedAt,
    acknowledgedMs: acknowledgedAt - startedAt,
    eventBytes: bytesRead / opened,
  }
}

async function obey(order: Order): Promise<Report> {
  if (order.kind === 'open') {
    await openMany(order.count, order.port, order.path)
    return { kind: 'opened' }
  }
  const rounds: Round[] = []
  for (let i = 0; i < order.rounds; i += 1) {
    rounds.push(await changeOnce(order.port, order.change))
    await sleep(order.pauseMs)
  }
  return { kind: 'changed', rounds }
}

const orders = obeyOrders(obey)
