import type { ScreenId, ScreenPlace } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { listOpen } from './store.ts'

/** [PX3] The pictures that a screen's page is asked to compose of itself. Undefined: none, or their time is over. */
export async function wantedOfPage(queries: Queries, id: ScreenId, now: number): Promise<ScreenPlace['picture']> {
  const open = await listOpen(queries, id, now)
  const found = open.findLast(({ by, order }) => by === 'page' && order.kind === 'picture')
  if (found?.order.kind !== 'picture') return undefined
  // A page that was loaded again goes on for the rest of the time.
  const leftMs = Math.max(0, found.madeAt + found.order.forMs - now)
  if (found.isTaken && leftMs === 0) return undefined
  return { id: found.id, forMs: found.isTaken ? leftMs : found.order.forMs }
}
