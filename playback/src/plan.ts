import {
  DEFAULT_PLAYER_DURATION_SECONDS,
  MAX_DURATION_SECONDS,
  type Manifest,
  type ManifestCornerPiece,
  type ManifestItem,
  type ManifestLine,
  type ManifestTakeOver,
  READ_CARD_ID,
} from '@placard/contract'
import { linesOf, type TakenOver, takenOverAt, takeOverItemsOf } from './take-over.ts'
import { type ListReader, listReaderOf, type Selection } from './timetable.ts'

/** The items that a screen may show now, in order, and the start of the loop. Instants are by the server's clock. */
type Loop = {
  items: ManifestItem[]
  /** The duration of each item, in milliseconds. */
  durationsMs: number[]
  /** The duration of one pass through the items, in milliseconds. */
  lengthMs: number
  /** The later of the last edit and the last change by a schedule. */
  startedAt: number
  /** The list is different from this instant on; Infinity: until the manifest changes. */
  until: number
}

/** One item on the screen, from `startsAt` until just before `endsAt`: milliseconds since 1970, by the server's clock. */
export type Showing = {
  item: ManifestItem
  /** Its index in the list of items. */
  index: number
  startsAt: number
  endsAt: number
}

/**
 * `items`, `lines` and `corners` are everything that is on. `corners` is undefined if the display has no corner pieces, and during
 * a take-over of the picture [LY6]. `until` is the instant at which the plan changes: milliseconds since 1970, by
 * the server's clock; Infinity: only when the manifest changes. `over` are the running take-overs: the item of one
 * is then the current one, or its line the only line.
 */
export type Plan =
  | {
      status: 'playing'
      items: ManifestItem[]
      lines: ManifestLine[]
      corners?: ManifestCornerPiece[] | undefined
      current: Showing
      /** undefined: nothing is on after the current one. */
      next: Showing | undefined
      /** Everything that is on at the start of `next`, including `next` itself. */
      nextItems: ManifestItem[]
      until: number
      over: readonly ManifestTakeOver[]
    }
  /** There is nothing to show: the loop has stopped (P8). */
  | {
      status: 'empty'
      items: ManifestItem[]
      lines: ManifestLine[]
      corners?: ManifestCornerPiece[] | undefined
      until: number
      over: readonly ManifestTakeOver[]
    }

/** The part of a manifest that decides what is on. Without `lines`: only for the loop. */
export type Playable = Pick<Manifest, 'items' | 'loopStartedAt' | 'zoneOffsets' | 'inclusions' | 'takeOvers'> & {
  lines?: ManifestLine[]
  cornerPieces?: ManifestCornerPiece[] | undefined
}

/** Tells for each list what is on. Created once per manifest; a manifest is never changed after it was read. */
type Timetable = {
  items: ListReader<ManifestItem>
  lines: ListReader<ManifestLine>
  corners: ListReader<ManifestCornerPiece>
}
const timetables = new WeakMap<Playable, Timetable>()
const loops = new WeakMap<Selection<ManifestItem>, Loop>()

function timetableOf(manifest: Playable): Timetable {
  const known = timetables.get(manifest)
  if (known) return known
  const { items, lines = [], cornerPieces = [], zoneOffsets, inclusions } = manifest
  const timetable = {
    items: listReaderOf(items, zoneOffsets, inclusions),
    lines: listReaderOf(lines, zoneOffsets, inclusions),
    corners: listReaderOf(cornerPieces, zoneOffsets),
  }
  timetables.set(manifest, timetable)
  return timetable
}

/** The only source of what is on. `planAt` decides the position in it, and nothing outside of it is shown. */
export function loopAt(manifest: Playable, now: number): Loop {
  const selection = timetableOf(manifest).items.at(now)
  const known = loops.get(selection)
  if (known) return known
  const { list, since, until } = selection
  // [TW2] The card is only shown along with other content: a screen without content stays empty.
  const items = list.every(({ id }) => id === READ_CARD_ID) ? [] : list
  const durationsMs = items.map(durationMs)
  const lengthMs = durationsMs.reduce((sum, duration) => sum + duration, 0)
  const loop: Loop = { items, durationsMs, lengthMs, startedAt: Math.max(manifest.loopStartedAt, since), until }
  loops.set(selection, loop)
  return loop
}

/**
 * Decides what a display shows at an instant, only from its manifest and the time. So all screens of a display, the dashboard's
 * preview and the server agree without communicating. The rules are in docs/rules/playback.md.
 *
 * @param manifest as read by `readManifest`: only visible, playable items, in order
 * @param now milliseconds since 1970, by the server's clock
 * @param canShow false for an item that this screen currently cannot show. A take-over without a showable item is ignored, and
 * the loop continues. Items of the loop keep their slots anyway
 */
