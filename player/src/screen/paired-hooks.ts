import type { Manifest } from '@placard/contract'

/** The parts of a paired screen beside what plays. */
export type PairedHooks = {
  id: string
  /** A word on its place, as it came. */
  onPlace(word: unknown): void
  /** The server does not take it for the paired screen of this display. */
  onRefused(): void
  /** Given the hands on what plays when they are there. */
  onHands(hands: { manifest(): Manifest | undefined; restart(): boolean; reconnect(): void }): void
}
