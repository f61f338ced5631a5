import { constants } from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** The exit code of a server that would fail in the same way at each start: `server/src/platform/exit-code.ts`. */
export const CANNOT_START = 78

/**
 * Waiting times before the server is started again: `firstMs`, then twice as long each time, at most `mostMs`. After a
 * server has run for `steadyMs`, the next wait is `firstMs` again.
 *
 * @typedef {{ firstMs: number, mostMs: number, steadyMs: number }} Waits
 */
/** @type {Waits} */
export const WAITS = { firstMs: 500, mostMs: 30_000, steadyMs: 60_000 }

/**
 * Decides if a server that has ended is started again.
 *
 * @param {{ code: number, ranMs: number, lastWaitMs: number }} end its exit code (128 + n after signal n), its running
 *   time, and the wait before its start; 0 for the first start
 * @param {Waits} [waits]
 * @returns {number | undefined} the wait in milliseconds; undefined when it is not started again
 */
export function nextStart({ code, ranMs, lastWaitMs }, { firstMs, mostMs, steadyMs } = WAITS) {
  if (code === 0 || code === CANNOT_START) return undefined
  if (lastWaitMs === 0 || ranMs >= steadyMs) return firstMs
  return Math.min(mostMs, lastWaitMs * 2)
}

/**
 * Runs a server, and starts it again whenever it ends without being asked to.
 *
 * @param {() => Promise<number>} start runs the server; resolves with the exit code
 * @param {object} options
 * @param {() => boolean} options.isAsked true when this process was asked to end, so that the server's end is intended
 * @param {(line: string) => void} options.say prints a line to the terminal or the log
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
