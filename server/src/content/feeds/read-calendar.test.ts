import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { CalendarTally } from '@placard/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCalendar } from '../../testing/calendars.ts'
import { icsOf } from '../../testing/feed-server.ts'
import { inFull } from '../../testing/in-full.ts'
import { readCalendar } from './read-calendar.ts'

/** A Monday. */
const NOW = Date.parse('2026-11-23T09:00:00Z')
const DAY_MS = 86_400_000
const FROM = NOW
const TO = NOW + 400 * DAY_MS
/** The number of events that are kept of a calendar. */
const MOST_KEPT = 120

function read(text: string): NonNullable<ReturnType<typeof readCalendar>> {
  const found = readCalendar(text, NOW)
  if (found === undefined) throw new Error('it has too many events')
  return found
}

const written = (moment: number | string | null | undefined) =>
  typeof moment === 'number' ? new Date(moment).toISOString().slice(0, 16).concat('Z') : moment
const datesOf = (text: string) =>
  read(text).entries.map(({ title, event }) =>
    `${title} ${written(event?.begin)} – ${written(event?.end) ?? ''}`.trim(),
  )
const ics = (events: string[][], head: string[] = []) =>
  icsOf(events).replace('BEGIN:VEVENT', [...head, 'BEGIN:VEVENT'].join('\r\n'))
const dates = (lines: string[], head?: string[]) => datesOf(ics([[...lines, 'SUMMARY:x']], head))
const tallyOf = (lines: string[], head?: string[]) => read(ics([[...lines, 'SUMMARY:x']], head)).tally

const sumOf = ({ ahead, over, later, leftOut, unread }: CalendarTally) =>
  [ahead, over, later, ...Object.values(leftOut), ...Object.values(unread)].reduce((sum, count) => sum + count, 0)

