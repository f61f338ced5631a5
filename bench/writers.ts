// A child process with one listener for each of many displays, and the senders of all changes, at the times of a
// schedule.
import { setTimeout as sleep } from 'node:timers/promises'
import { obeyOrders } from './asking.ts'
import type { DisplayAccess } from './contestant.ts'
import { markerOf } from './marker.ts'
import { createMarkerReader } from './marker-reader.ts'
import { dueOf, scheduleOf } from './schedule.ts'
import { changeSender, RefusedError } from './send-change.ts'
import { CONNECTIONS, inTurns, LOOK_AGAIN_MS, LOST_MS, OPENING_AT_ONCE, openStream } from './stream-socket.ts'
import type { WriteLoad, WriteOrder, WriteReport, Written } from './write-protocol.ts'

const memory = Buffer.alloc(64 * 1024)
const reader = createMarkerReader()
let displays: DisplayAccess[] = []
let send = changeSender(0, 1)
let round = 0

/** For each display, the changes that are under way: the rounds in their order, and when each was due. */
const underWay = new Map<number, { round: number; dueAt: number }[]>()
let receiptMs: number[] = []

function onRead(display: number, length: number): void {
  const now = performance.now()
  for (const heard of reader.read(display, memory, length)) {
    const waiting = underWay.get(display) ?? []
    // A later state of the display includes the earlier change.
    while (waiting[0] && waiting[0].round <= heard) receiptMs.push(now - (waiting.shift()?.dueAt ?? now))
    if (waiting.length === 0) underWay.delete(display)
  }
}

async function listen(port: number, wanted: DisplayAccess[]): Promise<void> {
  displays = wanted
  send = changeSender(port, CONNECTIONS)
  await inTurns(displays.length, OPENING_AT_ONCE, (display) =>
    openStream(port, displays[display]?.streamPath ?? '', {
      memory,
      onRead: (length) => onRead(display, length),
      onEnd: () => orders.fail(new Error('a stream was ended')),
    }),
  )
}

async function write(load: WriteLoad): Promise<Written> {
  const schedule = scheduleOf({ ...load, displays: displays.length })
  const sentMs: number[] = []
  receiptMs = []
  let refused = 0
  const startAt = performance.now()
  const answers: Promise<number>[] = []
  for (const { atMs, display } of schedule) {
    const early = startAt + atMs - performance.now()
    if (early > 0) await sleep(early)
    const dueAt = dueOf(startAt + atMs, performance.now())
    const access = displays[display]
    if (!access) continue
    round += 1
    const waiting = underWay.get(display) ?? []
    waiting.push({ round, dueAt })
    underWay.set(display, waiting)
    const body = access.change.body.replace(markerOf(0), markerOf(round))
    sentMs.push(performance.now() - dueAt)
    const answered = send(access.change, body)
      .catch((error) => {
        if (!load.mayBeRefused || !(error instanceof RefusedError)) throw error
        refused += 1
      })
      .then(() => performance.now() - dueAt)
    answered.catch(orders.fail)
    answers.push(answered)
  }
  const answerMs = await Promise.all(answers)
  const giveUpAt = performance.now() + LOST_MS
  while (underWay.size > 0 && performance.now() < giveUpAt) await sleep(LOOK_AGAIN_MS)
  const lost = [...underWay.values()].flat()
  underWay.clear()
  return {
    receiptMs: [...receiptMs, ...lost.map(({ dueAt }) => giveUpAt - dueAt)],
    answerMs,
    sentMs,
    lost: lost.length,
    refused,
  }
}

async function obey(order: WriteOrder): Promise<WriteReport> {
  if (order.kind === 'write') return { kind: 'written', writes: await write(order.load) }
  await listen(order.port, order.displays)
  return { kind: 'listening' }
}

const orders = obeyOrders(obey)
