import type { ProgrammeKey, Schedule, ZoneOffsets } from '@placard/contract'
import { localTimeOf, scheduleStateAt } from '@placard/playback'
import { useEffect, useMemo, useState } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { DAY_MS, dateOf } from './local-date.ts'
import type { LocalState, Reader } from './sentence.ts'

/** A computer that slept, or whose clock was set, is found out about so soon. */
const LOOKS_EVERY_MS = 60_000
const NO_ZONE: ZoneOffsets = [[0, 0]]

/** The clock at a display, and what is on by it. Local times are in milliseconds as if they were UTC. */
export type ScheduleClock = {
  offsets: ZoneOffsets
  /** Milliseconds since 1970. */
  now: number
  localNow: number
  /** Of an instant, its local time. */
  local: (at: number) => number
  /** The date at the display. */
  today: string
  /** The instant at which it turns on or off; Infinity: never again. */
  turnOf: (schedule: Schedule | undefined) => number
  stateOf: (schedule: Schedule | undefined) => LocalState
  /** Not on now, and never again. */
  isOver: (schedule: Schedule | undefined) => boolean
}

/** The clock for the entries of one list, which is drawn anew whenever one of them turns on or off, and on another day. */
export function useScheduleClock(
  programmeKey: ProgrammeKey,
  schedules: readonly (Schedule | undefined)[],
): ScheduleClock {
  const offsets = useProgramme(programmeKey).data?.zoneOffsets ?? NO_ZONE
  const [, drawAnew] = useState({})
  const clock = clockAt(offsets, serverNow())
  const turnsAt = nextTurn(schedules, clock)

  useEffect(() => {
    if (turnsAt === Number.POSITIVE_INFINITY) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const leftMs = turnsAt - serverNow()
      if (leftMs <= 0) drawAnew({})
      else timer = setTimeout(look, Math.min(leftMs, LOOKS_EVERY_MS))
    }
    look()
    return () => clearTimeout(timer)
  }, [turnsAt])

  return clock
}

export function clockAt(offsets: ZoneOffsets, now: number): ScheduleClock {
  const localNow = localTimeOf(offsets, now)
  const local = (at: number) => (Number.isFinite(at) ? localTimeOf(offsets, at) : at)
  const known = new Map<Schedule | undefined, LocalState>()
  /** A card, its list and its timer ask for the same. */
  const stateOf = (schedule: Schedule | undefined) => {
    const state = known.get(schedule) ?? scheduleStateAt(schedule, offsets, now)
    known.set(schedule, state)
    return state
  }
  return {
    offsets,
    now,
    localNow,
    local,
    today: dateOf(localNow),
    turnOf: (schedule) => stateOf(schedule).until,
    stateOf: (schedule) => {
      const { isOn, since, until } = stateOf(schedule)
      return { isOn, since: local(since), until: local(until) }
    },
    isOver: (schedule) => {
      const { isOn, until } = stateOf(schedule)
      return !isOn && until === Number.POSITIVE_INFINITY
    },
  }
}

/** When something of it is to be said in other words: a schedule turns, or "today" is another day. */
function nextTurn(schedules: readonly (Schedule | undefined)[], { now, localNow, turnOf }: ScheduleClock): number {
  const scheduled = schedules.filter((schedule) => schedule !== undefined)
  if (scheduled.length === 0) return Number.POSITIVE_INFINITY
  const midnight = now + DAY_MS - (localNow % DAY_MS)
  return Math.min(midnight, ...scheduled.map(turnOf))
}

/** How whoever is at this page reads. */
export function useReader(): Reader {
  const { t, language } = useI18n()
  return useMemo(() => ({ t, locale: dateLocale(language) }), [t, language])
}

/** The date in a time zone now, like `2026-12-18`. @param timeZone IANA name; one that this browser does not know counts as UTC */
export function dateIn(timeZone: string): string {
  const now = serverNow()
  try {
    return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(now)
  } catch {
    return dateOf(now)
  }
}
