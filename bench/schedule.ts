/** One write of an open loop: when it is due, in milliseconds since the beginning, and which display it changes. */
export type Due = { atMs: number; display: number }

/** A display that was changed is left alone for so long, so that each change is heard of by itself. */
const APART_SECONDS = 1

/**
 * Writes at even intervals to random displays. It goes on whether or not the server keeps up, so a latency counts from
 * the instant that stands here and not from when its request could be sent.
 *
 * @param seed another one gives other displays; the same one gives every server the same work
 * @throws RangeError when the displays are too few to leave a changed one alone
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
 * From when a write's times count: from when it was due, and where a timer fired up to a millisecond early, as Node's do, from
 * when it is sent. They would be too short, and below nothing. To wait for the very instant takes a processor from the server.
 */
export const dueOf = (atMs: number, sentMs: number): number => Math.min(atMs, sentMs)

/** Numbers from 0 up to 1 that look random and are the same each time (a linear congruence; high bits are the good ones). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
