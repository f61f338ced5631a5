import type { LineId, Manifest, ManifestItem, ManifestLine, ManifestTakeOver } from '@placard/contract'

type Running = ManifestTakeOver & { startsAt: number; endsAt: number }

/** The running take-overs that are shown at an instant. */
export type TakenOver = {
  /** Replaces the loop, until just before its `endsAt`. */
  picture: Running | undefined
  /** Replaces the ticker. */
  line: Running | undefined
  /** Both of them, if present. The list is the same object as long as they are the same. */
  by: readonly ManifestTakeOver[]
  /** The result may change at this instant: milliseconds since 1970. Infinity: never. */
  until: number
}

const NOTHING: readonly ManifestTakeOver[] = []

/**
 * Finds the running take-overs of a display. A real one takes precedence over a drill, and a later one over an earlier one.
 * When a later one ends first, the earlier one is shown again.
 *
 * @param now milliseconds since 1970, by the server's clock
 * @param canShow false for an item that this screen currently cannot show. A take-over without a showable item is ignored
 */
export function takenOverAt(
  takeOvers: Manifest['takeOvers'],
  now: number,
  canShow: (item: ManifestItem) => boolean = () => true,
): TakenOver {
  let picture: Running | undefined
  let line: Running | undefined
  let until = Number.POSITIVE_INFINITY
  for (const one of takeOvers ?? []) {
    if (!isRunning(one) || now >= one.endsAt) continue
    if (now < one.startsAt) until = Math.min(until, one.startsAt)
    else if (one.items.length === 0) line = first(line, one)
    else if (one.items.some(canShow)) picture = first(picture, one)
  }
  for (const one of [picture, line]) if (one) until = Math.min(until, one.endsAt)
  return { picture, line, by: listOf(picture, line), until }
}

function isRunning(one: ManifestTakeOver): one is Running {
  return one.startsAt !== undefined && one.endsAt !== undefined
}

/** @param other comes later in the manifest, which has the latest last */
function first(one: Running | undefined, other: Running): Running {
  if (!one) return other
  if ((one.drill === true) !== (other.drill === true)) return one.drill ? other : one
  return other.startsAt >= one.startsAt ? other : one
}

const pairs = new WeakMap<ManifestTakeOver, { line: ManifestTakeOver | undefined; by: readonly ManifestTakeOver[] }>()

function listOf(picture: Running | undefined, line: Running | undefined): readonly ManifestTakeOver[] {
  const one = picture ?? line
  if (!one) return NOTHING
  const known = pairs.get(one)
  if (known && known.line === line) return known.by
  const by = picture && line ? [picture, line] : [one]
  pairs.set(one, { line, by })
  return by
}

const NO_LINES: ManifestLine[] = []
const lines = new WeakMap<ManifestTakeOver, ManifestLine[]>()

/** The only text in the ticker during it: the line, or nothing. Returns the same list each time. */
export function linesOf(line: ManifestTakeOver | undefined): ManifestLine[] {
  if (!line) return NO_LINES
  const known = lines.get(line)
  if (known) return known
  const list: ManifestLine[] = [{ id: line.id as string as LineId, text: line.line ?? '' }]
  lines.set(line, list)
  return list
}

/** All items of take-overs: those of running ones first, then those of prepared ones. */
export function takeOverItemsOf({ takeOvers = [] }: Pick<Manifest, 'takeOvers'>): ManifestItem[] {
  const running: ManifestItem[] = []
  const ready: ManifestItem[] = []
  // Not flatMap, which the oldest screens do not support.
  for (const one of takeOvers) (isRunning(one) ? running : ready).push(...one.items)
  return [...running, ...ready]
}