describe('[HS28] calendars of common programs', () => {
  const BERLIN = 'DTSTART;TZID=Europe/Berlin:20261124T100000'
  const ONCE = ['x 2026-11-24T09:00Z –']

  it.each([
    'RRULE:',
    'RDATE:',
    'EXDATE:',
    'DTEND:',
    'DURATION:',
    'RECURRENCE-ID:',
    'RRULE;X-A=1: ',
    'STATUS:',
    'CLASS:',
  ])('an empty property is none: %s', (line) =>
    expect([dates([BERLIN, line]), tallyOf([BERLIN, line]).unread]).toEqual([ONCE, {}]),
  )

  it.each([
    ['a day without VALUE=DATE', ['DTSTART:20261124'], ['x 2026-11-24 – 2026-11-25']],
    ['a day and an end without it', ['DTSTART:20261124', 'DTEND:20261126'], ['x 2026-11-24 – 2026-11-26']],
    ['a day that says it is a time', ['DTSTART;VALUE=DATE-TIME:20261124'], ['x 2026-11-24 – 2026-11-25']],
    ['a time that says it is a day', ['DTSTART;VALUE=DATE:20261124T100000'], ['x 2026-11-24T10:00 –']],
    [
      'an end before its day',
      ['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261120'],
      ['x 2026-11-24 – 2026-11-25'],
    ],
    ['an end on its day', ['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261124'], ['x 2026-11-24 – 2026-11-25']],
    ['an end before its time', [BERLIN, 'DTEND;TZID=Europe/Berlin:20261124T090000'], ONCE],
    ['an end at its time', [BERLIN, 'DTEND;TZID=Europe/Berlin:20261124T100000'], ONCE],
    ['a length of less than nothing', [BERLIN, 'DURATION:-PT1H'], ONCE],
    ['a day as the end of a time', [BERLIN, 'DTEND;VALUE=DATE:20261125'], ['x 2026-11-24T09:00Z – 2026-11-24T23:00Z']],
    ['a time with marks', ['DTSTART:2026-11-24T10:00:00Z'], ['x 2026-11-24T10:00Z –']],
    ['a time with an offset', ['DTSTART:2026-11-24T10:00:00+01:00'], ONCE],
    ['a zone beside UTC', ['DTSTART;TZID=Europe/Berlin:20261124T100000Z'], ['x 2026-11-24T10:00Z –']],
    ['small letters', ['dtstart;tzid=Europe/Berlin:20261124T100000', 'rrule:freq=daily;count=1'], ONCE],
    ['a colon in a zone without quotes', ['DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin:20261124T100000'], ONCE],
    ['a zone by its offset', ['DTSTART;TZID=GMT+0100:20261124T100000'], ONCE],
    [
      'a zone as Windows shows it',
      ['DTSTART;TZID="(UTC-08:00) Pacific Time (US & Canada)":20260701T100000', 'RRULE:FREQ=YEARLY'],
      ['x 2027-07-01T17:00Z –'],
    ],
    [
      'blanks in lists',
      [
        BERLIN,
        'RRULE: FREQ=DAILY; COUNT=3 ',
        'EXDATE;TZID=Europe/Berlin: 20261125T100000 , 20261124T100000',
        'RDATE;TZID=Europe/Berlin:20261201T100000, 20261202T100000 ,',
      ],
      ['x 2026-11-26T09:00Z –', 'x 2026-12-01T09:00Z –', 'x 2026-12-02T09:00Z –'],
    ],
    ['an exception without its zone', [BERLIN, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20261125T100000'], ONCE],
    ['a further day of a time', [BERLIN, 'RDATE;VALUE=DATE:20261201'], [...ONCE, 'x 2026-12-01T09:00Z –']],
    [
      'further dates with lengths of their own',
      [BERLIN, 'RDATE;TZID=Europe/Berlin;VALUE=PERIOD:20261201T100000/PT2H,20261202T100000/20261202T103000'],
      [...ONCE, 'x 2026-12-01T09:00Z – 2026-12-01T11:00Z', 'x 2026-12-02T09:00Z – 2026-12-02T09:30Z'],
    ],
    [
      'two rules',
      [BERLIN, 'RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2'],
      [...ONCE, 'x 2026-11-25T09:00Z –', 'x 2026-12-01T09:00Z –'],
    ],
    [
      'a rule of what is left out',
      [BERLIN, 'RRULE:FREQ=DAILY;COUNT=3', 'EXRULE:FREQ=DAILY;INTERVAL=2'],
      ['x 2026-11-25T09:00Z –'],
    ],
  ])('%s', (_, lines, expected) => expect(dates(lines)).toEqual(expected))

  it.each([
    'RRULE:FREQ=FORTNIGHTLY',
    'RRULE:garbage',
    'RRULE:FREQ=DAILY;INTERVAL=0',
    'RRULE:FREQ=MONTHLY;BYMONTHDAY=32',
    'RRULE:FREQ=WEEKLY;BYDAY=XX',
    'RRULE:FREQ=DAILY;UNTIL=tomorrow',
    'RRULE:FREQ=DAILY;BYEASTER=1',
  ])('a rule that cannot be read leaves the first date, and is told: %s', (rule) => {
    expect(dates([BERLIN, rule])).toEqual(ONCE)
    expect(tallyOf([BERLIN, rule])).toMatchObject({ events: 1, ahead: 0, unread: { rule: 1 } })
  })

  it.each([
    ['begin', ['DTSTART:garbage'], 0],
    ['begin', ['DTSTART:20270230T100000Z'], 0],
    ['begin', ['X-NOTHING:1'], 0],
    ['too-often', [BERLIN, 'RRULE:FREQ=SECONDLY'], 1],
    ['too-often', [BERLIN, 'RRULE:FREQ=HOURLY;BYMINUTE=0,10,20,30,40,50'], 1],
    ['too-often', ['DTSTART:00010101T100000Z', 'RRULE:FREQ=HOURLY;COUNT=900000000'], 0],
    ['dates', [BERLIN, 'EXDATE:tomorrow'], 1],
    ['dates', [BERLIN, 'RDATE;TZID=Europe/Berlin:20261301T100000'], 1],
    ['dates', [BERLIN, 'RECURRENCE-ID:never'], 1],
    ['zone', ['DTSTART;TZID=Nowhere/Land:20261124T100000'], 1],
    ['end', [BERLIN, 'DTEND:later'], 1],
    ['end', [BERLIN, 'DURATION:a while'], 1],
  ])('is told where it cannot be read: %s, of %j', (problem, lines, shown) => {
    expect(tallyOf(lines)).toEqual({ events: 1, ahead: 0, over: 0, later: 0, leftOut: {}, unread: { [problem]: 1 } })
    expect(dates(lines)).toHaveLength(shown)
  })

  it.each([
    ['ahead', ['DTSTART:20261124T100000Z']],
    ['ahead', ['DTSTART:20261120T100000Z', 'DTEND:20261128T100000Z']],
    ['over', ['DTSTART:20261101T100000Z']],
    ['over', ['DTSTART:20261123T080000Z']],
    ['over', ['DTSTART:20200101T100000Z', 'RRULE:FREQ=DAILY;COUNT=5']],
    ['later', ['DTSTART:20290101T100000Z']],
    ['later', ['DTSTART:20200229T100000Z', 'RRULE:FREQ=YEARLY']],
    ['cancelled', ['DTSTART:20261124T100000Z', 'STATUS:CANCELLED']],
    ['cancelled', ['DTSTART:20261124T100000Z', 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:20261124T100000Z']],
    ['private', ['DTSTART:20261124T100000Z', 'CLASS:confidential']],
  ])('is counted: %s, of %j', (state, lines) => {
    const { ahead, over, later, leftOut } = tallyOf(lines)
    expect(Object.entries({ ahead, over, later, ...leftOut }).filter(([, count]) => count > 0)).toEqual([[state, 1]])
  })

  it('an event without a title is named by its description; one without either is reported', () => {
    const { entries, tally } = read(
      ics([['DTSTART:20261124T100000Z', 'DESCRIPTION:Bring a cake'], ['DTSTART:20261124T100000Z']]),
    )
    expect(entries).toMatchObject([{ title: '', text: 'Bring a cake' }])
    expect(tally).toMatchObject({ events: 2, ahead: 1, leftOut: { nameless: 1 } })
  })

  it('two events of one UID and one time are two, and one that is there twice is one', () => {
    const at = 'DTSTART:20261124T100000Z'
    const same = (...titles: string[]) =>
      ics(titles.map((title) => [at, `SUMMARY:${title}`])).replace(/UID:e\d+/g, 'UID:one')
    expect(read(same('a', 'b'))).toMatchObject({ entries: [{ title: 'a' }, { title: 'b' }], tally: { ahead: 2 } })
    expect(read(same('a', 'a'))).toMatchObject({
      entries: [{ title: 'a' }],
      tally: { ahead: 1, leftOut: { replaced: 1 } },
    })
  })

  it('an END that is missing costs no other event', () => {
    const body = ics([
      ['DTSTART:20261124T100000Z', 'SUMMARY:a', 'BEGIN:VALARM', 'ACTION:DISPLAY'],
      ['DTSTART:20261125T100000Z', 'SUMMARY:b'],
    ])
    expect(read(body.replace('END:VEVENT\r\n', '')).entries.map(({ title }) => title)).toEqual(['a', 'b'])
  })

  it('a change from one repetition on goes on to those behind it', () => {
    const text = ics([
      ['DTSTART:20261124T100000Z', 'RRULE:FREQ=DAILY;COUNT=4', 'SUMMARY:a'],
      ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261126T100000Z', 'DTSTART:20261126T120000Z', 'SUMMARY:b'],
    ]).replace(/UID:e\d+/g, 'UID:one')
    expect(datesOf(text).map((date) => date.slice(0, 12))).toEqual([
      'a 2026-11-24',
      'a 2026-11-25',
      'b 2026-11-26',
      'b 2026-11-27',
    ])
  })

  it('a changed repetition of what is private is private', () => {
    const text = ics([
      ['DTSTART:20261124T100000Z', 'RRULE:FREQ=DAILY;COUNT=4', 'SUMMARY:a', 'CLASS:PRIVATE'],
      ['RECURRENCE-ID:20261126T100000Z', 'DTSTART:20261126T120000Z'],
    ]).replace(/UID:e\d+/g, 'UID:one')
    expect(read(text)).toMatchObject({ entries: [], tally: { events: 2, leftOut: { private: 2 } } })
  })

  it.each([
    [
      'a time that is there twice is the first one',
      'DTSTART;TZID=Europe/Berlin:20271031T023000',
      ['x 2027-10-31T00:30Z –'],
    ],
    [
      'a time that is not there goes by the clock before it',
      'DTSTART;TZID=Europe/Berlin:20270328T023000',
      ['x 2027-03-28T01:30Z –'],
    ],
  ])('%s (RFC 5545, 3.3.5)', (_, line, expected) => expect(dates([line])).toEqual(expected))

  it('a length in days goes by the clock, one in hours does not (RFC 5545, 3.3.6)', () => {
    const line = 'DTSTART;TZID=Europe/Berlin:20270327T100000'
    expect(dates([line, 'DURATION:P1D'])).toEqual(['x 2027-03-27T09:00Z – 2027-03-28T08:00Z'])
    expect(dates([line, 'DURATION:PT24H'])).toEqual(['x 2027-03-27T09:00Z – 2027-03-28T09:00Z'])
  })
})

describe('[HS28] the rules of a zone that a calendar brings', () => {
  const part = (kind: string, begin: string, from: string, to: string, rule = '') => [
    ...[
      `BEGIN:${kind}`,
      `DTSTART:${begin}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      ...(rule ? [`RRULE:${rule}`] : []),
    ],
    `END:${kind}`,
  ]
  const zone = (name: string, ...parts: string[][]) => [
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    ...parts.flat(),
    'END:VTIMEZONE',
  ]
  /** UTC+02:15, and UTC+03:15 from April to September. */
  const OWN = [
    part('STANDARD', '19701001T030000', '+0315', '+0215', 'FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1'),
    part('DAYLIGHT', '19700401T020000', '+0215', '+0315', 'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1'),
  ]
  const at = (name: string, day: string) => `DTSTART;TZID=${name}:${day}T120000`

  it.each([
    'Our House',
    'Customized Time Zone',
    '"Time, of the school"',
    'Europe/Somewhere',
    'Europe/Berlin',
    'W. Europe Standard Time',
    'tzone://Microsoft/Custom',
  ])('count under the name %s', (name) => {
    const head = zone(name, ...OWN)
    expect(dates([at(name, '20261124')], head)).toEqual(['x 2026-11-24T09:45Z –'])
    expect(dates([at(name, '20270724')], head)).toEqual(['x 2027-07-24T08:45Z –'])
    expect(tallyOf([at(name, '20261124')], head)).toMatchObject({ ahead: 1, unread: {} })
  })

  it('that end with the year that they were made for leave a known name what it is', () => {
    const head = zone('Europe/Berlin', part('STANDARD', '20251026T030000', '+0200', '+0100'))
    expect(dates(['DTSTART;TZID=Europe/Berlin:20270724T120000'], head)).toEqual(['x 2027-07-24T10:00Z –'])
    expect(
      dates(
        ['DTSTART;TZID=House:20270724T120000'],
        zone('House', part('STANDARD', '20251026T030000', '+0200', '+0100')),
      ),
    ).toEqual(['x 2027-07-24T11:00Z –'])
  })

  it.each([
    [
      'say two things of one moment',
      [...OWN, part('STANDARD', '19701001T030000', '+0315', '+0500', 'FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1')],
    ],
    [
      'are there twice, and differ',
      [
        ...OWN,
        ['END:VTIMEZONE', 'BEGIN:VTIMEZONE', 'TZID:House', ...part('STANDARD', '19700101T000000', '+0100', '+0100')],
      ],
    ],
    ['have an offset that is none', [part('STANDARD', '19700101T000000', '+9900', '+0100')]],
    ['have a date that is none', [part('STANDARD', 'once', '+0100', '+0100')]],
    ['have a rule that is none', [part('STANDARD', '19700101T000000', '+0100', '+0100', 'FREQ=NEVER')]],
    ['change the clock a thousand times', [part('STANDARD', '19700101T000000', '+0100', '+0100', 'FREQ=DAILY')]],
    ['have no rules', [[]]],
  ])('and %s: the clock is that of the display, and that is told', (_, parts) => {
    const head = zone('House', ...parts)
    expect(dates([at('House', '20261124')], head)).toEqual(['x 2026-11-24T12:00 –'])
    expect(tallyOf([at('House', '20261124')], head)).toMatchObject({ events: 1, unread: { zone: 1 } })
  })

  it('are those of their own calendar, where a file has several', () => {
    const one = (title: string, offset: string) =>
      ics(
        [[at('House', '20261124'), `SUMMARY:${title}`]],
        zone('House', part('STANDARD', '19700101T000000', offset, offset)),
      ).replace('UID:e0', `UID:${title}`)
    expect(datesOf(one('a', '+0200') + one('b', '+0300'))).toEqual(['b 2026-11-24T09:00Z –', 'a 2026-11-24T10:00Z –'])
  })
})

describe('[HS28] no event vanishes without a word', () => {
  it('whatever its lines are', () => {
    const value = fc.oneof(
      fc.constantFrom(
        '20261124',
        '20261124T100000Z',
        '20261124T100000',
        '',
        'garbage',
        '99999999',
        'PT1H',
        'P1D',
        'CANCELLED',
        'PRIVATE',
      ),
      fc.constantFrom(
        'FREQ=DAILY',
        'FREQ=YEARLY;BYDAY=53MO',
        'FREQ=SECONDLY',
        'FREQ=MONTHLY;BYSETPOS=1;COUNT=3',
        'FREQ=HOURLY;UNTIL=2026',
      ),
      fc.string(),
    )
    const name = fc.constantFrom(
      'DTSTART',
      'DTEND',
      'DURATION',
      'RRULE',
      'EXRULE',
      'RDATE',
      'EXDATE',
      'RECURRENCE-ID',
      'UID',
      'SUMMARY',
      'SEQUENCE',
      'STATUS',
      'CLASS',
      'BEGIN',
      'END',
    )
    const line = fc.tuple(
      name,
      fc.constantFrom('', ';TZID=Europe/Berlin', ';TZID=None', ';VALUE=DATE', ';RANGE=THISANDFUTURE'),
      value,
    )
    const event = fc.array(
      line.map((parts) => `${parts[0]}${parts[1]}:${parts[2].replace(/[\r\n]/g, ' ')}`),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), (events) => {
        const text = events.map((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')).join('\r\n')
        const { tally, entries } = read(`BEGIN:VCALENDAR\r\n${text}\r\nEND:VCALENDAR`)
        expect(sumOf(tally)).toBe(tally.events)
        expect(tally.events).toBeGreaterThanOrEqual(
          events.filter((lines) => !lines.some((one) => /^(BEGIN|END)[;:]/.test(one))).length,
        )
        expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
      }),
    )
  })

  it('where it has more dates than are kept', () => {
    const events = Array.from({ length: 200 }, (_, n) => [
      `DTSTART:2027${String((n % 12) + 1).padStart(2, '0')}${String((n % 28) + 1).padStart(2, '0')}T100000Z`,
      `SUMMARY:${n}`,
    ])
    expect(read(ics(events))).toMatchObject({ tally: { events: 200, ahead: MOST_KEPT, later: 80, over: 0 } })
    const hourly = ics([
      ['DTSTART:20260101T100000Z', 'RRULE:FREQ=HOURLY', 'SUMMARY:x'],
      ['DTSTART:20271001T100000Z', 'SUMMARY:y'],
    ])
    expect(read(hourly).tally).toMatchObject({ events: 2, ahead: 1, later: 1 })
  })
})

const CALENDARS = inFull(4_000, 400)
const READER = join(import.meta.dirname, '../../testing/read-calendars.py')
/** Debian's own Python has the packages that Debian provides. */
const PYTHON = ['/usr/bin/python3', 'python3'].find((program) => {
  try {
    execFileSync(program, ['-c', 'import icalendar, recurring_ical_events'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})
if (PYTHON === undefined) {
  console.warn(
    'SKIPPED: [HS28] calendars against an independent reader. Install python3-icalendar and python3-recurring-ical-events.',
  )
}

/** A time in the output of `read-calendars.py`. */
type Told = { at: number | string; wall?: string; first?: number; isThere?: boolean }
type Theirs = { title: string; begin: Told; end: Told }
type Answer = Theirs[] | { error: string }

describe.skipIf(PYTHON === undefined)(`[HS28] ${CALENDARS} calendars that are made, and an independent reader`, () => {
  const made = Array.from({ length: CALENDARS }, (_, seed) => makeCalendar(seed, NOW))
  let answers: Answer[]
  beforeAll(() => {
    const asked = { from: FROM - 3 * DAY_MS, to: TO + 3 * DAY_MS, files: made.map(({ clean }) => clean) }
    const options = { input: JSON.stringify(asked), maxBuffer: 256 * 2 ** 20 }
    answers = JSON.parse(execFileSync(PYTHON as string, [READER], options).toString())
  }, 300_000)

  it('have the same dates in both, also with what programs get wrong, and each event is counted', () => {
    const differing = made.flatMap(({ clean, written: spoiled, events }, seed) =>
      [clean, spoiled].flatMap((text): unknown[] => {
        const answer = answers[seed] as Answer
        if ('error' in answer) return [{ seed, error: answer.error }]
        const { tally, entries } = read(text)
        const until = entries.length < MOST_KEPT ? TO : startOf(entries.at(-1)?.event?.begin ?? TO)
        const ours = entries.flatMap(({ title, event }) =>
          event ? compared({ title, begin: event.begin, end: event.end }, clean, until) : [],
        )
        const theirs = answer.flatMap((one) => {
          const known = asWeReadIt(one, clean)
          return known ? compared(known, clean, until) : []
        })
        const missing = theirs.filter((one) => !ours.includes(one))
        const more = ours.filter((one) => !theirs.includes(one))
        const isCounted = tally.events === events && sumOf(tally) === events
        return missing.length + more.length === 0 && isCounted ? [] : [{ seed, missing, more, tally }]
      }),
    )
    expect(differing).toEqual([])
  })

  it('have enough of everything', () => {
    const all = made.map(({ clean }) => clean).join('')
    for (const part of [
      'RRULE',
      'BYDAY',
      'BYSETPOS',
      'UNTIL',
      'COUNT',
      'EXDATE',
      'RDATE',
      'RECURRENCE-ID',
      'STATUS:CANCELLED',
      'BEGIN:VTIMEZONE',
      'VALUE=DATE',
      'Standard Time',
      'Europe/Berlin',
    ]) {
      expect(all.split(part).length, part).toBeGreaterThan(15)
    }
    expect(made.filter(({ clean, written: spoiled }) => clean !== spoiled).length).toBeGreaterThan(CALENDARS / 3)
  })
})

const startOf = (moment: number | string) =>
  typeof moment === 'number' ? moment : Date.parse(`${moment.padEnd(16, 'T00:00')}Z`)

/** Rules that the other reader handles wrongly. Its results for their events are not compared. */
const THEIR_FAULTS: readonly { why: string; isIn: (rule: string, begin: number) => boolean }[] = [
  {
    why: 'it leaves a rule out where a weekday has a number of two digits',
    isIn: (rule) => /BYDAY=[^;]*\d\d[A-Z]/.test(rule),
  },
  {
    why: 'where weeks begin on Sunday, it numbers the last one of a year 53 whose number is 52',
    isIn: (rule, begin) => /BYWEEKNO/.test(rule) && /WKST=SU/.test(rule) && new Date(begin).getUTCDate() < 4,
  },
]

type Date_ = { title: string; begin: number | string; end: number | string | null }

/**
 * Its times, corrected to RFC 5545: the first of two instants if the clock shows a time twice (3.3.5; the other reader takes the
 * second), and no repetition at a time that the clock skips (3.3.10; it takes an earlier one), unless that is a listed date.
 * Without an end, an event lasts a day or no time.
 */
function asWeReadIt({ title, begin, end }: Theirs, calendar: string): Date_ | undefined {
  const isWritten = begin.wall !== undefined && eventsOf(title, calendar).includes(`:${begin.wall}`)
  if (begin.isThere === false && !isWritten) return undefined
  const from = begin.first ?? begin.at
  const lasts = startOf(end.at) - startOf(begin.at)
  if (lasts > 0) return { title, begin: from, end: typeof from === 'number' ? from + lasts : end.at }
  const isDay = typeof from === 'string' && !from.includes('T')
  return { title, begin: from, end: isDay ? new Date(startOf(from) + DAY_MS).toISOString().slice(0, 10) : null }
}

function compared({ title, begin, end }: Date_, calendar: string, until: number): string[] {
  if (startOf(end ?? begin) <= FROM || startOf(begin) >= until) return []
  const rule = /RRULE:(.*)/.exec(eventsOf(title, calendar))?.[1] ?? ''
  if (THEIR_FAULTS.some(({ isIn }) => isIn(rule, startOf(begin)))) return []
  return [`${title}: ${written(begin)} – ${written(end)}`]
}

/** The lines of an event and of its changed repetitions, found by the title of one of them. */
function eventsOf(title: string, calendar: string): string {
  const [uid] = title.split(' ')
  const all = calendar.replace(/\r\n[ \t]/g, '').split('BEGIN:VEVENT')
  return all.filter((event) => event.includes(`UID:${uid}\r\n`)).join('')
}