export function planAt(manifest: Playable, now: number, canShow: (item: ManifestItem) => boolean = () => true): Plan {
  const over = takenOverAt(manifest.takeOvers, now, canShow)
  const { picture, line } = over
  if (picture) return planOf(manifest, picture, over, canShow)
  const plan = planOfLoop(manifest, now)
  const until = Math.min(plan.until, over.until)
  return line ? { ...plan, lines: linesOf(line), until, over: over.by } : { ...plan, until }
}

/**
 * The plan during a take-over. It stays until another take-over begins or it ends; then the loop continues at its position at
 * that time.
 */
function planOf(
  manifest: Playable,
  { items, startsAt, endsAt }: NonNullable<TakenOver['picture']>,
  { line, by, until }: TakenOver,
  canShow: (item: ManifestItem) => boolean,
): Plan {
  const after = planAt(manifest, until, canShow)
  const [item] = items as [ManifestItem]
  return {
    status: 'playing',
    items,
    lines: linesOf(line),
    current: { item, index: 0, startsAt, endsAt },
    next: after.status === 'playing' ? { ...after.current, startsAt: until } : undefined,
    nextItems: after.items,
    until,
    over: by,
  }
}

const NOT_OVER: readonly ManifestTakeOver[] = []

function planOfLoop(manifest: Playable, now: number): Plan {
  const timetable = timetableOf(manifest)
  const { list: lines, until: linesUntil } = timetable.lines.at(now)
  const standing = timetable.corners.at(now)
  const corners = manifest.cornerPieces && standing.list
  const othersUntil = Math.min(linesUntil, standing.until)
  const loop = loopAt(manifest, now)
  const { items, durationsMs, lengthMs, startedAt } = loop
  if (items.length === 0)
    return { status: 'empty', items, lines, corners, until: Math.min(loop.until, othersUntil), over: NOT_OVER }

  // If the clock is behind the start of the loop (PB3), the loop has not begun. The plan is then the first item, not the last
  // one of an earlier pass.
  const elapsed = Math.max(0, now - startedAt)
  let startsAt = startedAt + elapsed - (elapsed % lengthMs)

  let index = 0
  while (now >= startsAt + durationAt(durationsMs, index) && index < items.length - 1) {
    startsAt += durationAt(durationsMs, index)
    index += 1
  }
  const current = showing(loop, index, startsAt)
  const isLast = current.endsAt >= loop.until
  const after = isLast ? loopAt(manifest, loop.until) : loop
  const next =
    after.items.length === 0 ? undefined : showing(after, isLast ? 0 : (index + 1) % items.length, current.endsAt)
  const until = Math.min(current.endsAt, othersUntil)
  return { status: 'playing', items, lines, corners, current, next, nextItems: after.items, until, over: NOT_OVER }
}

/** The showing of an item. It ends early if the list changes. */
function showing({ items, durationsMs, until }: Loop, index: number, startsAt: number): Showing {
  const endsAt = Math.min(startsAt + durationAt(durationsMs, index), until)
  return { item: items[index] as ManifestItem, index, startsAt, endsAt }
}

const durationAt = (durationsMs: number[], index: number) => durationsMs[index] as number

/**
 * P7. Limited to a range that a timer can handle, whatever the manifest contains: a stored manifest may be older than a rule.
 */
function durationMs(item: ManifestItem): number {
  const seconds = item.duration
  if (seconds === undefined || !Number.isFinite(seconds) || seconds <= 0) return DEFAULT_PLAYER_DURATION_SECONDS * 1_000
  // The length of a film includes fractions of a second.
  return Math.round(Math.min(Math.max(seconds, 1), MAX_DURATION_SECONDS) * 1_000)
}

/** The next instant at which a schedule changes the loop, the ticker or the corners: milliseconds since 1970. Infinity: none. */
export function nextChangeAt(manifest: Playable, now: number): number {
  const { items, lines, corners } = timetableOf(manifest)
  return Math.min(items.at(now).until, lines.at(now).until, corners.at(now).until)
}

/**
 * Lists the items that will be on, in the order in which a screen needs them (SD7): the current item, the others that are on in
 * loop order, then those that come on later, soonest first. Items that are over for good are left out. Items of a running
 * take-over come first, and those of prepared take-overs come right after the current item.
 */
export function soonestFirst(manifest: Playable, now: number): ManifestItem[] {
  const plan = planOfLoop(manifest, now)
  const { picture } = takenOverAt(manifest.takeOvers, now)
  const from = plan.status === 'playing' ? plan.current.index : 0
  const [current = [], rest] = [plan.items.slice(from, from + 1), plan.items.slice(from + 1)]
  return [
    ...(picture?.items ?? []),
    ...current,
    ...takeOverItemsOf(manifest),
    ...rest,
    ...plan.items.slice(0, from),
    ...timetableOf(manifest).items.laterThan(now),
  ]
}
