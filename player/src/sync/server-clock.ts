import { parseJson } from '../page/read/parse-json.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { TIME_PATH } from './addresses.ts'
import { best, guess, notBefore, type Offset, read, type Sample, sampled } from './clock-offset.ts'
import { readHeartbeat } from './read-manifest.ts'

const SAMPLES = 5
const SAMPLE_TIMEOUT_MS = 5_000
const ROUND_EVERY_MS = 10 * 60_000
const RETRY_MS = 30_000
/** Playback waits for the clock no longer than this. A wrong item is better than none. */
const READY_WITHIN_MS = 2_000
/** The wait is much shorter when a clock is remembered from the last visit, because that is almost certainly right. */
const READY_REMEMBERED_WITHIN_MS = 700

export type ServerClock = {
  /** The server's clock, in milliseconds since 1970. Not affected by changes of the device's own clock. */
  now(): number
  /** Call when the server has just sent this time of its clock. */
  notBefore(at: number): void
  /**
   * Sets what is known from an earlier visit, to be used until the server answers: how far its clock is ahead of the
   * device's, and a time that it has passed (docs/rules/offline.md, OF9).
   */
  remember(remembered: { aheadMs: number; heardAt: number }): void
  /** Milliseconds by which the server's clock is ahead of the device's; undefined until the server has answered. */
  ahead(): number | undefined
  /** Resolves when there is a usable estimate, or when there will be none soon. Never rejects. */
  ready: Promise<void>
  /** Asks the server again: the device slept, and its monotonic clock may have stopped meanwhile. */
  resample(): void
  close(): void
}

export type ClockSurroundings = {
  monotonic(): number
  wall(): number
  /** The server's clock, in milliseconds. Rejects when there is no answer. */
  askServer(): Promise<number>
}

const BROWSER: ClockSurroundings = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  askServer: () =>
    withTimeout(SAMPLE_TIMEOUT_MS, async (signal) => {
      const response = await fetch(TIME_PATH, { cache: 'no-store', credentials: 'omit', redirect: 'error', signal })
      const time = readHeartbeat(parseJson(await response.text()))
      if (!response.ok || !time) throw new Error('Not a time')
      return time.at
    }),
}

export function createServerClock(world: ClockSurroundings = BROWSER): ServerClock {
  let offset: Offset = guess(world.wall(), world.monotonic())
  let timer: ReturnType<typeof setTimeout> | undefined
  let round = 0
  let closed = false
  let isRemembered = false
  let hasFailed = false
  let markReady: () => void = () => {}
  const ready = new Promise<void>((resolve) => {
    markReady = resolve
  })
  let readyTimer = setTimeout(markReady, READY_WITHIN_MS)

  async function ask(): Promise<Sample> {
    const sentAt = world.monotonic()
    const at = await world.askServer()
    return { at, sentAt, receivedAt: world.monotonic() }
  }

  async function runRound(): Promise<void> {
    round += 1
    const own = round
    clearTimeout(timer)
    const samples: Sample[] = []
    for (let asked = 0; asked < SAMPLES; asked += 1) {
      try {
        const sample = await ask()
        if (closed || own !== round) return
        samples.push(sample)
        // Playback begins with the first answer. The others make the estimate more exact a moment later.
        if (!offset.sampled) offset = sampled(offset, sample, world.monotonic())
        markReady()
      } catch {
        if (closed || own !== round) return
        // There will be no answer soon, so the remembered clock is used.
        hasFailed = true
        if (isRemembered) markReady()
        break
      }
    }
    const chosen = best(samples)
    if (chosen) offset = sampled(offset, chosen, world.monotonic())
    timer = setTimeout(runRound, chosen ? ROUND_EVERY_MS : RETRY_MS)
  }

  void runRound()

  return {
    now() {
      const monotonic = world.monotonic()
      offset = read(offset, monotonic)
      return monotonic + offset.shown
    },
    notBefore(at) {
      offset = notBefore(offset, at, world.monotonic())
    },
    remember({ aheadMs, heardAt }) {
      if (offset.sampled) return
      const monotonic = world.monotonic()
      offset = notBefore(guess(world.wall() + aheadMs, monotonic), heardAt, monotonic)
      isRemembered = true
      clearTimeout(readyTimer)
      if (hasFailed) markReady()
      else readyTimer = setTimeout(markReady, READY_REMEMBERED_WITHIN_MS)
    },
    ahead: () => (offset.sampled ? world.monotonic() + offset.target - world.wall() : undefined),
    ready,
    resample: () => void runRound(),
    close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(readyTimer)
    },
  }
}
