/** A film that does not move for so long does not play. */
export const STALLED_MS = 5_000
/** The stage has deadlines of its own, the longest 15 s; this is for when they fail. */
export const ABSENT_MS = 20_000
/** Shown, they say, and nothing is there. */
const BLANK_MS = 2_000
/** The time that each rung of the ladder has to help before the next. */
const RUNG_MS = 3_000
/** An item that has played this long is well. */
const WELL_MS = 5_000
/** After that everything is tried from the start. */
export const CARD_MS = 60_000

export type Remedy =
  /** Tells the film to go on. */
  | 'play'
  /** Builds the item anew; the old one stays until the new one has painted. */
  | 'remount'
  /** Lets the item rest, and shows the next. */
  | 'skip'
  | 'reload'
  /** Takes everything down and shows the quiet card. */
  | 'card'
  /** Puts everything up again. */
  | 'uncard'

const LADDER: Remedy[] = ['play', 'remount', 'skip', 'reload', 'card']

/** Everything that can be seen of the glass at one moment. */
export type Seen = {
  /** The item that should be on; undefined when none should, or when nobody can see the page. */
  due: string | undefined
  /** The item that the stage believes to show. */
  shown: string | undefined
  /** True: something of it is in the page and whole. */
  painted: boolean
  /** Of a film, in seconds; undefined for what does not move. */
  position: number | undefined
  /** Counts up with each thing that the stage says: presented, failed. */
  signs: number
}

/** Times are milliseconds of one monotonic clock. */
export type Watch = {
  last: Seen
  /** When the stage last said something, or nothing was due. */
  signAt: number
  movedAt: number
  paintedAt: number
  /** All well since; undefined while it is not. */
  wellSince: number | undefined
  /** The last rung that was tried, and when. */
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
 * Compares what should be on the glass with what is. Asked once a second; what it says is done at once.
 *
 * @returns the remedy, if there is something to remedy and the last one has had its time
 */
export function supervise(before: Watch, seen: Seen, now: number): { watch: Watch; remedy: Remedy | undefined } {
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
    // Not told by the item: in a loop of short ones the next is on before an empty glass has lasted.
    paintedAt: seen.due === undefined || seen.shown === undefined || seen.painted ? now : before.paintedAt,
  }
  const ailment = ailmentOf(next, now)
  if (!ailment) {
    // Not ill is not well yet: a film has to have moved.
    const isWell = seen.due === undefined || (isSame && seen.painted && isMoving(seen, last))
    const wellSince = isWell ? (next.wellSince ?? now) : undefined
    const hasRecovered = wellSince !== undefined && now - wellSince >= WELL_MS
    return { watch: { ...next, wellSince, rung: hasRecovered ? -1 : next.rung }, remedy: undefined }
  }
  if (next.rung >= 0 && now - next.rungAt < RUNG_MS)
    return { watch: { ...next, wellSince: undefined }, remedy: undefined }
  // Only a film that stands still can be told to play.
  const first = ailment === 'stalled' ? 0 : 1
  const rung = Math.min(Math.max(next.rung + 1, first), LADDER.length - 1)
  const remedy = LADDER[rung]
  const cardSince = remedy === 'card' ? now : undefined
  return { watch: { ...next, wellSince: undefined, rung, rungAt: now, cardSince }, remedy }
}

/**
 * Tells whether this look alone proves that the glass is as it should be. Where items are shorter than a look, that something
 * new is on it is proof enough.
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
