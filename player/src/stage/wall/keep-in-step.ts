import type { Board } from '../kind-props.ts'

const LOOK_EVERY_MS = 500
/** Two frames at 50 a second. Below it a film is in step. */
const IN_STEP_SECONDS = 0.04
/** Above it the film jumps. Below it the film plays a little slower or faster. */
const JUMP_SECONDS = 0.5
const MAX_RATE_CHANGE = 0.05
/** A panel that takes long to jump must not do so again and again. */
const JUMP_AGAIN_MS = 10_000

/** [LY8] Keeps a film at the position that follows from the start of its turn, as on all members of the wall. */
export const keepInStep: NonNullable<Board['keepInStep']> = (film, dueInMs) => {
  let jumpedAt = Number.NEGATIVE_INFINITY

  function look(): void {
    const { duration, currentTime } = film
    // A live stream has no end, and no position to agree on.
    if (film.paused || film.seeking || !Number.isFinite(duration) || duration <= 0) return
    const ahead = aheadOf(currentTime, Math.max(0, -dueInMs()) / 1_000, duration)
    if (Math.abs(ahead) > JUMP_SECONDS) {
      if (performance.now() - jumpedAt < JUMP_AGAIN_MS) return
      jumpedAt = performance.now()
      film.playbackRate = 1
      film.currentTime = (((currentTime - ahead) % duration) + duration) % duration
    } else film.playbackRate = rateFor(ahead)
  }

  const timer = setInterval(look, LOOK_EVERY_MS)
  look()
  return () => {
    clearInterval(timer)
    film.playbackRate = 1
  }
}

/**
 * Seconds by which a film that repeats is ahead of its place, from minus half of its duration to half of it.
 *
 * @param since seconds since its turn began
 */
export function aheadOf(currentTime: number, since: number, duration: number): number {
  const ahead = (currentTime - since) % duration
  const around = ahead < 0 ? ahead + duration : ahead
  return around > duration / 2 ? around - duration : around
}

/** The speed that brings a film back into step within about a second. */
export function rateFor(ahead: number): number {
  if (Math.abs(ahead) <= IN_STEP_SECONDS) return 1
  return 1 - Math.max(-MAX_RATE_CHANGE, Math.min(MAX_RATE_CHANGE, ahead))
}
