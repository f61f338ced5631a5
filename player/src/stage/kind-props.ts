import type { Manifest, ManifestItem } from '@placard/contract'
import type { MediaSource } from '../cache/lend.ts'

/** The properties of each kind's view, and the events that it must tell. */
export type KindProps = {
  /** Safe to render: the item's canonical address, or a kept copy of what is there. */
  url: string
  /** How it takes its place, and what it says. */
  place: Pick<ManifestItem, 'id' | 'url' | 'fit' | 'focus' | 'notice' | 'duration' | 'sound' | 'webPage'>
  board: Board
  /** For what lies beside the item's own file. */
  media: MediaSource
  /** Counts up: another number is another turn of an item that stayed in the page. */
  turn: number
  /** It had its turn, and stays in the page for the next one. */
  rests: boolean
  /** Show it now, or as soon as there is something to show. */
  due: boolean
  /** It is what is on the glass, and nothing that comes or goes. */
  shown: boolean
  /** How long until it is due, in milliseconds; asked when it matters. */
  dueInMs: () => number
  /** Due, and something of it is painted. */
  onPresented: () => void
  /** It will not show. */
  onFailed: () => void
}

/** All that is the same for every item of a display. */
export type Board = Pick<Manifest, 'zoneOffsets' | 'language' | 'brand' | 'readCode'> & {
  /** Milliseconds since 1970, the server's clock. */
  serverNow: () => number
}
