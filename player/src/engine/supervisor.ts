/** A film whose position does not change for this long is not playing. */
export const STALLED_MS = 5_000
/** The stage has deadlines of its own, of at most 15 s. This one applies when they fail. */
export const ABSENT_MS = 20_000
/** The stage reports an item as shown, but nothing is visible for this long. */
const BLANK_MS = 2_000
/** Each remedy gets this long to work before the next is tried. */
const RUNG_MS = 3_000
/** An item that has played this long without a problem counts as recovered. */
const WELL_MS = 5_000
/** The card is shown for this long. Then everything is tried from the start. */
export const CARD_MS = 60_000

export type Remedy =
  /** Tells the film to play. */
  | 'play'
  /** Builds the item again. The old one stays until the new one has painted. */
  | 'remount'
  /** Lets the item rest, and shows the next one. */
  | 'skip'
  | 'reload'
  /** Removes all items and shows the quiet card. */
  | 'card'
  /** Shows the items again. */
  | 'uncard'

const LADDER: readonly Remedy[] = ['play', 'remount', 'skip', 'reload', 'card']

/** The state of the screen at one moment, as far as it can be observed. */
export type Seen = {
  /** The item that should be shown; undefined when none should, or when the page is not visible. */
  due: string | undefined
  /** The item that the stage reports as shown. */
  shown: string | undefined
  /** True when content of it is in the page and complete. */
  painted: boolean
  /** Position of a film, in seconds; undefined for content that does not move. */
  position: number | undefined
  /** Incremented each time the stage reports an item as presented or failed. */
  signs: number
}

/** Times are milliseconds of one monotonic clock. */
export type Watch = {
  last: Seen
  /** The last time when the stage reported something, or nothing was due. */
  signAt: number
  movedAt: number
  paintedAt: number
  /** Start of the current period without problems; undefined during a problem. */
  wellSince: number | undefined
  /** The last remedy that was tried, as an index, and its time. */
  rung: number
  rungAt: number
  cardSince: number | undefined
}

export function watch(now: number): Watch {
  const last: Seen = { due: undefined, shown: undefined, painted: true, position: undefined, signs: 0 }
  return {
    last,
    signAt: now,
    movedAt: now,
    paintedAt: now,
    wellSince: now,
    rung: -1,
    rungAt: now,
    cardSince: undefined,
  }
}

/**
 * Compares the item that should be shown with what is on the screen. Call it once a second, and apply the remedy at
 * once.
 *
 * @param ladder the remedies, the mildest first
 * @returns the remedy, if there is a problem and the last remedy has had its time
 */
export function supervise(
  before: Watch,
  seen: Seen,
  now: number,
  ladder = LADDER,
): { watch: Watch; remedy: Remedy | undefined } {
  if (before.cardSince !== undefined) {
    if (now - before.cardSince < CARD_MS) return { watch: before, remedy: undefined }
    return { watch: watch(now), remedy: 'uncard' }
  }
  const { last } = before
  const isSame = seen.due !== undefined && seen.shown === seen.due && last.shown === seen.shown
  const next: Watch = {
    ...before,
    last: seen,
    signAt: seen.due === undefined || seen.shown === seen.due || seen.signs !== last.signs ? now : before.signAt,
    movedAt: !isSame || isMoving(seen, last) ? now : before.movedAt,
    // Not reset for each item: in a loop of short items the next would begin before an empty screen had lasted long
    // enough.
    paintedAt: seen.due === undefined || seen.shown === undefined || seen.painted ? now : before.paintedAt,
  }
  const ailment = ailmentOf(next, now)
  if (!ailment) {
    // The absence of a problem does not prove that all is well: a film must have moved.
    const isWell = seen.due === undefined || (isSame && seen.painted && isMoving(seen, last))
    const wellSince = isWell ? (next.wellSince ?? now) : undefined
    const hasRecovered = wellSince !== undefined && now - wellSince >= WELL_MS
    return { watch: { ...next, wellSince, rung: hasRecovered ? -1 : next.rung }, remedy: undefined }
  }
  if (next.rung >= 0 && now - next.rungAt < RUNG_MS)
    return { watch: { ...next, wellSince: undefined }, remedy: undefined }
  // Only a film that stands still can be told to play.
  const first = ailment === 'stalled' ? 0 : 1
  const rung = Math.min(Math.max(next.rung + 1, first), ladder.length - 1)
  const remedy = ladder[rung]
  const cardSince = remedy === 'card' ? now : undefined
  return { watch: { ...next, wellSince: undefined, rung, rungAt: now, cardSince }, remedy }
}

/**
 * True when this check alone proves that the screen is right. If items are shorter than the interval of the checks, a
 * new item on the screen is proof enough.
 */
export function isRight({ last }: Watch, seen: Seen): boolean {
  if (seen.due === undefined) return true
  if (!seen.painted || !seen.shown || !last.shown) return false
  return seen.shown !== last.shown || (seen.shown === seen.due && isMoving(seen, last))
}

function isMoving(seen: Seen, last: Seen): boolean {
  return seen.position === undefined || seen.position !== last.position
}

function ailmentOf({ signAt, movedAt, paintedAt }: Watch, now: number): 'absent' | 'stalled' | 'blank' | undefined {
  if (now - signAt >= ABSENT_MS) return 'absent'
  if (now - paintedAt >= BLANK_MS) return 'blank'
  if (now - movedAt >= STALLED_MS) return 'stalled'
  return undefined
}
