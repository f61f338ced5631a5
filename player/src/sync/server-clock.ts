import { parseJson } from '../page/read/parse-json.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { TIME_PATH } from './addresses.ts'
import { best, guess, notBefore, type Offset, read, type Sample, sampled } from './clock-offset.ts'
import { readHeartbeat } from './read-manifest.ts'

const SAMPLES = 5
const SAMPLE_TIMEOUT_MS = 5_000
const ROUND_EVERY_MS = 10 * 60_000
const RETRY_MS = 30_000
/** The show does not wait for the clock longer than this: a wrong item is better than none. */
const READY_WITHIN_MS = 2_000
/** Much less when the device remembers from last time: then it is all but sure to be the right one. */
const READY_REMEMBERED_WITHIN_MS = 700

export type ServerClock = {
  /** Milliseconds since 1970, the server's clock. Unmoved by what happens to the device's own. */
  now(): number
  /** The server has just told this moment of its clock. */
  notBefore(at: number): void
  /**
   * The knowledge of an earlier visit, to go by until the server answers: how far its clock is ahead of the device's, and a
   * moment that it has passed (docs/rules/offline.md, OF9).
   */
  remember(remembered: { aheadMs: number; heardAt: number }): void
  /** How far the server's clock is ahead of the device's own, in milliseconds; undefined until the server has answered. */
  ahead(): number | undefined
  /** Resolves, never rejects, once there is an estimate worth going by, or when there will be none soon. */
  ready: Promise<void>
  /** Asks the server anew: the device slept, and its monotonic clock may have slept with it. */
  resample(): void
  close(): void
}

export type ClockSurroundings = {
  monotonic(): number
  wall(): number
  /** Milliseconds of the server's clock. Rejects when there is no answer. */
  askServer(): Promise<number>
}

const BROWSER: ClockSurroundings = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  askServer: () =>
    withTimeout(SAMPLE_TIMEOUT_MS, async (signal) => {
      const response = await fetch(TIME_PATH, { cache: 'no-store', credentials: 'omit', redirect: 'error', signal })
      const time = readHeartbeat(parseJson(await response.text()))
      if (!response.ok || !time) throw new Error('The answer is not a time')
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
        // The very first answer lets playing begin; the others make it exact within the blink of an eye.
        if (!offset.sampled) offset = sampled(offset, sample, world.monotonic())
        markReady()
      } catch {
        if (closed || own !== round) return
        // There will be no answer soon, so what an earlier visit knew has to do.
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
