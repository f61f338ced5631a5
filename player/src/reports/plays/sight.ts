import type { ItemFault, Manifest, ManifestItem } from '@placard/contract'
import type { ZoneId } from '@placard/playback'
import type { Engine } from '../../engine/engine.ts'
import type { Seen } from '../../engine/supervisor.ts'
import type { ServerClock } from '../../sync/server-clock.ts'
import type { Reports } from '../reports.ts'

/** An observation for the counter. `at` is in milliseconds of the monotonic clock. */
export type Sight =
  /** The browser has painted a frame with this item. `endsAt`: the end of its turn, by the server's clock. */
  | { type: 'began'; at: number; item: ManifestItem; endsAt: number }
  | { type: 'failed'; at: number; item: ManifestItem; fault: ItemFault }

/** The parts of the screen that the counter needs. */
export type Counted = {
  /** Path of the screen, to which the counts are sent. */
  path: string
  /** The zone that shows it. Absent: the main zone. */
  zone?: ZoneId
  /** The share of the media area that the zone has, in percent. Undefined: all of it. */
  share?: (() => number) | undefined
  send: Reports['send']
  clock: Pick<ServerClock, 'now' | 'ahead'>
  engine: Pick<Engine, 'scene'>
  manifest(): Manifest | undefined
  /** The content on the screen; undefined while there is no stage. */
  look(): Pick<Seen, 'shown' | 'painted' | 'position'> | undefined
}

export type Counter = { see(sight: Sight): void; close(): void }
