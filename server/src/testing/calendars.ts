/** A generated calendar. */
export type MadeCalendar = {
  /** Valid by RFC 5545, so that any reader can parse it. */
  clean: string
  /** The same calendar with the mistakes that real programs make. */
  written: string
  events: number
}

type Random = { below(count: number): number; chance(share: number): boolean; of<T>(list: readonly T[]): T }

/** mulberry32: the same numbers for the same seed, on every machine. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return { below, chance: (share) => next() < share, of: (list) => list[below(list.length)] as never }
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Time zones whose rules have been the same in every version of the database in recent years. */
const IANA = [
  ...['Europe/Berlin', 'Europe/London', 'America/New_York', 'America/Los_Angeles', 'America/St_Johns'],
  ...['Australia/Sydney', 'Australia/Lord_Howe', 'Pacific/Auckland', 'Asia/Kolkata', 'Asia/Tokyo', 'Atlantic/Azores'],
]
const WINDOWS = [
  ...['W. Europe Standard Time', 'GMT Standard Time', 'Pacific Standard Time', 'Eastern Standard Time'],
  ...['AUS Eastern Standard Time', 'New Zealand Standard Time', 'India Standard Time', 'Tokyo Standard Time'],
]
/** Days on which one of these clocks changes, from November 2026 on. */
const CHANGES = [
  '2026-11-01',
  '2027-03-14',
  '2027-03-28',
  '2027-04-04',
  '2027-09-26',
  '2027-10-03',
  '2027-10-31',
  '2027-11-07',
]

/** undefined: the clock of the reader. */
type Zone = { name: string; rules: readonly string[] } | 'UTC' | undefined

/** A custom zone of the calendar, with or without summer time. Readers remember zones by name, so each name is used once. */
function ownZone(random: Random, name: string): Zone {
  const offset = (minutes: number) => {
    const size = Math.abs(minutes)
    return `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}${String(size % 60).padStart(2, '0')}`
  }
  const standard = (random.below(44) - 20) * 30
  const summer = standard + random.of([60, 60, 60, 30, 120])
  const [north, south] = [random.below(3) + 3, random.below(3) + 9]
  const isNorth = random.chance(0.7)
  const change = (month: number) => {
    const nth = random.of([1, 2, -1])
    // A Sunday in 1970 that matches the rule.
    const days = Array.from({ length: 31 }, (_, day) => new Date(Date.UTC(1970, month - 1, day + 1)))
    const sundays = days.filter((date) => date.getUTCMonth() === month - 1 && date.getUTCDay() === 0)
    const first = sundays.at(nth > 0 ? nth - 1 : nth) as Date
    return {
      begin: `DTSTART:${first.toISOString().slice(0, 10).replaceAll('-', '')}T0${random.below(3) + 1}0000`,
      rule: `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${nth}SU`,
    }
  }
  const [toSummer, toStandard] = isNorth ? [change(north), change(south)] : [change(south), change(north)]
  const part = (kind: string, from: number, to: number, { begin, rule }: { begin: string; rule: string }) => [
    ...[`BEGIN:${kind}`, begin, rule, `TZOFFSETFROM:${offset(from)}`, `TZOFFSETTO:${offset(to)}`, `TZNAME:${kind}`],
    `END:${kind}`,
  ]
  const isFixed = random.chance(0.2)
  const standardPart = isFixed
    ? part('STANDARD', standard, standard, { begin: 'DTSTART:19700101T000000', rule: '' }).filter((line) => line !== '')
    : part('STANDARD', summer, standard, toStandard)
  const parts = isFixed ? standardPart : [...part('DAYLIGHT', standard, summer, toSummer), ...standardPart]
  return { name, rules: ['BEGIN:VTIMEZONE', `TZID:${name}`, ...parts, 'END:VTIMEZONE'] }
}

const compact = (local: number, isDay = false) => {
  const text = new Date(local).toISOString().replace(/[-:]/g, '')
  return isDay ? text.slice(0, 8) : text.slice(0, 15)
}

/** A property in both forms. Without `written`, both are the same. */
type Line = { clean: string | undefined; written: string | undefined }
const line = (clean: string | undefined, written = clean): Line => ({ clean, written })

