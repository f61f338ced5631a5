// A child process with the listeners of several nodes and the senders of all changes. It is one process, so that one
// clock measures.
import { setTimeout as sleep } from 'node:timers/promises'
import { obeyOrders } from '../asking.ts'
import { markerOf } from '../marker.ts'
import { createMarkerReader } from '../marker-reader.ts'
import type { Change } from '../protocol.ts'
import { dueOf } from '../schedule.ts'
import { changeSender } from '../send-change.ts'
import { CONNECTIONS, inTurns, LOOK_AGAIN_MS, LOST_MS, OPENING_AT_ONCE, openStream } from '../stream-socket.ts'
import type { Heard, NodeDue, NodesOrder, NodesReport, Stream } from './protocol.ts'

const memory = Buffer.alloc(64 * 1024)
const reader = createMarkerReader()
let ports: number[] = []
let changes: Change[] = []
let senders: ReturnType<typeof changeSender>[] = []
let round = 0

const listeners: Stream[] = []
/** For each display, its listeners by their indexes in `listeners`. */
const listenersOf = new Map<number, number[]>()
/** For each listener, the changes that it has not received yet, in their order. */
const underWay = new Map<number, { round: number; dueAt: number; node: number }[]>()
let heard: Heard = { hereMs: [], elsewhereMs: [], answerMs: [], lost: 0 }

function onRead(listener: number, length: number): void {
  const now = performance.now()
  for (const marker of reader.read(listener, memory, length)) {
    const waiting = underWay.get(listener) ?? []
    // A later state of the display includes the earlier change.
    while (waiting[0] && waiting[0].round <= marker) {
      const { dueAt, node } = waiting.shift() ?? { dueAt: now, node: 0 }
      const times = node === listeners[listener]?.node ? heard.hereMs : heard.elsewhereMs
      times.push(now - dueAt)
    }
    if (waiting.length === 0) underWay.delete(listener)
  }
}

async function listen(streams: Stream[]): Promise<void> {
  await inTurns(streams.length, OPENING_AT_ONCE, async (index) => {
    const stream = streams[index]
    if (!stream) return
    const listener = listeners.push(stream) - 1
    await openStream(ports[stream.node] ?? 0, stream.path, {
      memory,
      onRead: (length) => onRead(listener, length),
      onEnd: () => orders.fail(new Error('a stream was ended')),
    })
    listenersOf.set(stream.display, [...(listenersOf.get(stream.display) ?? []), listener])
  })
}

/** @returns a promise that resolves when the request is answered */
function send(display: number, node: number): Promise<void> {
  const [change, sender] = [changes[display], senders[node]]
  if (!change || !sender) throw new RangeError(`there is no display ${display} or no node ${node}`)
  const headers = { ...change.headers, origin: `http://127.0.0.1:${ports[node]}` }
  return sender({ ...change, headers }, change.body.replace(markerOf(0), markerOf(round)))
}

async function write(schedule: NodeDue[]): Promise<Heard> {
  heard = { hereMs: [], elsewhereMs: [], answerMs: [], lost: 0 }
  const startAt = performance.now()
  const answers: Promise<number>[] = []
  for (const { atMs, display, node } of schedule) {
    const early = startAt + atMs - performance.now()
    if (early > 0) await sleep(early)
    const dueAt = dueOf(startAt + atMs, performance.now())
    round += 1
    for (const listener of listenersOf.get(display) ?? []) {
      const waiting = underWay.get(listener) ?? []
      waiting.push({ round, dueAt, node })
      underWay.set(listener, waiting)
    }
    const answered = send(display, node).then(() => performance.now() - dueAt)
    answered.catch(orders.fail)
    answers.push(answered)
  }
  const answerMs = await Promise.all(answers)
  const giveUpAt = performance.now() + LOST_MS
  while (underWay.size > 0 && performance.now() < giveUpAt) await sleep(LOOK_AGAIN_MS)
  const lost = [...underWay.values()].reduce((sum, waiting) => sum + waiting.length, 0)
  underWay.clear()
  return { ...heard, answerMs, lost }
}

async function flood(atOnce: number, seconds: number): Promise<{ changes: number; seconds: number }> {
  const startAt = performance.now()
  const endAt = startAt + seconds * 1_000
  let answered = 0
  let next = 0
  const goOn = async () => {
    while (performance.now() < endAt) {
      next += 1
      round += 1
      await send(next % changes.length, next % ports.length)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, goOn))
  return { changes: answered, seconds: (performance.now() - startAt) / 1_000 }
}

async function obey(order: NodesOrder): Promise<NodesReport> {
  switch (order.kind) {
    case 'use':
      ports = order.ports
      changes = order.changes
      senders = ports.map((port) => changeSender(port, CONNECTIONS))
      round = order.firstRound
      return { kind: 'ready' }
    case 'listen':
      await listen(order.streams)
      return { kind: 'listening' }
    case 'write':
      return { kind: 'written', heard: await write(order.schedule) }
    case 'flood':
      return { kind: 'flooded', ...(await flood(order.atOnce, order.seconds)) }
  }
}

const orders = obeyOrders(obey)
