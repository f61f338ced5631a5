import { ItemId, type ManifestItem, Schedule, type ZoneOffsets } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planAt } from './plan.ts'
import { jointStateAt } from './schedule.ts'
import { type Stretches, stretchesBetween, together } from './stretches.ts'
import type { Window } from './windows.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const ZONES = Intl.supportedValuesOf('timeZone')
const YEARS_FROM = Date.UTC(2026, 0, 1)
const YEARS_UNTIL = Date.UTC(2029, 0, 1)

function offsetsOf(zone: string): ZoneOffsets {
  let clock = Temporal.Instant.fromEpochMilliseconds(YEARS_FROM).toZonedDateTimeISO(zone)
  const offsets: ZoneOffsets = [[0, clock.offsetNanoseconds / 6e10]]
  for (;;) {
    const next = clock.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= YEARS_UNTIL) return offsets
    offsets.push([next.epochMilliseconds, next.offsetNanoseconds / 6e10])
    clock = next
  }
}

const time = fc
  .oneof(fc.constantFrom(0, 120, 150, 180, 720), fc.nat(1_439))
  .map((minutes) => new Date(minutes * MINUTE_MS).toISOString().slice(11, 16))

/** An arbitrary schedule for the days around an instant. */
function scheduleNear(at: number): fc.Arbitrary<Schedule> {
  const date = fc.integer({ min: -9, max: 9 }).map((days) => new Date(at + days * DAY_MS).toISOString().slice(0, 10))
  const moment = fc.tuple(date, time).map(([day, clock]) => `${day}T${clock}`)
  return fc
    .record(
      {
        from: moment,
        until: moment,
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
        hours: fc.array(fc.record({ from: time, until: time }), { minLength: 1, maxLength: 8 }),
        not: fc.uniqueArray(date, { maxLength: 4 }),
        alone: fc.constant(true as const),
      },
      { requiredKeys: [] },
    )
    .map((schedule) => Schedule.safeParse(schedule))
    .filter((parsed) => parsed.success)
    .map(({ data }) => data as Schedule)
}

/**
 * A week in some zone, usually one with a clock change, and a list of entries with their own and their inclusions' schedules.
 */
const weeks = fc
  .tuple(
    fc.constantFrom(...ZONES, 'Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe', 'Antarctica/Troll'),
    fc.nat(),
  )
  .chain(([zone, nth]) => {
    const offsets = offsetsOf(zone)
    const changes = offsets.slice(1).map(([at]) => at)
    const centre = changes[nth % Math.max(changes.length, 1)] ?? YEARS_FROM + (nth % 1_000) * DAY_MS
    const schedule = fc.oneof(
      { weight: 1, arbitrary: fc.constant(undefined) },
      { weight: 4, arbitrary: scheduleNear(centre) },
    )
    return fc.record({
      zone: fc.constant(zone),
      offsets: fc.constant(offsets),
      begin: fc.integer({ min: -6, max: 0 }).map((days) => centre + days * DAY_MS),
      list: fc.array(fc.record({ schedules: fc.tuple(schedule, schedule) }), { maxLength: 6 }),
      moments: fc.array(fc.nat(7 * DAY_MS - 1), { minLength: 10, maxLength: 10 }),
    })
  })

const isIn = (windows: readonly Window[], at: number) => windows.some(({ begin, end }) => at >= begin && at < end)

/** The edges of all windows and the millisecond before each, where the answers change. */
function edgesOf({ entries, holes }: Stretches<unknown>): number[] {
  const windows = [...holes, ...entries.flatMap(({ on, aside }) => [...on, ...aside])]
  return windows.flatMap(({ begin, end }) => [begin - 1, begin, end - 1, end])
}

