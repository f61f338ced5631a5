import { isIdle } from '../../engine/scene.ts'
import { onPulse } from '../../page/pulse.ts'
import { openBox } from './box.ts'
import { createQueue, type Queue } from './queue.ts'
import { createRecorder, type Part } from './recorder.ts'
import type { Counted, Counter, Sight } from './sight.ts'
import { tellPlays } from './telling.ts'
import { watchTurns } from './turns.ts'

/** The unfinished showing is stored this often. If the browser is killed, no more than this is lost. */
const WRITE_EVERY_TICKS = 5

/** The counters of a screen's zones share one queue, because it is one sender. */
const queues = new Map<string, { queue: Queue; users: number; stopTelling: () => void }>()
const now = () => performance.now()

function shareQueue(path: string, send: Counted['send'], clock: Counted['clock']): Queue {
  const known = queues.get(path)
  if (known) {
    known.users += 1
    return known.queue
  }
  const run = Array.from(crypto.getRandomValues(new Uint8Array(8)))
    .map((byte) => (byte + 256).toString(16).slice(1))
    .join('')
  const opening = () => openBox(indexedDB, `placard-plays ${path}`)
  // In a frame without an origin, access to `indexedDB` throws.
  const queue = createQueue(Promise.resolve().then(opening), run, {
    monotonic: now,
    wall: () => Date.now(),
    ahead: clock.ahead,
    serverNow: clock.now,
  })
  queues.set(path, { queue, users: 1, stopTelling: tellPlays(send, queue) })
  return queue
}

function leaveQueue(path: string): void {
  const shared = queues.get(path)
  if (!shared) return
  shared.users -= 1
  if (shared.users > 0) return
  queues.delete(path)
  shared.stopTelling()
  shared.queue.close()
}

/**
 * Counts what is painted, stores it on the device and sends it to the server. Playback does not depend on it, and it
 * never throws.
 */
export function startCounter(counted: Counted): Counter {
  const { path, send, zone, clock, engine, manifest, look: lookAtScreen } = counted
  // Read each time, because zones are loaded late.
  const share = () => counted.share?.() ?? 100
  const queue = shareQueue(path, send, clock)
  let parts: Part[] = []
  let ticks = 0
  let positionBefore: number | undefined
  let isDrawing = false
  let startedAt: number | undefined
  // The screen is idle when nothing is on in any zone. The main zone alone counts that.
  const keep = (part: Part) => {
    if (!zone || part.piece.kind !== 'idle') parts.push(part)
  }
  let recorder = createRecorder(now(), keep, share)
  const turns = watchTurns((item, why) => {
    const { id: itemId, sha256 } = item
    parts.push({
      from: now(),
      piece: { kind: 'missed', itemId, ...(sha256 === undefined ? {} : { sha256 }), missed: 1, why },
    })
  })

  function write(): void {
    const done = parts
    parts = []
    queue.add(done, recorder.unfinished(), zone)
  }

  /** A film that stands still does not count as seen, nor does content that the browser has no time to paint. */
  function lookAgain(): void {
    const { shown, painted, position } = { shown: undefined, painted: false, position: undefined, ...lookAtScreen() }
    const isMoving = position === undefined || position !== positionBefore
    positionBefore = position
    if (shown === undefined || !painted || !isMoving || isDrawing || document.hidden) return
    isDrawing = true
    requestAnimationFrame(() => {
      isDrawing = false
      recorder.painted(shown, now())
    })
  }

  function look(): void {
    // While the screen is dark on purpose, nothing is due.
    const due = engine.scene().status === 'asleep' ? undefined : manifest()
    turns.look(due, clock.now(), recorder.seen(), document.hidden)
  }

  function tick(): void {
    const at = now()
    const scene = engine.scene()
    if (scene.status === 'playing') recorder.prolonged(scene.current.item, scene.current.endsAt)
    else if (isIdle(scene)) recorder.emptied(at, clock.now())
    recorder.ticked(at)
    lookAgain()
    look()
    ticks += 1
    if (parts.length > 0 || ticks % WRITE_EVERY_TICKS === 0) write()
  }

  const hide = () => {
    if (document.hidden) recorder.hidden(now())
  }
  document.addEventListener('visibilitychange', hide)
  const stopTicking = onPulse(tick)

  function see(sight: Sight): void {
    const { at } = sight
    if (startedAt === undefined) {
      // An observation from before this script was loaded counts from its own time.
      startedAt = at
      recorder = createRecorder(at, keep, share)
    }
    switch (sight.type) {
      case 'began':
        recorder.began(sight.item, sight.endsAt, at, clock.now() - (now() - at))
        look()
        write()
        break
      case 'failed':
        recorder.failed(sight.item, at)
        turns.failed(sight.item, sight.fault)
        break
    }
  }

  return {
    see,
    close() {
      stopTicking()
      document.removeEventListener('visibilitychange', hide)
      recorder.close(now(), clock.now())
      write()
      leaveQueue(path)
    },
  }
}
