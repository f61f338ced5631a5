import { constants } from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** How the server says that it would end the same however often it is started: `server/src/platform/exit-code.ts`. */
export const CANNOT_START = 78

/**
 * How long to wait before the server is started again: `firstMs`, then twice as long each time, `mostMs` at most. After a
 * server that ran for `steadyMs` it begins anew with the first.
 *
 * @typedef {{ firstMs: number, mostMs: number, steadyMs: number }} Waits
 */
/** @type {Waits} */
export const WAITS = { firstMs: 500, mostMs: 30_000, steadyMs: 60_000 }

/**
 * Decides whether a server that has ended is started again.
 *
 * @param {{ code: number, ranMs: number, lastWaitMs: number }} end its exit code (128 + n after signal n), how long it ran, and
 *   how long was waited before it was started; 0 for the first
 * @param {Waits} [waits]
 * @returns {number | undefined} how long to wait before; undefined when it is not
 */
export function nextStart({ code, ranMs, lastWaitMs }, { firstMs, mostMs, steadyMs } = WAITS) {
  if (code === 0 || code === CANNOT_START) return undefined
  if (lastWaitMs === 0 || ranMs >= steadyMs) return firstMs
  return Math.min(mostMs, lastWaitMs * 2)
}

/**
 * Runs a server, and again whenever it ends without having been asked to.
 *
 * @param {() => Promise<number>} start runs it to its end; resolves with the exit code
 * @param {object} options
 * @param {() => boolean} options.isAsked whether this process was asked to end: then the server's end is meant
 * @param {(line: string) => void} options.say for whoever looks at the terminal or the log
 * @param {Waits} [options.waits]
 * @returns {Promise<number>} the last exit code
 */
export async function supervise(start, { isAsked, say, waits = WAITS }) {
  for (let lastWaitMs = 0; ; ) {
    const startedAt = performance.now()
    const code = await start()
    const waitMs = isAsked() ? undefined : nextStart({ code, ranMs: performance.now() - startedAt, lastWaitMs }, waits)
    if (waitMs === undefined) return code
    say(`Placard ended without being asked to (${reasonOf(code)}). It starts again in ${secondsOf(waitMs)}.`)
    await setTimeout(waitMs)
    lastWaitMs = waitMs
  }
}

/** @param {number} code */
function reasonOf(code) {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128)
  return signal ? `ended by ${signal[0]}` : `exit code ${code}`
}

/** @param {number} ms */
function secondsOf(ms) {
  const seconds = Math.round(ms / 100) / 10
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
