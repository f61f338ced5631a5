import type { ManifestItem, PlayPiece } from '@placard/contract'
import { contentOf } from '../../engine/rest.ts'

type Without<Piece> = Piece extends unknown ? Omit<Piece, 'n' | 'at'> : never

/** A piece before it has a number and a time. `from`: its beginning, by the monotonic clock. */
export type Part = { from: number; piece: Without<PlayPiece> }

/** The screen is checked once a second, and one check may fail while the item changes. */
const GAP_MS = 3_500
/** When a timer is this late, the page slept. */
const ASLEEP_MS = 5_000
/** A long showing is reported in parts of this length. */
const PART_MS = 5 * 60_000
/** A showing that ends less than a second early counts as complete. */
const EARLY_MS = 1_000

type Showing = {
  item: ManifestItem
  /** The end of its turn, by the server's clock. */
  endsAt: number
  /** Beginning of the part that is not reported yet. */
  from: number
  seenMs: number
  isCounted: boolean
  /** Of the media area, in percent. */
  share: number
}

export type Recorder = {
  /** The first frame with the item was painted. */
  began(item: ManifestItem, endsAt: number, at: number, serverNow: number): void
  /** The item's turn goes on, in the next round of a loop with one item. */
  prolonged(item: ManifestItem, endsAt: number): void
  failed(item: ManifestItem, at: number): void
  /** No item should be on the screen any more. */
  emptied(at: number, serverNow: number): void
  /** This content is on the screen, and a frame was painted. */
  painted(content: string, at: number): void
  /** The page is not visible from now on. */
  hidden(at: number): void
  /** Called once a second while the page lives. */
  ticked(at: number): void
  close(at: number, serverNow: number): void
  /** The content that is visible at this moment. */
  seen(): string | undefined
  /** The piece that would be recorded if the page were killed now. */
  unfinished(): Part | undefined
}

/**
 * Records what is seen on the screen, in pieces. A showing is as long as it was seen: time in which the page was
 * hidden, hung, or painted nothing of the item does not count. That time counts as idle if the page was alive. Times
 * are milliseconds of a monotonic clock.
 *
 * @param shareNow the share of the media area that the item has, in percent
 */
export function createRecorder(
  start: number,
  tell: (part: Part) => void,
  shareNow: () => number = () => 100,
): Recorder {
  let showing: Showing | undefined
  /** Visible since this time; undefined when not visible now, and idle since `idleFrom`. */
  let seenFrom: number | undefined
  let seenUntil = start
  let idleFrom = start
  let tickedAt = start

  function pause(at: number): void {
    if (showing && seenFrom !== undefined) showing.seenMs += Math.max(0, at - seenFrom)
    seenFrom = undefined
    idleFrom = at
  }

  function tellIdle(until: number): void {
    for (let from = idleFrom; from < until; from += PART_MS) {
      const ms = Math.round(Math.min(PART_MS, until - from))
      if (ms > 0) tell({ from, piece: { kind: 'idle', ms } })
    }
    idleFrom = until
  }

  function pieceOf({ item, seenMs, isCounted, share }: Showing, cut: boolean): Part['piece'] {
    return {
      kind: 'play',
      itemId: item.id,
      ...(item.sha256 === undefined ? {} : { sha256: item.sha256 }),
      ms: Math.round(seenMs),
      showings: isCounted ? 0 : 1,
      cut: cut ? 1 : 0,
      ...(share < 100 ? { share } : {}),
    }
  }

  function end(at: number, isEarly: boolean): void {
    if (!showing) return
    if (seenFrom !== undefined) pause(at - seenUntil > GAP_MS ? seenUntil : at)
    tell({ from: showing.from, piece: pieceOf(showing, isEarly) })
    showing = undefined
  }

  const isEarly = (serverNow: number) => showing !== undefined && serverNow < showing.endsAt - EARLY_MS

  return {
    began(item, endsAt, at, serverNow) {
      if (showing && contentOf(showing.item) === contentOf(item) && seenFrom !== undefined) {
        // The same showing: the item was built again while it was visible.
        showing.endsAt = endsAt
        seenUntil = at
        return
      }
      end(at, isEarly(serverNow))
      tellIdle(at)
      showing = { item, endsAt, from: at, seenMs: 0, isCounted: false, share: shareNow() }
      seenFrom = at
      seenUntil = at
    },
    prolonged(item, endsAt) {
      if (showing && contentOf(showing.item) === contentOf(item)) showing.endsAt = endsAt
    },
    failed(item, at) {
      if (showing && contentOf(showing.item) === contentOf(item)) end(at, true)
    },
    emptied: (at, serverNow) => end(at, isEarly(serverNow)),
    painted(content, at) {
      if (!showing || contentOf(showing.item) !== content) return
      if (seenFrom === undefined) {
        tellIdle(at)
        seenFrom = at
      } else if (at - seenUntil > GAP_MS) {
        pause(seenUntil)
        idleFrom = at
        seenFrom = at
      }
      seenUntil = at
    },
    hidden(at) {
      if (seenFrom !== undefined) pause(at - seenUntil > GAP_MS ? seenUntil : at)
    },
    ticked(at) {
      const slept = at - tickedAt > ASLEEP_MS
      const before = tickedAt
      tickedAt = at
      if (seenFrom !== undefined && at - seenUntil > GAP_MS) pause(seenUntil)
      if (slept && seenFrom === undefined) {
        // Nothing is known about the time in between.
        tellIdle(Math.max(idleFrom, before))
        idleFrom = at
      }
      if (seenFrom === undefined && at - idleFrom >= PART_MS) tellIdle(at)
      const share = shareNow()
      // The next part has the new share.
      if (!showing || (at - showing.from < PART_MS && share === showing.share)) return
      if (seenFrom !== undefined) {
        showing.seenMs += seenUntil - seenFrom
        seenFrom = seenUntil
      }
      if (showing.seenMs > 0 || !showing.isCounted) tell({ from: showing.from, piece: pieceOf(showing, false) })
      showing = { ...showing, from: seenFrom ?? at, seenMs: 0, isCounted: true, share }
    },
    close(at, serverNow) {
      end(at, isEarly(serverNow))
      tellIdle(at)
    },
    seen: () => (showing && seenFrom !== undefined ? contentOf(showing.item) : undefined),
    unfinished() {
      if (!showing) return undefined
      const seenMs = showing.seenMs + (seenFrom === undefined ? 0 : seenUntil - seenFrom)
      return { from: showing.from, piece: pieceOf({ ...showing, seenMs }, true) }
    },
  }
}
