import type { Rect } from '@placard/contract'
import type { ComponentType, CSSProperties } from 'react'
import type { MediaSource } from '../cache/lend.ts'
import type { Board } from './kind-props.ts'

/** The place of a zone on the screen. */
export type Seated = {
  /** Of its element. */
  className: string
  style: CSSProperties
  isOpen: boolean
  /** In percent of the media area. It does not change before a move is over. */
  room: Rect
  /** It lies below the other zones. */
  isUnseen: boolean
}

/** The zones of the display, as far as the view of the whole screen shows them. */
export type ZonesNow = {
  /** Undefined: the main zone has the whole media area. */
  main: Seated | undefined
  /** The other zones have the whole media area. */
  isMainClosed: boolean
  /** The part of the media area that an insert covers, in percent. Undefined: none. */
  covered: Rect | undefined
  /** The view of the other zones and of the insert. */
  View: ComponentType<{ media: MediaSource; board: Board }>
}

export type ZonesSource = {
  /** Undefined: the main zone has the whole media area. */
  current(): ZonesNow | undefined
  onChange(listener: () => void): () => void
  /** Tells that a layer covers the main zone, or that none does. */
  cover(isCovered: boolean): void
}
