import { SCREEN_BEAT_MS, SCREEN_SILENT_MS } from '@placard/contract'
import type { NamedScreen } from '../screens/service.ts'
import type { Sight } from './engine.ts'

/** The duration after which a trouble becomes an incident. */
export type Patience = { darkMs: number; silentMs: number }
export const PATIENCE: Patience = { darkMs: 2 * 60_000, silentMs: 5 * 60_000 }

/**
 * The state of a screen as this process sees it. A screen only counts as playing on evidence: heard within the last minute, and
 * painting at that time. Time in which this process could not receive reports, or in which the display was closed, does not count
 * as silence.
 */
export function sightOf(screen: NamedScreen, patience: Patience, now: number): Sight {
  const { displayId, id: screenId, name, beat, seenAt, firstSeenAt, opening, watchingSince, alarm } = screen
  const key = { displayId, screenId, name }
  if (!opening.isOn || screen.isSuspended) return { ...key, state: 'asleep' }
  // The page counts its time from its own start, which is before the first report. If the clock was set back, this comparison is
  // skipped.
  if (!beat || (beat.paintedAt <= firstSeenAt && firstSeenAt <= now)) return { ...key, state: 'unknown' }
  if (alarm) {
    const from = Math.max(alarm.since, opening.since, alarm.kind === 'silent' ? watchingSince : 0)
    const least = alarm.kind === 'dark' ? patience.darkMs : patience.silentMs
    return now - from >= least ? { ...key, state: alarm.kind, since: alarm.since } : { ...key, state: 'unknown' }
  }
  const isHeard = Math.abs(now - Math.max(beat.at, seenAt)) <= SCREEN_SILENT_MS
  return { ...key, state: isHeard && beat.at - beat.paintedAt <= SCREEN_BEAT_MS ? 'playing' : 'unknown' }
}
