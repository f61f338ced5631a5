import type { Item, Schedule, ZoneOffsets } from '@placard/contract'
import fc from 'fast-check'
import ical, { type VEvent } from 'node-ical'
import { describe, expect, it } from 'vitest'
import { type CalendarEntry, calendarFile, eventsOf } from './calendar.ts'

const NOW = Date.parse('2026-11-23T09:00:00Z')
const BERLIN = {
  timeZone: 'Europe/Berlin',
  zoneOffsets: [
    [0, 120],
    [Date.parse('2026-10-25T01:00Z'), 60],
    [Date.parse('2027-03-28T01:00Z'), 120],
    [Date.parse('2027-10-31T01:00Z'), 60],
  ] as ZoneOffsets,
}

const item = (schedule?: Schedule, notice?: Partial<Item['notice']>) =>
  eventsOf({
    uploadDate: Date.parse('2026-11-20T12:00:00Z'),
    schedule,
    notice: notice && ({ look: 'paper', heading: '', body: '', byline: '', ...notice } as Item['notice']),
  })

const entry = (more: Partial<CalendarEntry>): CalendarEntry => ({
  id: 'a-1',
  revision: 3,
  summary: 'Open day',
  description: '',
  url: 'https://signage.example.org/read/vnr/ece#a-1',
  events: [],
  ...more,
})

/** As parsed by another program. */
function parsed(one: CalendarEntry, zone = BERLIN): VEvent[] {
  const file = calendarFile(one, zone, NOW)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  return Object.values(ical.sync.parseICS(file)).filter((part): part is VEvent => part?.type === 'VEVENT')
}

describe('[TA1] the dates that an item is about', () => {
  it('[TA1] is the day that its words count to, whatever its schedule says', () => {
    const until = { until: '2026-12-19T00:00' }
    expect(item(until, { heading: 'Exam in {days until 2026-12-18}', body: '{days until 2026-12-18}' })).toEqual([
      { from: '2026-12-18', until: '2026-12-19' },
    ])
    expect(item(undefined, { heading: '{days until 2026-02-31}' })).toEqual([])
  })

  it('[TA1] a schedule without a date has none: always, "until Friday", "from Monday"', () => {
    expect(item()).toEqual([])
    expect(item({ until: '2026-12-19T00:00' })).toEqual([])
    expect(item({ from: '2026-12-19T00:00' })).toEqual([])
  })

  it('[TA1] is a span of moments, or of whole days', () => {
    expect(item({ from: '2026-12-18T17:00', until: '2026-12-18T19:30' })).toEqual([
      { from: '2026-12-18T17:00', until: '2026-12-18T19:30' },
    ])
    expect(item({ from: '2026-12-18T00:00', until: '2026-12-20T00:00' })).toEqual([
      { from: '2026-12-18', until: '2026-12-20' },
    ])
  })

  it('[TA1] comes again each week by its days and times of day, from the first that is not left out', () => {
    expect(
      item({
        from: '2026-11-23T10:00',
        until: '2026-12-19T00:00',
        days: [1, 3],
        hours: [
          { from: '08:00', until: '09:00' },
          { from: '22:00', until: '02:00' },
        ],
        not: ['2026-11-23', '2026-12-02'],
      }),
    ).toMatchObject([
      { from: '2026-11-25T08:00', until: '2026-11-25T09:00', weekly: { days: [1, 3] } },
      { from: '2026-11-25T22:00', until: '2026-11-26T02:00' },
    ])
    expect(item({ days: [6] })).toMatchObject([{ from: '2026-11-21', until: '2026-11-22' }])
    expect(item({ until: '2026-11-21T00:00', days: [1] })).toEqual([])
  })
})

describe('[TA1] the file for calendars', () => {
  it('[TA1] has a time by the clock at its display, also for a program that does not know the zone', () => {
    const [event] = parsed(entry({ events: item({ from: '2026-12-18T17:00', until: '2026-12-18T19:30' }) }))
    expect(event).toMatchObject({ uid: 'a-1-0@placard', summary: 'Open day', sequence: 3 })
    expect([event?.start.toISOString(), event?.end?.toISOString()]).toEqual([
      '2026-12-18T16:00:00.000Z',
      '2026-12-18T18:30:00.000Z',
    ])
    const file = calendarFile(
      entry({ events: item({ from: '2026-12-18T17:00', until: '2026-12-18T19:30' }) }),
      BERLIN,
      NOW,
    )
    // The changes for the summer of the next year.
    expect(file).toContain(
      'BEGIN:DAYLIGHT\r\nDTSTART:20270328T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT',
    )
    expect(file).toContain(
      'BEGIN:STANDARD\r\nDTSTART:20271031T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nEND:STANDARD',
    )
  })

  it('[TA1] has a whole day as a day', () => {
    const [event] = parsed(entry({ events: item(undefined, { heading: '{days until 2026-12-18}' }) }))
    expect([event?.datetype, event?.start.getDate(), event?.start.getMonth()]).toEqual(['date', 18, 11])
    expect(calendarFile(entry({ events: [{ from: '2026-12-18', until: '2026-12-19' }] }), BERLIN, NOW)).not.toContain(
      'VTIMEZONE',
    )
  })

  it('[TA1] comes again as the schedule does: across the change of the clock, without the days left out, and not for ever', () => {
    const schedule: Schedule = {
      from: '2027-03-22T00:00',
      until: '2027-04-03T00:00',
      days: [1, 2, 3, 4, 5],
      hours: [{ from: '08:00', until: '14:00' }],
      not: ['2027-03-26'],
    }
    const [event] = parsed(entry({ events: item(schedule) }))
    if (!event?.rrule) throw new Error('it does not come again')
    const found = ical.expandRecurringEvent(event, { from: new Date('2027-03-01'), to: new Date('2027-06-01') })
    const times = found.map(({ start }) => start.toISOString())
    expect(times).toEqual([
      ...['22', '23', '24', '25'].map((day) => `2027-03-${day}T07:00:00.000Z`),
      ...['03-29', '03-30', '03-31', '04-01', '04-02'].map((day) => `2027-${day}T06:00:00.000Z`),
    ])
  })

  it('[TA1] [B166] whatever people write is text in it: no line of it ends, and nothing is added', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'x\r\nEND:VEVENT\r\nBEGIN:VALARM',
        'a;b,c\\n\\',
        'ا'.repeat(300),
        '🎉'.repeat(80),
        'BEGIN:VEVENT\nUID:x',
      ),
    )
    const wellFormed = anything.filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(wellFormed, wellFormed, (summary, description) => {
        const events = item({ from: '2026-12-18T17:00', until: '2026-12-18T19:30' })
        const file = calendarFile(entry({ summary, description, events }), BERLIN, NOW)
        const unfolded = file.replaceAll('\r\n ', '')
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(unfolded.match(/^BEGIN:VEVENT$/gm)).toHaveLength(1)
        expect(unfolded.split('\r\n').filter((line) => /^(SUMMARY|DESCRIPTION):/.test(line)).length).toBe(
          description === '' ? 1 : 2,
        )
        const said = unfolded.split('\r\n').find((line) => line.startsWith('SUMMARY:'))
        const read = said?.slice(8).replaceAll(/\\([\\;,n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)) ?? ''
        // All line breaks are equal, and control characters become spaces.
        const plain = (text: string) => text.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ')
        expect(plain(read)).toBe(plain(summary))
      }),
    )
    const [event] = parsed(
      entry({ summary: 'a;b,c\\d', events: item({ from: '2026-12-18T17:00', until: '2026-12-18T19:30' }) }),
    )
    expect(event?.summary).toBe('a;b,c\\d')
  })
})
