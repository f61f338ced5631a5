import type { ItemFault, Manifest, ManifestItem } from '@placard/contract'
import type { Engine } from '../../engine/engine.ts'
import type { Seen } from '../../engine/supervisor.ts'
import type { ServerClock } from '../../sync/server-clock.ts'
import type { Reports } from '../reports.ts'

/** Something that may count, and when: milliseconds of the monotonic clock. */
export type Sight =
  /** The browser has drawn a frame with this item in it. `endsAt`: its turn is over then, by the server's clock. */
  | { type: 'began'; at: number; item: ManifestItem; endsAt: number }
  | { type: 'failed'; at: number; item: ManifestItem; fault: ItemFault }

/** The parts of the screen that counting needs. */
export type Counted = {
  /** Of the screen, to which what was counted is told. */
  path: string
  send: Reports['send']
  clock: Pick<ServerClock, 'now' | 'ahead'>
  engine: Pick<Engine, 'scene'>
  manifest(): Manifest | undefined
  /** The content of the glass; undefined while there is no stage. */
  look(): Pick<Seen, 'shown' | 'painted' | 'position'> | undefined
}

export type Counter = { see(sight: Sight): void; close(): void }
