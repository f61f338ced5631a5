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

/** Somebody has seen an item who was there for so long of one of its showings: the shortest showing that there is (PB4). */
export const SEEN_MS = 1_000

/** How much of an item people see; the pages of a deck are one. */
export type ItemHealth = {
  id: ItemId
  /** Of one showing. */
  durationMs: number
  /** Showings in an hour. */
  perHour: number
  /**
   * The share of the moments of a loop at which somebody may come and has seen it, for SEEN_MS at least, when they go after the
   * dwell time: from 0 to 1.
   */
  odds: number
}

/** How much of a loop people see. Instants: the server's clock. */
export type LoopHealth = {
  /** One pass through the items; 0: nothing is on. */
  lengthMs: number
  /** It is this loop until just before then; Infinity: as long as nobody changes it. */
  until: number
  /** In order. */
  items: ItemHealth[]
  /** The share of the loop that passes while somebody is there: from 0 to 1. */
  seen: number
}

/**
 * Measures the loop at a moment, as if it went round for ever: where a schedule ends it sooner, the figures are of a loop that is
 * cut short.
 *
 * @param now milliseconds since 1970
 * @param dwellMs how long somebody stands there: SEEN_MS or more
 */
export function loopHealthAt(playable: Playable, now: number, dwellMs: number): LoopHealth {
  const { items, durationsMs, lengthMs, until } = loopAt(playable, now)
  return {
    lengthMs,
    until,
    items: together(items, durationsMs).map(({ id, durationMs }) => {
      // A passer-by who comes up to (dwell - SEEN) before a showing, or leaves it SEEN before its end, has seen it.
      const odds = Math.min(1, (durationMs + dwellMs - 2 * SEEN_MS) / lengthMs)
      return { id, durationMs, perHour: 3_600_000 / lengthMs, odds }
    }),
    seen: lengthMs === 0 ? 0 : Math.min(1, dwellMs / lengthMs),
  }
}

/** An item that takes so much of the loop hides the others. */
const LARGE_SHARE = 0.25

/** Where the most is to be gained: the item, what it would be changed to, and the loop then. */
export type ShorterLoop = { item: Item; of: ItemHealth; change: Pick<Item, 'duration' | 'deck'>; after: LoopHealth }

/**
 * Of a programme's own items the one that takes too much of its loop, where there is one: shown no longer than somebody stands there, it
 * leaves more to the others.
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

/** @param seconds of a deck all pages together, of a feed all its notices, and each no shorter than a second */
function shownFor(item: Item, seconds: number): Pick<Item, 'duration' | 'deck'> {
  const pages = item.pages ? shownPagesOf({ ...item, pages: item.pages }).length : (item.entries?.length ?? 0)
  if (pages === 0) return { duration: seconds }
  return {
    duration: Math.max(1, Math.round(seconds / pages)),
    ...(item.deck ? { deck: { ...item.deck, seconds: [] } } : {}),
  }
}

/** The pages of a deck follow one another. */
function together(items: readonly { id: ItemId }[], durationsMs: readonly number[]) {
  const lengths = new Map<ItemId, number>()
  for (const [index, item] of items.entries()) {
    const id = itemIdOfEntry(item.id)
    lengths.set(id, (lengths.get(id) ?? 0) + (durationsMs[index] as number))
  }
  return Array.from(lengths, ([id, durationMs]) => ({ id, durationMs }))
}

/**
 * The loops of a stretch of time, in order, each from its first moment on: the first from `from`. Those that are as long as the one
 * before, within a quarter, are left out: what people see of them is about the same.
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

/** Nobody reads more of them. */
const MOST_LOOKS = 100
const differs = (one: number, other: number) => Math.abs(one - other) > Math.max(one, other) / 4

/** The ticker's pace on a screen REFERENCE_HEIGHT_PX high (P4); its figures grow with the height, and so does a text. */
const PX_PER_MS = TICKER_SCROLL_AMOUNT_PX / MARQUEE_STEP_MS
/** Of a screen 16:9. */
const WINDOW_PX = (REFERENCE_HEIGHT_PX * 16) / 9

/**
 * How long a text takes from its first letter coming in to its last one going out, on a screen 16:9: milliseconds.
 *
 * @param widthPx in letters of TICKER_FONT_PX
 */
export const passageMs = (widthPx: number) => (WINDOW_PX + widthPx) / PX_PER_MS

/** How long it takes until the same text comes in again: milliseconds. @param widthsPx of all texts, in letters of TICKER_FONT_PX */
export function roundMs(widthsPx: readonly number[]): number {
  const gapPx = TICKER_FONT_PX * GAP_EM
  const roundPx = widthsPx.reduce((sum, width) => sum + width, 0) + gapPx * widthsPx.length
  return Math.max(roundPx, WINDOW_PX) / PX_PER_MS
}

/** Between two texts (TK3). */
const GAP_EM = 1.6
