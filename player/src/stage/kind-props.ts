import type { Manifest, ManifestItem, Rect } from '@placard/contract'
import type { MediaSource } from '../cache/lend.ts'
import type { CornerBox } from './corners/give-way.ts'

/** The properties that each kind's view receives, and the events that it must report. */
export type KindProps = {
  /** Safe to render: the item's canonical address, or a stored copy. */
  url: string
  /** Placement and content of the item. */
  place: Pick<
    ManifestItem,
    'id' | 'url' | 'fit' | 'focus' | 'notice' | 'contents' | 'weather' | 'duration' | 'sound' | 'webPage'
  >
  board: Board
  /** For files beside the item's own. */
  media: MediaSource
  /** Incremented for each turn of an item that stays in the page. */
  turn: number
  /** The item had its turn, and stays in the page for the next one. */
  rests: boolean
  /** Show the item now, or as soon as there is something to show. */
  due: boolean
  /** The item is on the screen, and is not fading. */
  shown: boolean
  /** Milliseconds until the item is due. Call it when the value is needed. */
  dueInMs: () => number
  /** The item is due, and has painted. */
  onPresented: () => void
  /** The item cannot be shown. */
  onFailed: () => void
}

/**
 * A zone, in percent of the media area. `within`: the screen that it is on, in percent of the stage. Absent: the stage is the screen. A
 * stage is larger on a wall.
 */
export type Room = Rect & { within?: Pick<Rect, 'width' | 'height'> }

/** The values that are the same for every item of a display. */
export type Board = Pick<Manifest, 'zoneOffsets' | 'language' | 'brand' | 'readCode'> & {
  /** The zone that holds the item. Undefined: it is the whole area. */
  room?: Room | undefined
  /** The boxes in the corners of the screen, which no letters may touch [LY6]. */
  corners?: readonly CornerBox[] | undefined
  /** A take-over covers the media area. */
  isTakenOver?: boolean
  /** The server's clock, in milliseconds since 1970. */
  serverNow: () => number
  /**
   * Keeps a film at the position that it has on the other members of a wall. Absent: the screen is on its own. Returns a
   * function that ends it.
   */
  keepInStep?: ((film: HTMLVideoElement, dueInMs: () => number) => () => void) | undefined
}
