import type { ZoneOffsets } from '@placard/contract'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hasCountdownOver, hasLiveWords, liveWordsUntil, withLiveWords } from './live-words.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LANGUAGES = ['en', 'en-GB', 'de', 'ar', 'ar-EG', 'hi'] as const
/** Clocks that change at midnight, by half an hour, by two hours, and over a whole day (Apia, in 2011). */
const TRAPS = [
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Pacific/Apia',
  'Europe/Berlin',
] as const
const zone = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TRAPS) },
  { weight: 2, arbitrary: fc.constantFrom(...Intl.supportedValuesOf('timeZone')) },
)

/** The years that a zone is tested in. For Apia, those in which it skipped a day. */
const spanOf = (name: string) =>
  name === 'Pacific/Apia'
    ? { from: Date.UTC(2011, 0, 1), until: Date.UTC(2013, 0, 1) }
    : { from: Date.UTC(2026, 0, 1), until: Date.UTC(2029, 0, 1) }

const offsetsByZone = new Map<string, ZoneOffsets>()

/** As the server makes them. */
function offsetsOf(name: string): ZoneOffsets {
  const known = offsetsByZone.get(name)
  if (known) return known
  const { from, until } = spanOf(name)
  const minutes = (at: Temporal.ZonedDateTime) => at.offsetNanoseconds / 6e10
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(name)
  const offsets: ZoneOffsets = [[0, minutes(at)]]
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= until) break
    offsets.push([next.epochMilliseconds, minutes(next)])
    at = next
  }
  offsetsByZone.set(name, offsets)
  return offsets
}

/** A zone and an instant. Half of the instants are within a day and a half of a clock change. */
const moment = zone.chain((name) => {
  const { from, until } = spanOf(name)
  const anywhere = fc.integer({ min: from, max: until - 1 })
  const changes = offsetsOf(name)
    .slice(1)
    .map(([at]) => at)
  if (changes.length === 0) return fc.record({ name: fc.constant(name), at: anywhere })
  const near = (unitMs: number, most: number) =>
    fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -most, max: most }))
      .map(([at, units]) => Math.min(Math.max(at + units * unitMs, from), until - 1))
  return fc.record({ name: fc.constant(name), at: fc.oneof(anywhere, near(1, 1.5 * DAY_MS), near(MINUTE_MS, 130)) })
})
const language = fc.constantFrom(...LANGUAGES)
const day = fc
  .integer({ min: 0, max: 40 * 365 })
  .map((days) => new Date(Date.UTC(2010, 0, 1) + days * DAY_MS).toISOString().slice(0, 10))
const word = fc.oneof(
  fc.constantFrom('{time}', '{date}', '{weekday}'),
  day.map((date) => `{days until ${date}}`),
)
const words = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: word }, { weight: 1, arbitrary: fc.constantFrom(' Uhr', '{', '}', 'مساء') }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(' '))

