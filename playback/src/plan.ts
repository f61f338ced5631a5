import {
  DEFAULT_PLAYER_DURATION_SECONDS,
  MAX_DURATION_SECONDS,
  type Manifest,
  type ManifestItem,
} from '@placard/contract'

/** One item on the glass, from `startsAt` until just before `endsAt`: milliseconds since 1970, the server's clock. */
export type Showing = {
  item: ManifestItem
  /** Its place in the manifest's items. */
  index: number
  startsAt: number
  endsAt: number
}

export type Plan =
  | { status: 'playing'; current: Showing; next: Showing }
  /** Nothing may show: the loop has stopped (P8). */
  | { status: 'empty' }

/**
 * What a display shows at a moment: a function of its manifest and of time alone, so that every screen of a display, the
 * dashboard's preview and the server agree without talking to each other. The rules are in docs/rules/playback.md.
 *
 * @param manifest as read by `readManifest`: only visible, playable items, in order
 * @param now milliseconds since 1970, the server's clock
 */
export function planAt(manifest: Pick<Manifest, 'items' | 'loopStartedAt'>, now: number): Plan {
  const { items, loopStartedAt } = manifest
  if (items.length === 0) return { status: 'empty' }

  const durations = items.map(durationMs)
  const loopMs = durations.reduce((sum, duration) => sum + duration, 0)
  // A clock that is still behind the start of the loop (PB3) has not begun it: the first item, not the last of a loop
  // that never was.
  const elapsed = Math.max(0, now - loopStartedAt)
  let startsAt = loopStartedAt + elapsed - (elapsed % loopMs)

  let index = 0
  while (now >= startsAt + durationAt(durations, index) && index < items.length - 1) {
    startsAt += durationAt(durations, index)
    index += 1
  }
  const current = showing(items, durations, index, startsAt)
  return { status: 'playing', current, next: showing(items, durations, (index + 1) % items.length, current.endsAt) }
}

function showing(items: ManifestItem[], durations: number[], index: number, startsAt: number): Showing {
  return { item: items[index] as ManifestItem, index, startsAt, endsAt: startsAt + durationAt(durations, index) }
}

const durationAt = (durations: number[], index: number) => durations[index] as number

/** P7, and held within what a timer can count whatever the manifest says: a stored manifest may be older than a rule. */
function durationMs(item: ManifestItem): number {
  const seconds = item.duration
  if (seconds === undefined || !Number.isFinite(seconds) || seconds <= 0) return DEFAULT_PLAYER_DURATION_SECONDS * 1_000
  return Math.min(Math.max(seconds, 1), MAX_DURATION_SECONDS) * 1_000
}
