import {
  type Item,
  type ItemId,
  itemIdOfEntry,
  MARQUEE_STEP_MS,
  REFERENCE_HEIGHT_PX,
  shownPagesOf,
  TICKER_FONT_PX,
  TICKER_SCROLL_AMOUNT_PX,
} from '@placard/contract'
import { loopAt, type Playable } from './plan.ts'
import { type HeldProgramme, playableOf } from './playable.ts'

/** The minimum time for which a person must see an item for it to count as seen: the shortest possible showing (PB4). */
export const SEEN_MS = 1_000

/** The visibility of an item. The pages of a deck count as one item. */
export type ItemHealth = {
  id: ItemId
  /** The duration of one showing. */
  durationMs: number
  /** The number of showings per hour. */
  perHour: number
  /**
   * The probability, from 0 to 1, that a person who arrives at a random time and stays for the dwell time sees the item for at
   * least SEEN_MS.
   */
  odds: number
}

/** The visibility of a loop. Instants are by the server's clock. */
export type LoopHealth = {
  /** The duration of one pass through the items; 0: nothing is on. */
  lengthMs: number
  /** The loop is the same until just before this instant; Infinity: until somebody changes it. */
  until: number
  /** In order. */
  items: ItemHealth[]
  /** The share of the loop that passes during the dwell time, from 0 to 1. */
  seen: number
}

/**
 * Measures the loop at an instant, as if it repeated for ever. If a schedule ends it sooner, the figures still describe the
 * repeated loop.
 *
 * @param now milliseconds since 1970
 * @param dwellMs the dwell time: at least SEEN_MS
 */
export function loopHealthAt(playable: Playable, now: number, dwellMs: number): LoopHealth {
  const { items, durationsMs, lengthMs, until } = loopAt(playable, now)
  return {
    lengthMs,
    until,
    items: together(items, durationsMs).map(({ id, durationMs }) => {
      // An item counts as seen if the person arrives at most (dwell - SEEN) before its showing, and at least SEEN before the
      // end of it.
      const odds = Math.min(1, (durationMs + dwellMs - 2 * SEEN_MS) / lengthMs)
      return { id, durationMs, perHour: 3_600_000 / lengthMs, odds }
    }),
    seen: lengthMs === 0 ? 0 : Math.min(1, dwellMs / lengthMs),
  }
}

/** An item with at least this share of the loop crowds out the others. */
const LARGE_SHARE = 0.25

/** The most effective change: the item, the change to it, and the resulting loop. */
export type ShorterLoop = { item: Item; of: ItemHealth; change: Pick<Item, 'duration' | 'deck'>; after: LoopHealth }

/**
 * Finds the programme's own item that takes too much of its loop, if there is one. The proposed change shows it no longer than
 * the dwell time, which leaves more time for the others.
 */
export function shorterLoop(programme: HeldProgramme, now: number, dwellMs: number): ShorterLoop | undefined {
  const health = loopHealthAt(playableOf(programme), now, dwellMs)
  if (health.seen >= 1 || health.items.length < 2) return undefined
  let longest: { item: Item; of: ItemHealth } | undefined
  for (const of of health.items) {
    const item = programme.items.find(({ id }) => id === of.id)
    if (item && (!longest || of.durationMs > longest.of.durationMs)) longest = { item, of }
  }
  if (!longest || longest.of.durationMs / health.lengthMs < LARGE_SHARE || longest.of.durationMs <= dwellMs)
    return undefined
  const { item, of } = longest
  const change = shownFor(item, dwellMs / 1_000)
  const items = programme.items.map((one) => (one.id === item.id ? { ...one, ...change } : one))
  return { item, of, change, after: loopHealthAt(playableOf({ ...programme, items }), now, dwellMs) }
}

/** @param seconds for a deck the total of all pages, for a feed that of all its notices; each is shown for at least a second */
function shownFor(item: Item, seconds: number): Pick<Item, 'duration' | 'deck'> {
  const pages = item.pages ? shownPagesOf({ ...item, pages: item.pages }).length : (item.entries?.length ?? 0)
  if (pages === 0) return { duration: seconds }
  return {
    duration: Math.max(1, Math.round(seconds / pages)),
    ...(item.deck ? { deck: { ...item.deck, seconds: [] } } : {}),
  }
}

/** Adds up the pages of a deck, which follow one another. */
function together(items: readonly { id: ItemId }[], durationsMs: readonly number[]) {
  const lengths = new Map<ItemId, number>()
  for (const [index, item] of items.entries()) {
    const id = itemIdOfEntry(item.id)
    lengths.set(id, (lengths.get(id) ?? 0) + (durationsMs[index] as number))
  }
  return Array.from(lengths, ([id, durationMs]) => ({ id, durationMs }))
}

/**
 * The loops in a period, in order, each with its start; the first starts at `from`. A loop whose length differs by at most a
 * quarter from the one before is left out, because people see about the same share of it.
 */
export function loopsWithin(playable: Playable, from: number, until: number): { from: number; lengthMs: number }[] {
  const loops: { from: number; lengthMs: number }[] = []
  for (let at = from, looks = 0; at < until && looks < MOST_LOOKS; looks += 1) {
    const { lengthMs, until: end } = loopAt(playable, at)
    const last = loops[loops.length - 1]
    if (!last || differs(lengthMs, last.lengthMs)) loops.push({ from: at, lengthMs })
    at = end
  }
  return loops
}

/** The maximum number of loops to look at. */
const MOST_LOOKS = 100
const differs = (one: number, other: number) => Math.abs(one - other) > Math.max(one, other) / 4

/** The ticker's speed on a screen that is REFERENCE_HEIGHT_PX high (P4). It grows with the height, and so does the text. */
const PX_PER_MS = TICKER_SCROLL_AMOUNT_PX / MARQUEE_STEP_MS
/** The width of a 16:9 screen. */
const WINDOW_PX = (REFERENCE_HEIGHT_PX * 16) / 9

/**
 * The time for a text to pass a 16:9 screen, from its first letter entering to its last one leaving: milliseconds.
 *
 * @param widthPx with the font size TICKER_FONT_PX
 */
export const passageMs = (widthPx: number) => (WINDOW_PX + widthPx) / PX_PER_MS

/** The time until the same text enters again: milliseconds. @param widthsPx of all texts, with the font size TICKER_FONT_PX */
export function roundMs(widthsPx: readonly number[]): number {
  const gapPx = TICKER_FONT_PX * GAP_EM
  const roundPx = widthsPx.reduce((sum, width) => sum + width, 0) + gapPx * widthsPx.length
  return Math.max(roundPx, WINDOW_PX) / PX_PER_MS
}

/** The gap between two texts (TK3). */
const GAP_EM = 1.6