type Made = { lines: Line[]; noUid: boolean }

/** @param seed the same seed gives the same calendar @param now milliseconds since 1970 */
export function makeCalendar(seed: number, now: number): MadeCalendar {
  const random = createRandom(seed)
  const hasFaults = random.chance(0.6)
  const faulty = (share: number) => hasFaults && random.chance(share)
  const zones: Zone[] = [undefined, 'UTC']
  for (let count = 0; count < 3; count += 1) {
    const own = random.of(['Our House', 'Customized Time Zone', 'Zeit der Schule', 'tz/Own'])
    zones.push(
      random.of([
        () => ({ name: random.of(IANA), rules: [] }),
        () => ({ name: random.of(WINDOWS), rules: [] }),
        () => ownZone(random, `${own} ${seed}-${count}`),
      ])(),
    )
  }
  const made: Made[] = []
  const eventCount = 3 + random.below(6)
  for (let number = 0; number < eventCount; number += 1) {
    made.push(...makeEvent(random, { now, zone: random.of(zones), uid: `u${seed}-${number}`, faulty }))
  }
  const used = zones.flatMap((zone) => (typeof zone === 'object' ? zone.rules : []))
  const other = ['BEGIN:VTODO', 'UID:todo', 'SUMMARY:Not an event', 'DTSTART:20261201T100000Z', 'END:VTODO']
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//A test//EN', ...(random.chance(0.3) ? other : []), ...used]
  const body = (form: 'clean' | 'written') =>
    made.flatMap(({ lines, noUid }, index) => {
      const said = lines.flatMap((one) => one[form] ?? [])
      const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Alarm', 'END:VALARM']
      const own = form === 'written' && noUid ? said.filter((one) => !one.startsWith('UID:')) : said
      // The beginning of the next component ends this one.
      const isOpen = form === 'written' && hasFaults && index % 5 === 3
      return ['BEGIN:VEVENT', ...own, ...(index % 3 === 0 ? alarm : []), ...(isOpen ? [] : ['END:VEVENT'])]
    })
  const isByLineFeeds = faulty(0.4)
  const file = (form: 'clean' | 'written') =>
    `${[...head, ...body(form), 'END:VCALENDAR'].map((one) => folded(random, one)).join('\r\n')}\r\n`
  const [clean, written] = [file('clean'), file('written')]
  return { clean, written: isByLineFeeds ? written.replaceAll('\r\n', '\n') : written, events: made.length }
}

/** Folds a line at any position. */
function folded(random: Random, text: string): string {
  if (text.length < 20 || !random.chance(0.15)) return text
  const at = 8 + random.below(text.length - 10)
  return `${text.slice(0, at)}\r\n${random.of([' ', '\t'])}${text.slice(at)}`
}

type Asked = { now: number; zone: Zone; uid: string; faulty: (share: number) => boolean }

