import { MAX_EVENTS_PER_REPORT, MAX_EVENTS_PER_SCREEN, type ScreenEvent } from '@placard/contract'

/**
 * Events that have not been reported yet, oldest first. The number is limited: after a long loss of the network only
 * the newest are kept.
 */
export type Ring = readonly ScreenEvent[]

export function remember(ring: Ring, event: ScreenEvent): Ring {
  return [...ring, event].slice(-MAX_EVENTS_PER_SCREEN)
}

/** The events of the next report. */
export function batchOf(ring: Ring): ScreenEvent[] {
  return ring.slice(0, MAX_EVENTS_PER_REPORT)
}

/** @param batch the result of `batchOf`; events that have been dropped from the ring meanwhile are ignored */
export function without(ring: Ring, batch: readonly ScreenEvent[]): Ring {
  return ring.filter((event) => !batch.includes(event))
}

/** Storage may have been edited by anybody. If the server refuses an event, it is dropped with its report. */
export function readRing(text: string | null): Ring {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    const events = Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []
    return events.slice(-MAX_EVENTS_PER_SCREEN)
  } catch {
    return []
  }
}
