import { MAX_EVENTS_PER_REPORT, MAX_EVENTS_PER_SCREEN, type ScreenEvent } from '@placard/contract'

/** Events that were not told yet, oldest first. Bounded: after a long loss of the network the newest count. */
export type Ring = readonly ScreenEvent[]

export function remember(ring: Ring, event: ScreenEvent): Ring {
  return [...ring, event].slice(-MAX_EVENTS_PER_SCREEN)
}

/** The events that the next report carries. */
export function batchOf(ring: Ring): ScreenEvent[] {
  return ring.slice(0, MAX_EVENTS_PER_REPORT)
}

/** @param batch as `batchOf` gave it; what was pushed out of the ring meanwhile is missing already */
export function without(ring: Ring, batch: readonly ScreenEvent[]): Ring {
  return ring.filter((event) => !batch.includes(event))
}

/** From storage, where anybody may have written. What the server then refuses is dropped with its report. */
export function readRing(text: string | null): Ring {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    const events = Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
    return events.slice(-MAX_EVENTS_PER_SCREEN)
  } catch {
    return []
  }
}