/** An event, and the events that change some of its repetitions. */
function makeEvent(random: Random, { now, zone, uid, faulty }: Asked): Made[] {
  const isDay = random.chance(0.25)
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const day = random.chance(0.35)
    ? Date.parse(random.of(CHANGES)) - random.below(3) * DAY_MS
    : today + (random.below(400) - 60) * DAY_MS
  const time = random.of([0, 1.5, 2.5, 9, 10.25, 15, 19.5, 22, 23.5]) * HOUR_MS
  const begin = isDay ? day : day + time
  const clock = isDay ? undefined : zone
  const isByUtc = clock === 'UTC'
  const name = typeof clock === 'object' ? clock.name : undefined
  const quoted = name !== undefined && (faulty(0.5) || /[,;:]/.test(name)) ? `"${name}"` : name

  /** A property with dates by the event's clock, and its parameters. */
  const dated = (property: string, locals: readonly number[], separator = ','): Line => {
    const of = (tzid: string | undefined) => {
      const how = isDay ? ';VALUE=DATE' : tzid === undefined ? '' : `;TZID=${tzid}`
      return `${property}${how}:`
    }
    const values = locals.map((local) => compact(local, isDay) + (isByUtc ? 'Z' : ''))
    const clean = of(name) + values.join(',')
    const spoiled = values.map((value) => (!isDay && faulty(0.08) ? extended(value) : value))
    // A date without VALUE=DATE, or a time zone on a UTC time, where it has no effect.
    const how = isDay && faulty(0.5) ? `${property}:` : of(isByUtc && faulty(0.15) ? 'Europe/Berlin' : quoted)
    const small = faulty(0.1) ? how.replace(property, property.toLowerCase()) : how
    return line(clean, `${small}${faulty(0.15) ? ' ' : ''}${spoiled.join(separator)}`)
  }

  const lines: Line[] = [line(`UID:${uid}`), line('DTSTAMP:20261101T000000Z'), line(`SUMMARY:${uid} first`)]
  lines.push(dated('DTSTART', [begin]))

  // It lasts an hour, past midnight, or some days, or has no end.
  const lasts = isDay ? (1 + random.below(3)) * DAY_MS : random.of([0.5, 1, 2, 8, 26]) * HOUR_MS
  const way = random.below(4)
  if (way === 0)
    lines.push(faulty(0.3) ? line(undefined, random.of(['DTEND:', 'DURATION:', backwards()])) : line(undefined))
  // An event that ends after a time that occurs twice has a different length for different readers.
  else if (!isDay && (way === 1 || (name !== undefined && time < 4 * HOUR_MS)))
    lines.push(line(`DURATION:PT${lasts / 60_000}M`))
  else if (way === 1) lines.push(line(`DURATION:P${lasts / DAY_MS}D`))
  else lines.push(dated('DTEND', [begin + lasts]))
  function backwards(): string {
    return dated('DTEND', [begin - random.below(2) * DAY_MS]).clean as string
  }

  const kind = random.below(3)
  if (kind === 0) {
    if (faulty(0.3)) lines.push(line(undefined, random.of(['RRULE:', 'RDATE:', 'EXDATE:', 'RECURRENCE-ID:'])))
    if (faulty(0.2))
      lines.push(line(undefined, random.of(['RRULE:FREQ=FORTNIGHTLY', 'RRULE:garbage', 'RRULE:FREQ=DAILY;INTERVAL=0'])))
    return [{ lines: shuffled(random, lines), noUid: faulty(0.3) }]
  }

  const { rule, stepMs } = makeRule(random, begin)
  // Readers differ in counting a time that the clock skips, or a begin that matches its rule only by chance.
  const mayBeCounted = stepMs !== undefined && (isDay || time > 4 * HOUR_MS)
  const steps = 3 + random.below(8)
  const spanMs = (stepMs ?? 20 * DAY_MS) * steps
  const ends = ((): Line => {
    const end = random.below(3)
    if (end === 0 && mayBeCounted) return line(`COUNT=${steps}`)
    if (end === 2 && stepMs !== DAY_MS) return line('')
    const until = begin + spanMs
    if (isDay) return line(`UNTIL=${compact(until, true)}`)
    if (clock === undefined) return line(`UNTIL=${compact(until)}`)
    // Half a day before a date, in UTC. Whatever the zone, this is between two of the rule's dates.
    const between = Math.floor(until / DAY_MS) * DAY_MS + (isByUtc ? time : 0)
    return line(`UNTIL=${compact(isByUtc ? between : between - 0.5 * DAY_MS)}Z`)
  })()
  const whole = [rule, ends.clean].filter((part) => part !== '').join(';')
  const wrong = faulty(0.4)
    ? random.of([`${whole};`, whole.toLowerCase(), whole.replaceAll(';', '; ').replaceAll(',', ', ')])
    : whole
  lines.push(line(`RRULE:${whole}`, `RRULE:${wrong}`))

  const made: Made[] = []
  if (stepMs !== undefined) {
    const nth = (step: number) => begin + step * stepMs
    const free = [1, 2, 3, 4, 5].filter(() => random.chance(0.5))
    if (free.length > 1 && random.chance(0.6)) {
      const out = free.splice(0, 1 + random.below(2)).map(nth)
      const asDays = !isDay && faulty(0.3)
      const said = dated('EXDATE', out, faulty(0.3) ? ' , ' : ',')
      lines.push(
        asDays ? line(said.clean, `EXDATE;VALUE=DATE:${out.map((local) => compact(local, true)).join(',')}`) : said,
      )
    }
    if (random.chance(0.4)) {
      const further = [nth(steps) + 3 * DAY_MS + (isDay ? 0 : HOUR_MS), nth(steps) + 11 * DAY_MS]
      lines.push(dated('RDATE', further, faulty(0.3) ? ', ' : ','))
    }
    const step = free.find((one) => one < steps - 1)
    if (step !== undefined && random.chance(0.6)) {
      const moved = nth(step) + random.of([-2, 0, 1, 30]) * DAY_MS + (isDay ? 0 : random.of([0, 3, -2]) * HOUR_MS)
      const change = [line(`UID:${uid}`), line('DTSTAMP:20261101T000000Z'), line(`SUMMARY:${uid} changed`)]
      change.push(dated('RECURRENCE-ID', [nth(step)]), dated('DTSTART', [moved]))
      if (random.chance(0.5)) change.push(dated('DTEND', [moved + lasts]))
      if (random.chance(0.5)) change.push(line('STATUS:CANCELLED'))
      made.push({ lines: shuffled(random, change), noUid: false })
    }
  }
  const series: Made = { lines: shuffled(random, lines), noUid: false }
  return random.chance(0.5) ? [series, ...made] : [...made, series]
}

