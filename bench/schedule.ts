/** One write of an open loop: when it is due, in milliseconds since the beginning, and the display that it changes. */
export type Due = { atMs: number; display: number }

/** A changed display is not changed again for this long, so that each change is received separately. */
const APART_SECONDS = 1

/**
 * Writes at even intervals to random displays. The schedule does not depend on the server's speed, so a latency counts
 * from the scheduled time and not from the time when the request could be sent.
 *
 * @param seed another seed gives other displays; the same seed gives every server the same work
 * @throws RangeError when there are too few displays for APART_SECONDS
 */
export function scheduleOf(load: { displays: number; perSecond: number; seconds: number; seed: number }): Due[] {
  const apart = load.perSecond * APART_SECONDS
  if (load.displays < 2 * apart) throw new RangeError(`${apart} writes a second need ${2 * apart} displays or more`)
  const random = randomOf(load.seed)
  const changedLast = new Map<number, number>()
  return Array.from({ length: load.perSecond * load.seconds }, (_, write) => {
    const isFresh = (display: number) => write - (changedLast.get(display) ?? Number.NEGATIVE_INFINITY) > apart
    let display = Math.floor(random() * load.displays)
    while (!isFresh(display)) display = Math.floor(random() * load.displays)
    changedLast.set(display, write)
    return { atMs: (write * 1_000) / load.perSecond, display }
  })
}

/**
 * The time from which a write's times count: when it was due, or when it was sent if that was earlier. Node's timers
 * may fire up to a millisecond early, and the times would be too short or negative. Waiting actively for the exact time
 * would take a processor from the server.
 */
export const dueOf = (atMs: number, sentMs: number): number => Math.min(atMs, sentMs)

/**
 * Numbers from 0 up to 1 that look random and are the same each time (a linear congruential generator, whose high bits
 * are the good ones).
 */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
