import type { LineId, Manifest, ManifestItem, ManifestLine, ManifestTakeOver } from '@placard/contract'

type Running = ManifestTakeOver & { startsAt: number; endsAt: number }

/** The content that is shown before everything else at a moment. */
export type TakenOver = {
  /** Takes the place of the loop, until just before its `endsAt`. */
  picture: Running | undefined
  /** Takes the place of the ticker. */
  line: Running | undefined
  /** Both, as far as they are there; the same list as long as they are. */
  by: readonly ManifestTakeOver[]
  /** From this moment on the answer may be another: milliseconds since 1970. Infinity: none. */
  until: number
}

const NOTHING: readonly ManifestTakeOver[] = []

/**
 * Says what takes the screens of a display over. A real one goes before a drill, of two alike the later one; the earlier comes back
 * when that is over and it is not.
 *
 * @param now milliseconds since 1970, the server's clock
 * @param canShow false for an item that this screen cannot show for now: a take-over of which it can show nothing is left out
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

/** @param other stands behind it in the manifest, which has the latest last */
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

/** All that the ticker says during it: the line, or nothing. The same list each time. */
export function linesOf(line: ManifestTakeOver | undefined): ManifestLine[] {
  if (!line) return NO_LINES
  const known = lines.get(line)
  if (known) return known
  const list: ManifestLine[] = [{ id: line.id as string as LineId, text: line.line ?? '' }]
  lines.set(line, list)
  return list
}

/** Every item that may be shown before the loop: those of what runs first, then those that lie ready. */
export function takeOverItemsOf({ takeOvers = [] }: Pick<Manifest, 'takeOvers'>): ManifestItem[] {
  const running: ManifestItem[] = []
  const ready: ManifestItem[] = []
  // No flatMap: the oldest screens do not know it.
  for (const one of takeOvers) (isRunning(one) ? running : ready).push(...one.items)
  return [...running, ...ready]
}
