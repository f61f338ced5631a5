import type { Manifest } from '@placard/contract'
import type { WallHooks } from '../stage/wall-hooks.ts'
import type { ManifestKeeper } from '../sync/manifest-keeper.ts'

/** Callbacks of a paired screen beside playback. */
export type PairedHooks = {
  id: string
  /** Puts the inserts on this screen alone into the manifests. */
  manifests(kept: ManifestKeeper): ManifestKeeper
  /** An event about the screen's place, not validated yet. */
  onPlace(word: unknown): void
  /** The server does not accept this screen as the paired screen of the display. */
  onRefused(): void
  /** Receives functions that act on playback when they are available. */
  onHands(hands: { manifest(): Manifest | undefined; restart(): boolean; reconnect(): void }): void
  /** Given when the screen is a member of a wall. */
  wall: WallHooks | undefined
}