/** 20261124T100000Z as 2026-11-24T10:00:00Z. */
const extended = (value: string) => value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6')

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, at: random.below(1_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/**
 * A rule that matches `begin`. `stepMs` is the interval of its dates. undefined: they are not evenly spaced, or do not all follow
 * `begin`.
 */
function makeRule(random: Random, begin: number): { rule: string; stepMs: number | undefined } {
  const date = new Date(begin)
  const weekday = WEEKDAYS[date.getUTCDay()] as string
  const day = date.getUTCDate()
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const month = date.getUTCMonth() + 1
  const nth = Math.floor((day - 1) / 7) + 1
  const fromEnd = -Math.floor((last - day) / 7) - 1
  const interval = 1 + random.below(3)
  const others = WEEKDAYS.filter((one) => one === weekday || random.chance(0.3)).join(',')
  const week = random.of(['MO', 'SU'])
  const uneven = (rule: string) => ({ rule, stepMs: undefined })
  return random.of([
    () => ({ rule: `FREQ=DAILY;INTERVAL=${interval}`, stepMs: interval * DAY_MS }),
    () => ({ rule: `FREQ=WEEKLY;INTERVAL=${interval}`, stepMs: interval * 7 * DAY_MS }),
    () => ({ rule: `FREQ=WEEKLY;BYDAY=${weekday}`, stepMs: 7 * DAY_MS }),
    () => uneven(`FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${others};WKST=${week}`),
    () => uneven(`FREQ=DAILY;BYDAY=${others}`),
    () => uneven(`FREQ=MONTHLY;BYDAY=${nth}${weekday}`),
    () => uneven(`FREQ=MONTHLY;BYDAY=${fromEnd}${weekday};INTERVAL=${interval}`),
    () => uneven(`FREQ=MONTHLY;BYMONTHDAY=${day}`),
    () => uneven(`FREQ=MONTHLY;BYMONTHDAY=${day - last - 1},${day}`),
    () => uneven('FREQ=MONTHLY'),
    () => uneven('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'),
    () => uneven(`FREQ=MONTHLY;BYDAY=${others};BYSETPOS=1,-2`),
    () => uneven('FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13'),
    () => uneven(`FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${day}`),
    () => uneven('FREQ=YEARLY'),
    () => uneven(`FREQ=YEARLY;BYMONTH=${month};BYDAY=${nth}${weekday}`),
    () => uneven('FREQ=YEARLY;BYDAY=20MO,-3TU'),
    () => uneven(`FREQ=YEARLY;BYWEEKNO=1,20,53;BYDAY=${weekday};WKST=${week}`),
    () => uneven('FREQ=YEARLY;BYYEARDAY=1,100,-1'),
    () => uneven('FREQ=YEARLY;BYDAY=MO,TU;BYSETPOS=3,-1'),
    () => uneven(`FREQ=YEARLY;BYMONTH=${month},${(month % 12) + 1};BYDAY=${weekday};BYSETPOS=2`),
  ])()
}
