import type { Schedule, ZoneOffsets } from '@placard/contract'
import { jointStateAt } from '@placard/playback'

/** From an instant until another: milliseconds since 1970. */
export type Span = { from: number; until: number }

/**
 * The times at which nothing plays, in order (SD8). `alone` makes none: it is on itself.
 *
 * @param playing of everything that can play the schedules that must be on for it; undefined: always
 * @param within it looks no further
 */
export function emptyTimes(
  playing: readonly (readonly (Schedule | undefined)[])[],
  offsets: ZoneOffsets,
  { from, until }: Span,
): Span[] {
  const found: Span[] = []
  let at = from
  while (at < until) {
    const states = playing.map((schedules) => jointStateAt(schedules, offsets, at))
    const on = states.filter(({ isOn }) => isOn)
    if (on.length > 0) {
      at = Math.max(...on.map((state) => state.until))
      continue
    }
    const next = Math.min(until, ...states.map((state) => state.until))
    found.push({ from: at, until: next })
    at = next
  }
  return found
}
