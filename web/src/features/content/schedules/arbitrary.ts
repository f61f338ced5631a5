import { MAX_HOURS_PER_SCHEDULE, Schedule } from '@placard/contract'
import fc from 'fast-check'
import { DAY_MS, dateOf } from './local-date.ts'

const FIRST_MS = Date.UTC(2026, 0, 1)

/** Two years, with so few dates that some are today, adjacent or equal. */
const date = fc
  .oneof({ weight: 3, arbitrary: fc.integer({ min: 320, max: 340 }) }, { weight: 1, arbitrary: fc.nat(730) })
  .map((day) => dateOf(FIRST_MS + day * DAY_MS))

const time = fc.oneof(
  fc.constantFrom('00:00', '08:00', '12:00', '23:59:59'),
  fc.nat(86_399).map((seconds) => new Date(seconds * 1_000).toISOString().slice(11, 19)),
)
const moment = fc.tuple(date, time).map(([day, at]) => `${day}T${at}`)

const PARTS_MOVED = ['from', 'until', 'days', 'hours', 'not'] as const

/** Any schedule that the contract accepts, in its stored form. */
export const arbitrarySchedule: fc.Arbitrary<Schedule> = fc
  .record(
    {
      from: moment,
      until: moment,
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
      hours: fc.array(fc.record({ from: time, until: time }), { minLength: 1, maxLength: MAX_HOURS_PER_SCHEDULE }),
      not: fc.array(date, { maxLength: 12 }),
      alone: fc.constant(true as const),
    },
    { requiredKeys: [] },
  )
  .map((schedule) => Schedule.safeParse(schedule))
  .filter((parsed) => parsed.success)
  .map(({ data }) => data as Schedule)

const nudgeMs = fc
  .constantFrom(-365, -30, -2, -1, 0, 1, 2, 30, 365)
  .chain((days) =>
    fc.constantFrom(-43_200, -60, -1, 0, 1, 60, 43_200).map((seconds) => days * DAY_MS + seconds * 1_000),
  )
const moved = (local: string, byMs: number) => new Date(Date.parse(`${local}Z`) + byMs).toISOString().slice(0, 19)
const movedTime = (at: string, byMs: number) => moved(`1970-01-01T${at}`, byMs).slice(11)
const movedDate = (day: string, byMs: number) => moved(`${day}T00:00`, byMs).slice(0, 10)

/** Two schedules that differ slightly: by a day, a second, half a day, a year, or one weekday. */
export const arbitraryNeighbours: fc.Arbitrary<[Schedule, Schedule]> = fc
  .record({ one: arbitrarySchedule, byMs: nudgeMs, part: fc.constantFrom(...PARTS_MOVED), nth: fc.nat(6) })
  .map(({ one, byMs, part, nth }) => [one, Schedule.safeParse(withMoved(one, part, nth, byMs))] as const)
  .filter(([, other]) => other.success)
  .map(([one, { data }]) => [one, data as Schedule])

function withMoved(schedule: Schedule, part: (typeof PARTS_MOVED)[number], nth: number, byMs: number): Schedule {
  const { from, until, days = [], hours = [], not = [] } = schedule
  const window = hours[nth]
  const date = not[nth]
  switch (part) {
    case 'from':
      return from === undefined ? schedule : { ...schedule, from: moved(from, byMs) }
    case 'until':
      return until === undefined ? schedule : { ...schedule, until: moved(until, byMs) }
    case 'days':
      return { ...schedule, days: days.includes(nth + 1) ? days.filter((day) => day !== nth + 1) : [...days, nth + 1] }
    case 'hours': {
      const longer = window && { ...window, until: movedTime(window.until, byMs) }
      return longer ? { ...schedule, hours: hours.with(nth, longer) } : schedule
    }
    case 'not':
      return { ...schedule, not: date === undefined ? ['2026-12-24'] : not.with(nth, movedDate(date, byMs)) }
  }
}
