import {
  DEFAULT_PLAYER_DURATION_SECONDS,
  MAX_DURATION_SECONDS,
  type Manifest,
  type ManifestItem,
  type ManifestLine,
  type ManifestTakeOver,
  READ_CARD_ID,
} from '@placard/contract'
import { linesOf, type TakenOver, takenOverAt, takeOverItemsOf } from './take-over.ts'
import { type ListReader, listReaderOf, type Selection } from './timetable.ts'

/** Everything that a screen may show now, in order, and the instant since when it goes round. Instants: the server's clock. */
type Loop = {
  items: ManifestItem[]
  /** Of each item: milliseconds. */
  durationsMs: number[]
  /** One pass through the items: milliseconds. */
  lengthMs: number
  /** The latest of the last edit and of the last change of what is on. */
  startedAt: number
  /** From this moment on it is another list; Infinity: as long as the manifest is this one. */
  until: number
}

/** One item on the glass, from `startsAt` until just before `endsAt`: milliseconds since 1970, the server's clock. */
export type Showing = {
  item: ManifestItem
  /** Its place in the items that it is one of. */
  index: number
  startsAt: number
  endsAt: number
}

/**
 * `items` and `lines` are all that is on, `until` the moment at which the answer is another: milliseconds since 1970, the
 * server's clock. Infinity: not as long as the manifest is this one. `over` takes the screen over: its item is then the current one,
 * or its line the only one.
 */
export type Plan =
  | {
      status: 'playing'
      items: ManifestItem[]
      lines: ManifestLine[]
      current: Showing
      /** Undefined: nothing is on after the current one. */
      next: Showing | undefined
      /** All that is on when the next one is, itself among it. */
      nextItems: ManifestItem[]
      until: number
      over: readonly ManifestTakeOver[]
    }
  /** Nothing may show: the loop has stopped (P8). */
  | { status: 'empty'; items: ManifestItem[]; lines: ManifestLine[]; until: number; over: readonly ManifestTakeOver[] }

/** The part of a manifest that decides what is on; without lines, of the loop alone. */
export type Playable = Pick<Manifest, 'items' | 'loopStartedAt' | 'zoneOffsets' | 'inclusions' | 'takeOvers'> & {
  lines?: ManifestLine[]
}

/** Says what is on of each list. Made once for each manifest, which nobody changes after it was read. */
type Timetable = { items: ListReader<ManifestItem>; lines: ListReader<ManifestLine> }
const timetables = new WeakMap<Playable, Timetable>()
const loops = new WeakMap<Selection<ManifestItem>, Loop>()

function timetableOf(manifest: Playable): Timetable {
  const known = timetables.get(manifest)
  if (known) return known
  const { items, lines = [], zoneOffsets, inclusions } = manifest
  const timetable = {
    items: listReaderOf(items, zoneOffsets, inclusions),
    lines: listReaderOf(lines, zoneOffsets, inclusions),
  }
  timetables.set(manifest, timetable)
  return timetable
}

/** The one list of what is on. `planAt` says where in it a screen is, and nothing that is not in it is shown. */
export function loopAt(manifest: Playable, now: number): Loop {
  const selection = timetableOf(manifest).items.at(now)
  const known = loops.get(selection)
  if (known) return known
  const { list, since, until } = selection
  // [TW2] The card goes with what is shown: a glass that has nothing to show stays as it is.
  const items = list.every(({ id }) => id === READ_CARD_ID) ? [] : list
  const durationsMs = items.map(durationMs)
  const lengthMs = durationsMs.reduce((sum, duration) => sum + duration, 0)
  const loop: Loop = { items, durationsMs, lengthMs, startedAt: Math.max(manifest.loopStartedAt, since), until }
  loops.set(selection, loop)
  return loop
}

/**
 * Decides what a display shows at a moment, from its manifest and the time alone, so that every screen of a display, the
 * dashboard's preview and the server agree without talking to each other. The rules are in docs/rules/playback.md.
 *
 * @param manifest as read by `readManifest`: only visible, playable items, in order
 * @param now milliseconds since 1970, the server's clock
 * @param canShow false for an item that this screen cannot show for now: a take-over of which it can show nothing is left out, and
 * the loop goes on. Items of the loop keep their slots all the same
 */
export function planAt(manifest: Playable, now: number, canShow: (item: ManifestItem) => boolean = () => true): Plan {
  const over = takenOverAt(manifest.takeOvers, now, canShow)
  const { picture, line } = over
  if (picture) return planOf(manifest, picture, over, canShow)
  const plan = planOfLoop(manifest, now)
  const until = Math.min(plan.until, over.until)
  return line ? { ...plan, lines: linesOf(line), until, over: over.by } : { ...plan, until }
}

/** A take-over has the whole time until another comes, or the loop again, wherever that is by then. */
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
  const { list: lines, until: linesUntil } = timetableOf(manifest).lines.at(now)
  const loop = loopAt(manifest, now)
  const { items, durationsMs, lengthMs, startedAt } = loop
  if (items.length === 0)
    return { status: 'empty', items, lines, until: Math.min(loop.until, linesUntil), over: NOT_OVER }

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
  const isLast = current.endsAt >= loop.until
  const after = isLast ? loopAt(manifest, loop.until) : loop
  const next =
    after.items.length === 0 ? undefined : showing(after, isLast ? 0 : (index + 1) % items.length, current.endsAt)
  const until = Math.min(current.endsAt, linesUntil)
  return { status: 'playing', items, lines, current, next, nextItems: after.items, until, over: NOT_OVER }
}

/** It ends early where another list begins. */
function showing({ items, durationsMs, until }: Loop, index: number, startsAt: number): Showing {
  const endsAt = Math.min(startsAt + durationAt(durationsMs, index), until)
  return { item: items[index] as ManifestItem, index, startsAt, endsAt }
}

const durationAt = (durationsMs: number[], index: number) => durationsMs[index] as number

/** P7, and held within what a timer can count whatever the manifest says: a stored manifest may be older than a rule. */
function durationMs(item: ManifestItem): number {
  const seconds = item.duration
  if (seconds === undefined || !Number.isFinite(seconds) || seconds <= 0) return DEFAULT_PLAYER_DURATION_SECONDS * 1_000
  // A film's length has parts of a second.
  return Math.round(Math.min(Math.max(seconds, 1), MAX_DURATION_SECONDS) * 1_000)
}

/**
 * The next moment at which something comes or goes by its schedule, of the loop or of the ticker: milliseconds since 1970.
 * Infinity: none.
 */
export function nextChangeAt(manifest: Playable, now: number): number {
  const { items, lines } = timetableOf(manifest)
  return Math.min(items.at(now).until, lines.at(now).until)
}

/**
 * Lists the items that will be on, in the order in which a screen needs them (SD7): the current one and the others that are on, as
 * the loop goes; then those that come on, soonest first. One that is over for good is left out. What takes the screen over comes
 * before all others, and what lies ready for that right behind the current one.
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