/** The same, with the engine's own time zone data. */
function expected(text: string, at: number, name: string, of: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(name)
  const by = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(of, { ...parts, timeZone: name }).format(new Date(at))
  return text
    .replaceAll('{time}', () => by({ hour: 'numeric', minute: '2-digit' }))
    .replaceAll('{date}', () => by({ day: 'numeric', month: 'long', year: 'numeric' }))
    .replaceAll('{weekday}', () => by({ weekday: 'long' }))
    .replaceAll(/\{days until (\S+)\}/g, (_, date: string) => {
      const days = (Date.parse(date) - Date.UTC(local.year, local.month - 1, local.day)) / DAY_MS
      const options = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
      return new Intl.NumberFormat(of, options).format(Math.max(0, days))
    })
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('[CT13] words that a screen fills in by itself', () => {
  it('[CT13] read as the clock on the wall does, in every zone and language', () => {
    fc.assert(
      fc.property(moment, language, words, ({ name, at }, of, text) => {
        const place = { zoneOffsets: offsetsOf(name), language: of }
        expect(withLiveWords(text, at, place)).toBe(expected(text, at, name, of))
      }),
      { numRuns: 500 * Number(process.env.PROPERTY_FACTOR ?? 1) },
    )
  })

  it('[CT13] stay as they are until they are looked at again, which is always later, and seldom', () => {
    fc.assert(
      fc.property(
        moment,
        language,
        words,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { minLength: 8, maxLength: 8 }),
        ({ name, at: first }, of, text, shares) => {
          const place = { zoneOffsets: offsetsOf(name), language: of }
          let at = first
          for (let step = 0; step < 6; step += 1) {
            const until = liveWordsUntil(text, at, place)
            if (!hasLiveWords(text)) {
              expect(until).toBe(Number.POSITIVE_INFINITY)
              return
            }
            expect(until).toBeGreaterThan(at)
            expect(until - at).toBeLessThanOrEqual(text.includes('{time}') ? MINUTE_MS : DAY_MS)
            const read = expected(text, at, name, of)
            for (const share of [...shares, 1]) {
              const between = Math.min(Math.floor(at + share * (until - at)), until - 1)
              expect(expected(text, between, name, of)).toBe(read)
            }
            const isChange = offsetsOf(name).some(([change]) => change === until)
            const isFull = until % MINUTE_MS === 0
            expect(isChange || isFull).toBe(true)
            at = until
          }
        },
      ),
      { numRuns: 200 * Number(process.env.PROPERTY_FACTOR ?? 1) },
    )
  })

  it.each([
    ['Europe/Berlin', '2026-10-25T00:59:30Z', '2:59 AM', '2:00 AM'],
    ['Europe/Berlin', '2026-03-29T00:59:30Z', '1:59 AM', '3:00 AM'],
    ['Australia/Lord_Howe', '2026-04-04T14:59:30Z', '1:59 AM', '1:30 AM'],
    ['Antarctica/Troll', '2026-10-25T00:59:30Z', '2:59 AM', '1:00 AM'],
    ['Africa/Cairo', '2026-10-29T20:59:30Z', '11:59 PM', '11:00 PM'],
  ])('[CT13] in %s the time goes on in the minute of the change', (name, instant, before, after) => {
    const place = { zoneOffsets: offsetsOf(name), language: 'en' }
    const at = Date.parse(instant)
    expect(plain(withLiveWords('{time}', at, place))).toBe(before)
    expect(liveWordsUntil('{time}', at, place)).toBe(at + 30_000)
    expect(plain(withLiveWords('{time}', at + 30_000, place))).toBe(after)
  })

  it('[CT13] a day begins when the clock first shows it, though the clock goes back into the one before', () => {
    const place = { zoneOffsets: offsetsOf('Africa/Cairo'), language: 'en' }
    // At midnight it becomes 23 o'clock again, so the day is an hour longer.
    const change = Date.parse('2026-10-29T21:00:00Z')
    expect(withLiveWords('{weekday}', change - 1, place)).toBe('Thursday')
    expect(withLiveWords('{weekday}', change, place)).toBe('Thursday')
    expect(liveWordsUntil('{weekday}', change, place)).toBe(change + 60 * MINUTE_MS)
    expect(withLiveWords('{weekday}', change + 60 * MINUTE_MS, place)).toBe('Friday')
  })

  it('[CT13] Apia goes from Thursday to Saturday', () => {
    const place = { zoneOffsets: offsetsOf('Pacific/Apia'), language: 'en' }
    const change = Date.parse('2011-12-30T10:00:00Z')
    expect(withLiveWords('{weekday} {days until 2011-12-31}', change - 1, place)).toBe('Thursday 2 days')
    expect(liveWordsUntil('{weekday}', change - 60 * MINUTE_MS, place)).toBe(change)
    expect(withLiveWords('{weekday} {days until 2011-12-31}', change, place)).toBe('Saturday 0 days')
  })

  it.each([
    '',
    'Hello',
    '{}',
    '{Time}',
    '{ time }',
    '{days until}',
    '{days until 2026-13-01}',
    '{days until 2026-12-32}',
    '{days until 1999-12-31}',
    '{days until 2026-12-1}',
    '{{',
    '{time',
  ])('[CT13] %j has none and stays', (text) => {
    const place = { zoneOffsets: undefined, language: 'de' }
    expect(hasLiveWords(text)).toBe(false)
    expect(withLiveWords(text, 0, place)).toBe(text)
    expect(liveWordsUntil(text, 0, place)).toBe(Number.POSITIVE_INFINITY)
    expect(hasCountdownOver(text, 4e12, place)).toBe(false)
  })

  it('[CT13] words inside of other braces are filled in, and what comes of them is not read again', () => {
    const place = { zoneOffsets: undefined, language: 'en' }
    expect(withLiveWords('{{weekday}}', 0, place)).toBe('{Thursday}')
    expect(withLiveWords('{days until {date}}', 0, place)).toBe('{days until January 1, 1970}')
  })

  it('[CT13] counts down to nothing, and tells people who edit once it is over', () => {
    const place = { zoneOffsets: offsetsOf('Africa/Cairo'), language: 'en' }
    const midnight = Date.parse('2026-12-17T22:00:00Z')
    const text = 'Only {days until 2026-12-18}'
    const readAt = (at: number) => [withLiveWords(text, at, place), hasCountdownOver(text, at, place)]
    expect(readAt(midnight - 2 * DAY_MS)).toEqual(['Only 2 days', false])
    expect(readAt(midnight - 1)).toEqual(['Only 1 day', false])
    expect(readAt(midnight)).toEqual(['Only 0 days', false])
    expect(readAt(midnight + DAY_MS - 1)).toEqual(['Only 0 days', false])
    expect(readAt(midnight + DAY_MS)).toEqual(['Only 0 days', true])
    expect(hasCountdownOver('{days until 2030-01-01} {days until 2026-12-18} {time}', midnight + DAY_MS, place)).toBe(
      true,
    )
    // A date that does not exist counts into the next month.
    expect(withLiveWords('{days until 2026-02-31}', Date.parse('2026-03-01T12:00Z'), place)).toBe('2 days')
  })

  it('[CT13] an engine without units has the number, and one without the language its own', () => {
    const known = Intl.NumberFormat
    vi.spyOn(Intl, 'NumberFormat').mockImplementation(function (this: unknown, of, options) {
      if (options?.style === 'unit')
        throw new RangeError('Value unit out of range for Intl.NumberFormat options property style')
      return new known(of, options)
    } as typeof Intl.NumberFormat)
    const at = Date.parse('2026-12-08T12:00Z')
    expect(withLiveWords('{days until 2026-12-18}', at, { zoneOffsets: undefined, language: 'de' })).toBe('10')
    vi.restoreAllMocks()
    for (const language of ['not a language', 'x', '']) {
      const place = { zoneOffsets: undefined, language }
      const own = { zoneOffsets: undefined, language: undefined }
      const text = '{time} {date} {weekday} {days until 2026-12-18}'
      expect(withLiveWords(text, at, place)).toBe(withLiveWords(text, at, own))
    }
  })

  it('[CT13] without the clock of a display it is that of UTC', () => {
    const at = Date.parse('2026-11-03T00:30:00Z')
    const place = { zoneOffsets: undefined, language: 'de' }
    expect(withLiveWords('{weekday}, {date}, {time}', at, place)).toBe('Dienstag, 3. November 2026, 0:30')
    expect(liveWordsUntil('{date}', at, place)).toBe(Date.parse('2026-11-04T00:00:00Z'))
  })
})

/** With plain spaces: the engine puts a different one between the time and AM or PM. */
function plain(text: string): string {
  return text.replace(/\s/g, ' ')
}
