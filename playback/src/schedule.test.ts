import type { Schedule, ZoneOffsets } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { isNeverOn, jointStateAt, readerOf, type Stretch, scheduleStateAt } from './schedule.ts'
import { localTimeOf } from './zone.ts'

const DAY_MS = 86_400_000
/** The step of the oracle. Every zone changes its clocks at a multiple of it, by a multiple of it. */
const STEP_MS = 15 * 60_000
const ZONES = Intl.supportedValuesOf('timeZone')
const YEARS_FROM = Date.UTC(2026, 0, 1)
const YEARS_UNTIL = Date.UTC(2029, 0, 1)

/** As the server makes them, but by looking at each step of the clock. */
function changesOf(zone: string): number[] {
  const changes: number[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(YEARS_FROM).toZonedDateTimeISO(zone)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= YEARS_UNTIL) return changes
    changes.push(next.epochMilliseconds)
    at = next
  }
}

function offsetsOf(zone: string): ZoneOffsets {
  const minutes = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 6e10
  return [[0, minutes(YEARS_FROM)], ...changesOf(zone).map((at): [number, number] => [at, minutes(at)])]
}

/** The local time of a zone at each step of some days, in milliseconds as if it were UTC. */
function walk(zone: string, from: number, until: number): { at: number; wall: number }[] {
  const steps: { at: number; wall: number }[] = []
  for (let at = from; at < until; at += STEP_MS) {
    const { year, month, day, hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    steps.push({ at, wall: Date.UTC(year, month - 1, day, hour, minute) })
  }
  return steps
}

const wallOf = (words: string) => Date.parse(`${words.length === 10 ? `${words}T00:00` : words}Z`)
const timeOf = (words: string) => wallOf(`1970-01-01T${words}`)

/**
 * The slow oracle: it steps through the local time to find the start and the end of each window. A window starts when the clock
 * first shows its start or a later time. It ends when the clock shows its end for the last time, or skips it. A day ends when
 * the clock first shows the next one.
 */
function walkSchedule({ from, until, days, hours, not }: Schedule, steps: { at: number; wall: number }[]): boolean[] {
  const first = (wall: number) => steps.findIndex((step) => step.wall >= wall)
  const last = (wall: number) => {
    const index = steps.findLastIndex((step) => step.wall <= wall)
    return steps[index]?.wall === wall ? index : index + 1
  }
  const end = (wall: number) => (wall % DAY_MS === 0 ? orEnd(first(wall)) : last(wall))
  const orEnd = (index: number) => (index < 0 ? steps.length : index)
  const on = steps.map(() => false)
  const begin = from === undefined ? 0 : orEnd(first(wallOf(from)))
  const over = until === undefined ? steps.length : end(wallOf(until))
  const walls = steps.map(({ wall }) => wall)
  for (let day = Math.floor(Math.min(...walls) / DAY_MS) - 2; day <= Math.max(...walls) / DAY_MS; day += 1) {
    const date = new Date(day * DAY_MS)
    if (days && !days.includes(((date.getUTCDay() + 6) % 7) + 1)) continue
    if (not?.includes(date.toISOString().slice(0, 10))) continue
    const times = hours?.map((time) => [timeOf(time.from), timeOf(time.until)] as const) ?? [[0, 0] as const]
    for (const [starts, ends] of times) {
      const isNext = ends <= starts
      const opens = orEnd(first(day * DAY_MS + starts))
      const closes = end(day * DAY_MS + ends + (isNext ? DAY_MS : 0))
      for (let index = Math.max(opens, begin); index < Math.min(closes, over); index += 1) on[index] = true
    }
  }
  return on
}

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
const dateNear = (at: number) =>
  fc.integer({ min: -4, max: 4 }).map((days) => new Date(at + days * DAY_MS).toISOString().slice(0, 10))

function scheduleNear(at: number): fc.Arbitrary<Schedule> {
  const moment = fc.tuple(dateNear(at), time).map(([date, clock]) => `${date}T${clock}`)
  return fc
    .record(
      {
        from: moment,
        until: moment,
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        hours: fc.array(fc.record({ from: time, until: time }), { minLength: 1, maxLength: 3 }),
        not: fc.uniqueArray(dateNear(at), { maxLength: 4 }),
      },
      { requiredKeys: [] },
    )
    .filter(({ from, until }) => from === undefined || until === undefined || from < until)
}

/** Some days in a zone around an instant, as its clocks showed them. */
function daysAround(zone: string, centre: number) {
  const from = Math.floor((centre - 8 * DAY_MS) / STEP_MS) * STEP_MS
  return { zone, offsets: offsetsOf(zone), steps: walk(zone, from, from + 16 * DAY_MS) }
}

/**
 * Compares the result for schedules that must all be on with the oracle's at each step, except on the outermost days, where the
 * oracle has too little data.
 */
function compare({ zone, offsets, steps }: ReturnType<typeof daysAround>, ...schedules: Schedule[]): void {
  const walked = schedules.map((schedule) => walkSchedule(schedule, steps))
  const expected = steps.map((_, index) => walked.every((isOn) => isOn[index]))
  const margin = (3 * DAY_MS) / STEP_MS
  const read = readerOf(schedules, offsets)
  let before: Stretch | undefined
  for (let index = margin; index < steps.length - margin; index += 1) {
    const { at } = steps[index] as { at: number }
    const state = read(at)
    const told = `${zone} ${JSON.stringify(schedules)} at ${new Date(at).toISOString()}`
    if (state.isOn !== expected[index]) expect({ told, ...state }).toEqual({ told, isOn: expected[index] })
    if (state.since > at || state.until <= at) expect({ told, ...state }).toBe('around it')
    const changes = expected[index] !== expected[index - 1]
    if (changes !== (state.since === at)) expect({ told, ...state }).toBe(changes ? 'since then' : 'since earlier')
    if (before && changes !== (before.until === at)) {
      expect({ told, ...before }).toBe(changes ? 'until then' : 'until later')
    }
    // A new reader without previous calls gives the same result.
    if (changes) expect(jointStateAt(schedules, offsets, at - 1)).toEqual(read(at - 1))
    before = state
  }
}

describe('[SD10] a schedule is on as a slow oracle says that walks the clock on the wall', () => {
  it.each([
    ['Europe/Berlin', '2026-10-25T01:00Z'],
    ['Europe/Berlin', '2027-03-28T01:00Z'],
    ['Africa/Cairo', '2027-04-29T22:00Z'],
    ['Asia/Beirut', '2027-03-27T22:00Z'],
    ['Australia/Lord_Howe', '2027-04-03T15:00Z'],
    ['Africa/Casablanca', '2027-02-07T02:00Z'],
    ['Antarctica/Troll', '2027-03-28T01:00Z'],
    ['Europe/Dublin', '2026-10-25T01:00Z'],
    ['America/Havana', '2026-11-01T05:00Z'],
    ['America/New_York', '2027-11-07T06:00Z'],
    ['Asia/Tokyo', '2027-01-01T00:00Z'],
  ])('in %s around %s', (zone, instant) => {
    const at = Temporal.Instant.from(instant).epochMilliseconds
    const days = daysAround(zone, at)
    fc.assert(
      fc.property(scheduleNear(at), (schedule) => compare(days, schedule)),
      { numRuns: 100 },
    )
    fc.assert(
      fc.property(scheduleNear(at), scheduleNear(at), (own, inclusion) => compare(days, own, inclusion)),
      { numRuns: 50 },
    )
  })

  it('in every zone that Node knows, around changes of its clocks', () => {
    // Many zones have the same clock changes, so each set is tested once.
    const zones = new Map(ZONES.map((zone) => [JSON.stringify(offsetsOf(zone)), zone]))
    expect(zones.size).toBeGreaterThan(50)
    for (const zone of zones.values()) {
      const [first = Date.UTC(2027, 5, 5), second] = changesOf(zone)
      for (const at of second === undefined ? [first] : [first, second]) {
        const days = daysAround(zone, at)
        for (const schedule of fc.sample(scheduleNear(at), 5)) compare(days, schedule)
        const pair = fc.tuple(scheduleNear(at), scheduleNear(at))
        for (const [own, inclusion] of fc.sample(pair, 2)) compare(days, own, inclusion)
      }
    }
  })
})

const BERLIN = offsetsOf('Europe/Berlin')
const berlin = (words: string) => Temporal.PlainDateTime.from(words).toZonedDateTime('Europe/Berlin').epochMilliseconds

describe('a schedule', () => {
  it('[SD1] without parts is always on', () => {
    for (const schedule of [undefined, {}, { alone: true as const }]) {
      expect(scheduleStateAt(schedule, BERLIN, 0)).toEqual({
        isOn: true,
        since: Number.NEGATIVE_INFINITY,
        until: Number.POSITIVE_INFINITY,
      })
    }
  })

  it('[SD1] is half open: on at its first moment, not any more at its last', () => {
    const schedule = { hours: [{ from: '08:00', until: '14:00' }] }
    const [opens, closes] = [berlin('2026-12-01T08:00'), berlin('2026-12-01T14:00')]
    expect(scheduleStateAt(schedule, BERLIN, opens - 1)).toMatchObject({ isOn: false, until: opens })
    expect(scheduleStateAt(schedule, BERLIN, opens)).toEqual({ isOn: true, since: opens, until: closes })
    expect(scheduleStateAt(schedule, BERLIN, closes - 1).isOn).toBe(true)
    expect(scheduleStateAt(schedule, BERLIN, closes)).toMatchObject({ isOn: false, since: closes })
  })

  it('[SD1] that ends where it begins, or earlier, ends on the next day and belongs to the day on which it began', () => {
    // Friday night: Saturday at one it is on, Friday at one it is not.
    const night = { days: [5], hours: [{ from: '22:00', until: '02:00' }] }
    expect(scheduleStateAt(night, BERLIN, berlin('2026-12-05T01:00')).isOn).toBe(true)
    expect(scheduleStateAt(night, BERLIN, berlin('2026-12-04T01:00')).isOn).toBe(false)
    const round = { days: [5], hours: [{ from: '12:00', until: '12:00' }] }
    expect(scheduleStateAt(round, BERLIN, berlin('2026-12-04T12:00'))).toEqual({
      isOn: true,
      since: berlin('2026-12-04T12:00'),
      until: berlin('2026-12-05T12:00'),
    })
    const without = { ...night, not: ['2026-12-04'] }
    expect(scheduleStateAt(without, BERLIN, berlin('2026-12-05T01:00')).isOn).toBe(false)
  })

  it('[SD2] a window completely in the hour that the clock skips is empty, and one that ends in it ends with the change', () => {
    const skipped = { from: '2027-03-28T00:00', until: '2027-03-29T00:00', hours: [{ from: '02:15', until: '02:45' }] }
    expect(isNeverOn(skipped, BERLIN)).toBe(true)
    const change = Temporal.Instant.from('2027-03-28T01:00Z').epochMilliseconds
    const early = { hours: [{ from: '01:00', until: '02:30' }] }
    expect(scheduleStateAt(early, BERLIN, change - 1)).toMatchObject({ isOn: true, until: change })
    const late = { hours: [{ from: '02:30', until: '03:00' }] }
    expect(scheduleStateAt(late, BERLIN, change).isOn).toBe(false)
  })

  it('[SD2] where an hour comes twice it is one stretch, from the first to the second', () => {
    const schedule = { hours: [{ from: '02:00', until: '02:30' }] }
    const first = Temporal.Instant.from('2026-10-25T00:00Z').epochMilliseconds
    expect(scheduleStateAt(schedule, BERLIN, first)).toEqual({ isOn: true, since: first, until: first + 90 * 60_000 })
  })

  it('[SD2] where midnight comes twice a day ends with the first one, and nothing of the next day is in it', () => {
    const havana = offsetsOf('America/Havana')
    // At one in the night the clock goes back to midnight, the beginning of the first of November.
    const midnight = Temporal.Instant.from('2026-11-01T04:00Z').epochMilliseconds
    for (const schedule of [
      { until: '2026-11-01T00:00' },
      { days: [6] },
      { days: [6], hours: [{ from: '22:00', until: '00:00' }] },
    ]) {
      expect(scheduleStateAt(schedule, havana, midnight - 1)).toMatchObject({ isOn: true, until: midnight })
    }
    expect(scheduleStateAt({ days: [7] }, havana, midnight)).toMatchObject({ isOn: true, since: midnight })
    // Any other time of that hour comes a second time.
    const half = { days: [6], hours: [{ from: '22:00', until: '00:30' }] }
    expect(scheduleStateAt(half, havana, midnight).until).toBe(midnight + 90 * 60_000)
  })

  it('windows that touch are one stretch', () => {
    const schedule = {
      days: [1, 2],
      hours: [
        { from: '12:00', until: '00:00' },
        { from: '00:00', until: '12:00' },
      ],
    }
    expect(scheduleStateAt(schedule, BERLIN, berlin('2026-12-01T12:00'))).toEqual({
      isOn: true,
      since: berlin('2026-11-30T00:00'),
      until: berlin('2026-12-02T00:00'),
    })
  })

  it('all day long, every day, in pieces, has no end but its exceptions', () => {
    const pieces = { hours: [{ from: '09:00', until: '09:00' }] }
    const [at, holiday] = [berlin('2026-12-01T12:00'), '2027-12-24']
    expect(scheduleStateAt(pieces, BERLIN, at)).toEqual({
      isOn: true,
      since: Number.NEGATIVE_INFINITY,
      until: Number.POSITIVE_INFINITY,
    })
    expect(scheduleStateAt({ ...pieces, not: [holiday] }, BERLIN, at).until).toBe(berlin(`${holiday}T09:00`))
  })

  it('is found between exceptions that are years away from each other', () => {
    const holidays = ['2019-12-24', '2019-12-25', '2055-12-24', '2055-12-25']
    const noon = { hours: [{ from: '12:00', until: '12:00' }], not: holidays }
    expect(scheduleStateAt(noon, BERLIN, berlin('2026-12-01T12:00'))).toEqual({
      isOn: true,
      // Berlin's offsets before the first and after the last known change.
      since: Date.UTC(2019, 11, 26, 11),
      until: Date.UTC(2055, 11, 24, 11),
    })
    const [first, last] = [
      { from: '00:00', until: '12:00' },
      { from: '12:00', until: '00:00' },
    ]
    const halves = { hours: [first, last], not: holidays }
    expect(scheduleStateAt(halves, BERLIN, berlin('2026-12-01T12:00'))).toEqual({
      isOn: true,
      since: Date.UTC(2019, 11, 25, 23),
      until: Date.UTC(2055, 11, 23, 23),
    })
    expect(scheduleStateAt(halves, BERLIN, Date.UTC(2055, 11, 24)).until).toBe(Date.UTC(2055, 11, 25, 23))
  })

  it('[SD5] that is always on, or all but always, is told by the days around and those of its exceptions', () => {
    // Each day that is checked is looked up in the exceptions: 500 of them must not take a second.
    const looked = vi.spyOn(Set.prototype, 'has')
    const round = { from: '00:00', until: '00:00' }
    for (const schedule of [{ not: ['2029-12-24'] }, { hours: Array.from({ length: 8 }, () => round) }]) {
      looked.mockClear()
      scheduleStateAt(schedule, BERLIN, berlin('2026-12-01T12:00'))
      expect(looked.mock.calls.length).toBeGreaterThan(0)
      expect(looked.mock.calls.length).toBeLessThan(100)
    }
    looked.mockRestore()
  })

  it('a hundred weeks of exceptions are looked through', () => {
    const mondays = Array.from({ length: 100 }, (_, week) =>
      new Date(Date.UTC(2026, 11, 7) + week * 7 * DAY_MS).toISOString().slice(0, 10),
    )
    const next = scheduleStateAt({ days: [1], not: mondays }, BERLIN, berlin('2026-12-06T12:00'))
    expect(next).toMatchObject({ isOn: false, until: berlin('2028-11-06T00:00') })
  })

  it.each<[string, Schedule, boolean]>([
    [
      'a Monday between a Tuesday and a Friday',
      { from: '2026-12-01T00:00', until: '2026-12-04T00:00', days: [1] },
      true,
    ],
    ['its only day an exception', { from: '2026-12-01T00:00', until: '2026-12-02T00:00', not: ['2026-12-01'] }, true],
    [
      'the night of its last day',
      { from: '2026-12-01T23:00', until: '2026-12-02T00:00', hours: [{ from: '23:00', until: '01:00' }] },
      false,
    ],
    ['over long ago', { until: '2001-01-01T00:00', days: [1] }, false],
  ])('[SD8] never on: %s', (_, schedule, expected) => {
    expect(isNeverOn(schedule, BERLIN)).toBe(expected)
  })

  it('is known before its first and after its last moment', () => {
    const schedule = {
      from: '2026-12-01T00:00',
      until: '2026-12-12T00:00',
      days: [3],
      hours: [{ from: '08:00', until: '09:00' }],
    }
    expect(scheduleStateAt(schedule, BERLIN, 0)).toEqual({
      isOn: false,
      since: Number.NEGATIVE_INFINITY,
      until: berlin('2026-12-02T08:00'),
    })
    expect(scheduleStateAt(schedule, BERLIN, berlin('2027-12-02T08:00'))).toEqual({
      isOn: false,
      since: berlin('2026-12-09T09:00'),
      until: Number.POSITIVE_INFINITY,
    })
  })
})

describe('[CP3] schedules that must all be on', () => {
  const weekdays = { days: [1, 2, 3, 4, 5] }
  const morning = { hours: [{ from: '10:00', until: '12:00' }] }
  const NEVER = { isOn: false, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

  it('weekdays, and on them from ten to twelve: on a Friday at noon the next is Monday at ten, and nothing in between', () => {
    const [friday, monday] = [berlin('2026-12-04T12:00'), berlin('2026-12-07T10:00')]
    for (const both of [
      [weekdays, morning],
      [morning, weekdays],
    ]) {
      expect(jointStateAt(both, BERLIN, friday - 1)).toEqual({
        isOn: true,
        since: berlin('2026-12-04T10:00'),
        until: friday,
      })
      // On Saturday at ten one turns on while the other is off, so nothing changes.
      for (const at of [friday, berlin('2026-12-05T11:00'), monday - 1]) {
        expect(jointStateAt(both, BERLIN, at)).toEqual({ isOn: false, since: friday, until: monday })
      }
    }
  })

  it('a night that begins on a Friday, and only at weekends: on from the midnight on with which Saturday begins', () => {
    const night = { days: [5], hours: [{ from: '22:00', until: '02:00' }] }
    expect(jointStateAt([night, { days: [6, 7] }], BERLIN, berlin('2026-12-05T01:00'))).toEqual({
      isOn: true,
      since: berlin('2026-12-05T00:00'),
      until: berlin('2026-12-05T02:00'),
    })
  })

  it('[SD2] at both changes of the clocks', () => {
    const [early, late] = [
      { hours: [{ from: '00:00', until: '02:30' }] },
      { hours: [{ from: '02:00', until: '06:00' }] },
    ]
    const forward = Temporal.Instant.from('2027-03-28T01:00Z').epochMilliseconds
    // On the day before from two to half past; then that half hour is skipped, and the next comes a day later.
    const day = { isOn: false, since: berlin('2027-03-27T02:30'), until: berlin('2027-03-29T02:00') }
    expect(jointStateAt([early, late], BERLIN, forward)).toEqual(day)
    // From the first two o'clock until the second half past two.
    const back = Temporal.Instant.from('2026-10-25T00:00Z').epochMilliseconds
    expect(jointStateAt([early, late], BERLIN, back)).toEqual({ isOn: true, since: back, until: back + 90 * 60_000 })
  })

  it('[SD2] times of day that meet in the hour alone that comes twice', () => {
    const [first, second] = [
      { hours: [{ from: '02:00', until: '02:15' }] },
      { hours: [{ from: '02:20', until: '02:40' }] },
    ]
    const begins = (words: string) => Temporal.Instant.from(words).epochMilliseconds + 20 * 60_000
    const [of2026, of2027] = [begins('2026-10-25T00:00Z'), begins('2027-10-31T00:00Z')]
    const until = of2026 + 55 * 60_000
    expect(jointStateAt([first, second], BERLIN, of2026)).toEqual({ isOn: true, since: of2026, until })
    expect(jointStateAt([first, second], BERLIN, berlin('2026-12-01T12:00'))).toEqual({
      isOn: false,
      since: until,
      until: of2027,
    })
  })

  it.each<[string, Schedule, Schedule]>([
    ['morning and afternoon', morning, { hours: [{ from: '12:00', until: '14:00' }] }],
    ['a weekday and the weekend', weekdays, { days: [6, 7] }],
    ['one year and another', { until: '2027-01-01T00:00' }, { from: '2027-01-01T00:00' }],
    ['a Monday and some days without one', { days: [1] }, { from: '2026-12-01T00:00', until: '2026-12-06T00:00' }],
  ])(
    '[SD5] with nothing in common are never on, which no look through years of days finds out: %s',
    (_, own, inclusion) => {
      const looked = vi.spyOn(Set.prototype, 'has')
      expect(jointStateAt([own, inclusion], BERLIN, berlin('2026-12-01T12:00'))).toEqual(NEVER)
      expect(looked.mock.calls.length).toBeLessThan(500)
      looked.mockRestore()
    },
  )

  it('leave out the exceptions of each, however many', () => {
    const mondays = (from: string) =>
      Array.from({ length: 100 }, (_, week) =>
        new Date(Date.parse(from) + week * 7 * DAY_MS).toISOString().slice(0, 10),
      )
    const three = ['2026-12-07', '2028-11-06', '2030-10-07'].map((from, index) => ({
      days: [1, index + 2],
      not: mondays(from),
    }))
    const at = berlin('2026-12-02T12:00')
    // Three hundred weeks later, with the last known offset.
    expect(jointStateAt(three, BERLIN, at)).toMatchObject({ isOn: false, until: Date.parse('2032-09-06T00:00+01:00') })
    const always = [{ not: ['2027-12-24'] }, { not: ['2028-12-24', '2025-12-24'] }]
    expect(jointStateAt(always, BERLIN, at)).toEqual({
      isOn: true,
      since: berlin('2025-12-25T00:00'),
      until: berlin('2027-12-24T00:00'),
    })
  })

  it('[SD10] change when the next of them does that makes a difference, however far that is', () => {
    const centre = Date.UTC(2027, 5, 5)
    const zone = fc.constantFrom('Europe/Berlin', 'Africa/Cairo', 'America/Havana', 'Africa/Casablanca', 'Asia/Tokyo')
    fc.assert(
      fc.property(
        zone,
        scheduleNear(centre),
        scheduleNear(centre),
        fc.integer({ min: -400, max: 400 }),
        (name, own, inclusion, days) => {
          const offsets = offsetsOf(name)
          const at = centre + days * DAY_MS
          const readers = [own, inclusion].map((schedule) => readerOf([schedule], offsets))
          const isOn = (now: number) => readers.every((read) => read(now).isOn)
          // From one change of either to the next.
          let [since, until] = [at, at]
          const far = 3 * 366 * DAY_MS
          do until = Math.min(...readers.map((read) => read(until).until))
          while (until < at + far && isOn(until) === isOn(at))
          do since = Math.max(...readers.map((read) => read(since - 1).since))
          while (since > at - far && isOn(since - 1) === isOn(at))
          const found = jointStateAt([own, inclusion], offsets, at)
          expect(found.isOn).toBe(isOn(at))
          if (until < at + far) expect(found.until).toBe(until)
          else expect(found.until).toBeGreaterThanOrEqual(at + far)
          if (since > at - far) expect(found.since).toBe(since)
          else expect(found.since).toBeLessThanOrEqual(at - far)
        },
      ),
      { numRuns: 200 },
    )
  })
})

it('[SD3] tells the clock of a zone as Node does', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.integer({ min: YEARS_FROM, max: YEARS_UNTIL - 1 }), (zone, at) => {
      const { year, month, day, hour, minute, second, millisecond } =
        Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
      expect(localTimeOf(offsetsOf(zone), at)).toBe(Date.UTC(year, month - 1, day, hour, minute, second, millisecond))
    }),
  )
})
