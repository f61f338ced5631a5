import { AGENT_REPORT_MS, SCREEN_BEAT_MS, SCREEN_SILENT_MS } from '@placard/contract'
import { heatOf, type Judged, type MachineState, panelOf, storageOf, type UpdateState } from '../machines/service.ts'
import type { NamedScreen } from '../screens/service.ts'
import type { Aspect, Sight } from './engine.ts'

/** The duration after which a trouble becomes an incident. */
export type Patience = { darkMs: number; silentMs: number; panelMs: number; hotMs: number }
export const PATIENCE: Patience = { darkMs: 2 * 60_000, silentMs: 5 * 60_000, panelMs: 2 * 60_000, hotMs: 5 * 60_000 }

/** Vital signs that are older say nothing about now. */
const KNOWN_MS = 3 * AGENT_REPORT_MS

/**
 * The state of a screen as this process sees it. A screen only counts as playing on evidence: heard within the last minute, and
 * painting at that time. Time in which this process could not receive reports, or in which the display was closed, does not count
 * as silence.
 */
export function sightOf(screen: NamedScreen, patience: Patience, now: number): Sight {
  const { displayId, id: screenId, name, beat, seenAt, firstSeenAt, opening, watchingSince, alarm } = screen
  const key = { displayId, screenId, name, aspect: 'page' as const }
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

/** The times at which troubles of machines were seen first, by screen and aspect. A restart of the server forgets them. */
export type Noticed = Map<string, number>

/** [PX5] The states of the machine beneath a screen, as far as its agent reports them. */
export function machineSightsOf(
  screen: NamedScreen,
  { at, vitals, switchedOffAt }: MachineState,
  patience: Patience,
  noticed: Noticed,
  now: number,
): Sight[] {
  const { displayId, id: screenId, name, opening, isSuspended } = screen
  const sightOfAspect = (
    aspect: Exclude<Aspect, 'page' | 'update'>,
    kind: 'panel-off' | 'hot' | 'disk-full',
    patienceMs: number,
    state: Judged | 'asleep',
  ): Sight => {
    const key = { displayId, screenId, name, aspect }
    const named = `${displayId}/${screenId}/${aspect}`
    if (state === 'asleep' || isSuspended) return { ...key, state: 'asleep' }
    if (now - at > KNOWN_MS || state === 'between') return { ...key, state: 'unknown' }
    if (state === 'well') {
      noticed.delete(named)
      return { ...key, state: 'playing' }
    }
    const since = Math.min(now, noticed.get(named) ?? at)
    noticed.set(named, since)
    return now - since >= patienceMs ? { ...key, state: kind, since } : { ...key, state: 'unknown' }
  }
  const sights: Sight[] = []
  const panel = panelOf(vitals)
  if (panel) {
    // Somebody switched it off on purpose, since it opened.
    const isOnPurpose = switchedOffAt !== null && switchedOffAt >= opening.since
    const state = isOnPurpose ? 'well' : panel
    sights.push(sightOfAspect('panel', 'panel-off', patience.panelMs, opening.isOn ? state : 'asleep'))
  }
  const heat = heatOf(vitals)
  if (heat) sights.push(sightOfAspect('heat', 'hot', patience.hotMs, heat))
  const storage = storageOf(vitals)
  if (storage) sights.push(sightOfAspect('disk', 'disk-full', 0, storage))
  return sights
}

/**
 * [PX6] The state of the version of a screen's agent. It does not depend on opening hours, because versions are installed while a
 * display is closed, and is known from the server's rows, also while the machine is silent.
 */
export function updateSightOf({ displayId, id: screenId, name, isSuspended }: NamedScreen, update: UpdateState): Sight {
  const key = { displayId, screenId, name, aspect: 'update' as const }
  if (isSuspended) return { ...key, state: 'asleep' }
  switch (update.state) {
    case 'well':
      return { ...key, state: 'playing' }
    case 'between':
      return { ...key, state: 'unknown' }
    case 'wrong':
      return { ...key, state: 'update-undone', since: update.since, versions: update.versions }
  }
}
