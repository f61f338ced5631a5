import {
  isWellFormedText,
  MAX_EVENTS_PER_SCREEN,
  MAX_REPORTS_PER_SCREEN,
  SCREEN_FORGOTTEN_MS,
  type Screen,
  type ScreenReport,
  type ScreenState,
  tidyText,
} from '@placard/contract'

const MAX_USER_AGENT_CHARACTERS = 300

/** The reports of a screen that are not written yet. */
export type Told = Pick<Screen, 'seenAt' | 'userAgent' | 'state' | 'events' | 'reports'>

/** @param before earlier reports of the same screen that are still waiting */
export function takeReport(before: Told | undefined, report: ScreenReport, userAgent: string, now: number): Told {
  const { state } = report
  // A screen's clock may be wrong: events in the future are moved to now, and too old ones are left out.
  const events = report.events
    .filter(({ at }) => at > now - SCREEN_FORGOTTEN_MS)
    .map((event) => ({ ...event, at: Math.min(event.at, now) }))
  const short = { at: now, doing: state.doing, revision: state.revision, troubled: isTroubled(state) }
  return join(before, { seenAt: now, userAgent, state, events, reports: [short] })
}

/** Merges earlier reports with new ones, within the limits. */
export function join(before: Told | undefined, now: Told): Told {
  return {
    ...now,
    events: [...(before?.events ?? []), ...now.events].slice(-MAX_EVENTS_PER_SCREEN),
    reports: [...(before?.reports ?? []), ...now.reports].slice(-MAX_REPORTS_PER_SCREEN),
  }
}

/** B27: text for people, with any content. Removes invisible characters and those that change the writing direction. */
export function readUserAgent(header: string | undefined): string {
  const letters = Array.from(header ?? '').slice(0, MAX_USER_AGENT_CHARACTERS)
  return tidyText(letters.filter(isWellFormedText).join(''))
}

function isTroubled({ doing, broken, full }: ScreenState): boolean {
  return doing === 'resting' || broken.length > 0 || full
}