describe('[WV] stretchesBetween', () => {
  it('says of each entry just when planAt plays it, when it waits and for what, and when nothing plays', () => {
    fc.assert(
      fc.property(weeks, ({ zone, offsets, begin, list, moments }) => {
        const span = { begin, end: begin + 7 * DAY_MS }
        const stretches = stretchesBetween(list, offsets, span)
        const inclusions = list.map(({ schedules: [, schedule] }) => schedule ?? {})
        const items = list.map(
          ({ schedules: [schedule] }, nth): ManifestItem => ({
            id: ItemId.parse(`item-${nth}`),
            type: 'image',
            url: '/media/a.jpg',
            inclusion: nth,
            ...(schedule ? { schedule } : {}),
          }),
        )
        const playable = { items, inclusions, loopStartedAt: 0, zoneOffsets: offsets }
        for (const at of [...moments.map((later) => begin + later), ...edgesOf(stretches)]) {
          if (at < span.begin || at >= span.end) continue
          const told = `${zone} ${JSON.stringify(list)} at ${new Date(at).toISOString()}`
          const plan = planAt(playable, at)
          const playing = plan.items.map(({ id }) => id)
          const said = items.filter((_, nth) => isIn(stretches.entries[nth]?.on ?? [], at)).map(({ id }) => id)
          expect({ told, said }).toEqual({ told, said: playing })
          expect({ told, hole: isIn(stretches.holes, at) }).toEqual({ told, hole: plan.status === 'empty' })
          const waiting = list.flatMap(({ schedules }, nth) =>
            jointStateAt(schedules, offsets, at).isOn && !playing.includes(items[nth]?.id as ItemId) ? [nth] : [],
          )
          const first = list.find((_, nth) => items[nth]?.id === playing[0])
          const aside = stretches.entries.flatMap((presence, nth) =>
            presence.aside.filter((window) => isIn([window], at)).map(({ by }) => ({ nth, by })),
          )
          expect({ told, aside }).toEqual({ told, aside: waiting.map((nth) => ({ nth, by: first })) })
        }
      }),
      { numRuns: 150 },
    )
  })

  it('has its windows in order, apart from each other, and within the span', () => {
    fc.assert(
      fc.property(weeks, ({ offsets, begin, list }) => {
        const span = { begin, end: begin + 7 * DAY_MS }
        const { entries, holes } = stretchesBetween(list, offsets, span)
        const all = together(entries)
        for (const windows of [holes, all.on, all.aside, ...entries.flatMap(({ on, aside }) => [on, aside])]) {
          windows.forEach((window, nth) => {
            expect(window.begin).toBeGreaterThanOrEqual(Math.max(span.begin, windows[nth - 1]?.end ?? span.begin))
            expect(window.end).toBeGreaterThan(window.begin)
            expect(window.end).toBeLessThanOrEqual(span.end)
          })
        }
      }),
    )
  })

  it('takes several as one: on while any is, aside while one waits and none is on', () => {
    fc.assert(
      fc.property(weeks, ({ offsets, begin, list, moments }) => {
        const { entries } = stretchesBetween(list, offsets, { begin, end: begin + 7 * DAY_MS })
        const some = entries.filter((_, nth) => nth % 2 === 0)
        const { on, aside } = together(some)
        for (const at of moments.map((later) => begin + later)) {
          const isOn = some.some((presence) => isIn(presence.on, at))
          expect(isIn(on, at)).toBe(isOn)
          expect(isIn(aside, at)).toBe(!isOn && some.some((presence) => isIn(presence.aside, at)))
        }
      }),
    )
  })

  const BERLIN = offsetsOf('Europe/Berlin')
  /** Summer time, which ends on the 25th. */
  const at = (words: string, offset = '+02:00') => Date.parse(words + offset)
  const week = { begin: at('2026-10-19T00:00'), end: at('2026-10-26T00:00', '+01:00') }
  const night = { hours: [{ from: '01:00', until: '04:00' }], days: [7] }

  it('has the longer night in which an hour comes twice', () => {
    const { entries, holes } = stretchesBetween([{ schedules: [night] }], BERLIN, week)
    const [begin, end] = [at('2026-10-25T01:00'), at('2026-10-25T04:00', '+01:00')]
    expect(end - begin).toBe(4 * 60 * MINUTE_MS)
    expect(entries[0]?.on).toEqual([{ begin, end }])
    expect(holes).toEqual([
      { begin: week.begin, end: begin },
      { begin: end, end: week.end },
    ])
  })

  it('names the one that pushes at each moment, the first of them where there are several', () => {
    const day = (from: string, until: string) => ({ from: `2026-10-20T${from}`, until: `2026-10-20T${until}` })
    const lunch = { schedules: [day('11:00', '14:00')] }
    const openDay = { schedules: [{ ...day('12:00', '13:00'), alone: true as const }] }
    const exam = { schedules: [{ ...day('12:30', '13:30'), alone: true as const }] }
    const { entries } = stretchesBetween([lunch, openDay, exam], BERLIN, week)
    const window = (from: string, until: string) => ({
      begin: at(`2026-10-20T${from}`),
      end: at(`2026-10-20T${until}`),
    })
    expect(entries[0]?.on).toEqual([window('11:00', '12:00'), window('13:30', '14:00')])
    expect(entries[0]?.aside).toEqual([
      { ...window('12:00', '13:00'), by: openDay },
      { ...window('13:00', '13:30'), by: exam },
    ])
    // Two entries that are alone are shown together.
    expect(entries[2]?.on).toEqual([window('12:30', '13:30')])
  })

  it('answers nothing but a hole for an empty list, and no hole for what is always on', () => {
    expect(stretchesBetween([], BERLIN, week)).toEqual({ entries: [], holes: [week] })
    expect(stretchesBetween([{ schedules: [undefined] }], BERLIN, week)).toMatchObject({
      entries: [{ on: [week], aside: [] }],
      holes: [],
    })
  })

  it('looks at the days of the span alone, of whatever goes back or on for years', () => {
    const words = { from: '1970-01-01T00:00', until: '2999-01-01T00:00', hours: [{ from: '08:00', until: '09:00' }] }
    const { entries } = stretchesBetween([{ schedules: [words] }], BERLIN, week)
    expect(entries[0]?.on).toHaveLength(7)
    // The largest possible list: 500 entries with 8 times of day each, half of them alone.
    const clock = (minutes: number) => new Date((minutes % 1_440) * MINUTE_MS).toISOString().slice(11, 16)
    const many = Array.from({ length: 500 }, (_, nth) => {
      const hours = Array.from({ length: 8 }, (_, part) => {
        const from = part * 180 + (nth % 90)
        return { from: clock(from), until: clock(from + 1 + (nth % 60)) }
      })
      return { schedules: [{ hours, ...(nth % 2 === 0 ? { alone: true as const } : {}) }] }
    })
    const full = stretchesBetween(many, BERLIN, week)
    // No entry has more windows than there are instants at which anything changes.
    expect(Math.max(...full.entries.map(({ on, aside }) => on.length + aside.length))).toBeLessThan(1_000)
  })
})
