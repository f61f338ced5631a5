import { DisplayId, OrganisationId } from './id.ts'
import { Item } from './item.ts'
import { Line } from './line.ts'
import { z } from './zod.ts'

/** The managed thing: one place that shows one programme (`vnr/ece`). */
export const Display = z.object({
  organisationId: OrganisationId,
  id: DisplayId,
  /** Shown after "Hello " (D1), for instance "Department of ECE". */
  name: z.string(),
  /** Counts every change to what the display holds. The ETag and the event id of both streams. */
  revision: z.int(),
})
export type Display = z.infer<typeof Display>

/** Everything that a display holds, hidden items too, in order: what the dashboard shows and its live stream carries. */
export const Programme = Display.extend({ items: z.array(Item), lines: z.array(Line) })
export type Programme = z.infer<typeof Programme>
