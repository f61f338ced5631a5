import type { ProgrammeKey, Schedule, ZoneOffsets } from '@placard/contract'
import { localTimeOf, scheduleStateAt } from '@placard/playback'
import { useEffect, useMemo, useState } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { DAY_MS, dateOf } from './local-date.ts'
import type { LocalState, Reader } from './sentence.ts'

/** Interval at which a slept computer or a changed clock is detected. */
const LOOKS_EVERY_MS = 60_000
const NO_ZONE: ZoneOffsets = [[0, 0]]

/** The clock at a display, and the states of schedules by it. Local times are in milliseconds as if they were UTC. */
export type ScheduleClock = {
  offsets: ZoneOffsets
  /** Milliseconds since 1970. */
  now: number
  localNow: number
  /** Converts an instant to local time. */
  local: (at: number) => number
  /** The date at the display. */
  today: string
  /** The instant at which it turns on or off; Infinity: never again. */
  turnOf: (schedule: Schedule | undefined) => number
  stateOf: (schedule: Schedule | undefined) => LocalState
  /** True if it is not on now and will never be again. */
  isOver: (schedule: Schedule | undefined) => boolean
}

/** The clock for the entries of a list. Re-renders when one of them turns on or off by its schedule or its condition, and at midnight. */
export function useScheduleClock(
  programmeKey: ProgrammeKey,
  schedules: readonly (Schedule | undefined)[],
): ScheduleClock {
  const programme = useProgramme(programmeKey).data
  const offsets = programme?.zoneOffsets ?? NO_ZONE
  const [, drawAnew] = useState({})
  const clock = clockAt(offsets, serverNow())
  // A condition is answered anew when a value of it is too old.
  const oldAt = programme?.values?.flatMap(({ until = 0 }) => (until > clock.now ? until : [])) ?? []
  const turnsAt = Math.min(nextTurn(schedules, clock), ...oldAt)

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
  /** Cached, because a card, its list and its timer ask for the same state. */
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

/** The time at which the words change: a schedule turns on or off, or a new day begins. */
function nextTurn(schedules: readonly (Schedule | undefined)[], { now, localNow, turnOf }: ScheduleClock): number {
  const scheduled = schedules.filter((schedule) => schedule !== undefined)
  if (scheduled.length === 0) return Number.POSITIVE_INFINITY
  const midnight = now + DAY_MS - (localNow % DAY_MS)
  return Math.min(midnight, ...scheduled.map(turnOf))
}

/** The language of the user of this page. */
export function useReader(): Reader {
  const { t, language } = useI18n()
  return useMemo(() => ({ t, locale: dateLocale(language) }), [t, language])
}

/** The current date in a time zone, for example `2026-12-18`. @param timeZone IANA name; an unknown one counts as UTC */
export function dateIn(timeZone: string): string {
  const now = serverNow()
  try {
    return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(now)
  } catch {
    return dateOf(now)
  }
}
