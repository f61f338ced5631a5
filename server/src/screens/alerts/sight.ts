import { SCREEN_BEAT_MS, SCREEN_SILENT_MS } from '@placard/contract'
import type { NamedScreen } from '../screens/service.ts'
import type { Sight } from './engine.ts'

/** How long a trouble lasts before it is an incident. */
export type Patience = { darkMs: number; silentMs: number }
export const PATIENCE: Patience = { darkMs: 2 * 60_000, silentMs: 5 * 60_000 }

/**
 * The state of a screen as this process sees it. It plays only on evidence: heard within the last minute, and painted as it
 * spoke. A time in which this process could not hear, or that lies in the closed hours of its display, is no silence.
 */
export function sightOf(screen: NamedScreen, patience: Patience, now: number): Sight {
  const { displayId, id: screenId, name, beat, seenAt, firstSeenAt, opening, watchingSince, alarm } = screen
  const key = { displayId, screenId, name }
  if (!opening.isOn || screen.isSuspended) return { ...key, state: 'asleep' }
  // Its page counts from its own beginning, which is before anybody heard of it.
  // A clock that was put back has nothing to say on that.
  if (!beat || (beat.paintedAt <= firstSeenAt && firstSeenAt <= now)) return { ...key, state: 'unknown' }
  if (alarm) {
    const from = Math.max(alarm.since, opening.since, alarm.kind === 'silent' ? watchingSince : 0)
    const least = alarm.kind === 'dark' ? patience.darkMs : patience.silentMs
    return now - from >= least ? { ...key, state: alarm.kind, since: alarm.since } : { ...key, state: 'unknown' }
  }
  const isHeard = Math.abs(now - Math.max(beat.at, seenAt)) <= SCREEN_SILENT_MS
  return { ...key, state: isHeard && beat.at - beat.paintedAt <= SCREEN_BEAT_MS ? 'playing' : 'unknown' }
}
