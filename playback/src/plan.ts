import {
  DEFAULT_PLAYER_DURATION_SECONDS,
  MAX_DURATION_SECONDS,
  type Manifest,
  type ManifestItem,
} from '@placard/contract'

/** Everything that a screen may show now, in order, and the instant since when it goes round. */
type Loop = {
  items: ManifestItem[]
  /** Of each item: milliseconds. */
  durationsMs: number[]
  /** One pass through the items: milliseconds. */
  lengthMs: number
  /** Milliseconds since 1970, the server's clock. */
  startedAt: number
  /** From this moment on it is another list; Infinity: as long as the manifest is this one. */
  until: number
}

/** One item on the glass, from `startsAt` until just before `endsAt`: milliseconds since 1970, the server's clock. */
export type Showing = {
  item: ManifestItem
  /** Its place in the plan's items. */
  index: number
  startsAt: number
  endsAt: number
}

/**
 * `items` is all that is on, `until` the moment at which the answer is another: milliseconds since 1970, the server's clock.
 * Infinity: not as long as the manifest is this one.
 */
export type Plan =
  | { status: 'playing'; items: ManifestItem[]; current: Showing; next: Showing; until: number }
  /** Nothing may show: the loop has stopped (P8). */
  | { status: 'empty'; items: ManifestItem[]; until: number }

type Playable = Pick<Manifest, 'items' | 'loopStartedAt'>

/** Worked out once for each manifest, which nobody changes after it was read. */
const loops = new WeakMap<Playable, Loop>()

/**
 * The one list of what is on. `planAt` says where in it a screen is, and nothing that is not in it is shown.
 *
 * @param manifest as read by `readManifest`: only visible, playable items, in order
 */
function loopOf(manifest: Playable): Loop {
  const known = loops.get(manifest)
  if (known) return known
  const { items, loopStartedAt } = manifest
  const durationsMs = items.map(durationMs)
  const lengthMs = durationsMs.reduce((sum, duration) => sum + duration, 0)
  const loop: Loop = { items, durationsMs, lengthMs, startedAt: loopStartedAt, until: Number.POSITIVE_INFINITY }
  loops.set(manifest, loop)
  return loop
}

/**
 * Decides what a display shows at a moment, from its manifest and the time alone, so that every screen of a display, the
 * dashboard's preview and the server agree without talking to each other. The rules are in docs/rules/playback.md.
 *
 * @param manifest as read by `readManifest`: only visible, playable items, in order
 * @param now milliseconds since 1970, the server's clock
 */
export function planAt(manifest: Playable, now: number): Plan {
  const loop = loopOf(manifest)
  const { items, durationsMs, lengthMs, startedAt, until } = loop
  if (items.length === 0) return { status: 'empty', items, until }

  // A clock that is still behind the start of the loop (PB3) has not begun it: the first item, not the last of a loop
  // that never was.
  const elapsed = Math.max(0, now - startedAt)
  let startsAt = startedAt + elapsed - (elapsed % lengthMs)

  let index = 0
  while (now >= startsAt + durationAt(durationsMs, index) && index < items.length - 1) {
    startsAt += durationAt(durationsMs, index)
    index += 1
  }
  const current = showing(loop, index, startsAt)
  const next = showing(loop, (index + 1) % items.length, current.endsAt)
  return { status: 'playing', items, current, next, until: Math.min(current.endsAt, until) }
}

function showing({ items, durationsMs }: Loop, index: number, startsAt: number): Showing {
  return { item: items[index] as ManifestItem, index, startsAt, endsAt: startsAt + durationAt(durationsMs, index) }
}

const durationAt = (durationsMs: number[], index: number) => durationsMs[index] as number

/** P7, and held within what a timer can count whatever the manifest says: a stored manifest may be older than a rule. */
function durationMs(item: ManifestItem): number {
  const seconds = item.duration
  if (seconds === undefined || !Number.isFinite(seconds) || seconds <= 0) return DEFAULT_PLAYER_DURATION_SECONDS * 1_000
  return Math.min(Math.max(seconds, 1), MAX_DURATION_SECONDS) * 1_000
}
