import ical, { type VEvent } from 'node-ical'

/** A calendar that names more zones than this is not one of people. */
const MOST_ZONES = 50
/** The properties of an event that say when. */
const WHEN = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)(?=[;:])/i
/** Dates that events name one by one: of one of them, and in all. */
const MOST_DATES = 500
const MOST_DATES_IN_ALL = 2_000
const ZONE = /;TZID=(?:"([^"]*)"|([^":;]*))/i

/** The lines of an event, or of a zone, from its BEGIN to its END. */
export type Component = readonly string[]

/** A calendar of these events alone, for its parser. */
export const calendarOf = (events: readonly Component[], zones: readonly Component[] = []): string =>
  [['BEGIN:VCALENDAR'], ...zones, ...events, ['END:VCALENDAR']].flat().join('\r\n')

/**
 * The events of a file as its parser takes them, whoever wrote it: all calendars of the file as one, each event under a UID of its own, and
 * each zone by its IANA name. A zone that nobody knows is taken away: then the clock is that of wherever it is read.
 */
export function eventsIn(text: string): { name: string; events: Component[] } {
  const { own, zones, events } = partsOf(text)
  const nameOf = zoneNames(zones)
  const taken = new Map<string, string>()
  const zoned = events.map((lines) => withDays(lines).map((line) => withZone(line, nameOf)))
  const further: Component[] = []
  for (const event of zoned) if (further.length < MOST_DATES_IN_ALL) further.push(...furtherDates(event))
  const tidy = [...zoned, ...further].map((event) => withOwnUid(event, taken))
  return { name: said(own, 'X-WR-CALNAME') ?? said(own, 'NAME') ?? '', events: tidy }
}

/** Its lines, put together again, by what they belong to; what else a calendar holds (to-dos, alarms) is left out. */
function partsOf(text: string): { own: string[]; zones: string[][]; events: string[][] } {
  const own: string[] = []
  const zones: string[][] = []
  const events: string[][] = []
  const open: string[] = []
  let current: string[] | undefined
  for (const line of text.replace(/\r?\n[ \t]/g, '').split(/\r\n|[\r\n]/)) {
    const [, bound, component = ''] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line) ?? []
    const name = component.toUpperCase()
    if (name === 'VCALENDAR') continue
    if (bound?.toUpperCase() === 'BEGIN') {
      open.push(name)
      if (open.length === 1 && name === 'VEVENT') {
        current = []
        events.push(current)
      }
      if (open.length === 1 && name === 'VTIMEZONE') {
        current = []
        zones.push(current)
      }
    }
    const isAlarm = open[0] === 'VEVENT' && open.length > 1
    if (open.length === 0) own.push(line)
    else if (!isAlarm) current?.push(line)
    if (bound?.toUpperCase() !== 'END') continue
    open.pop()
    if (open.length === 0) current = undefined
  }
  return { own, zones, events: events.filter((lines) => /^END:/i.test(lines.at(-1) ?? '')) }
}

/** The value behind the colon of a property; undefined where it has none, or an empty one. */
function said(lines: Component, name: string): string | undefined {
  const line = lines.find((one) => new RegExp(`^${name}(;[^:]*)?:`, 'i').test(one))
  return line?.slice(line.indexOf(':') + 1).trim() || undefined
}

/** By which IANA name a zone of this file goes; undefined: nobody knows. */
function zoneNames(zones: readonly Component[]): (tzid: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  const own = new Map(zones.map((lines) => [said(lines, 'TZID'), lines]))
  return (tzid) => {
    // To ask for a zone takes long, and calendars name theirs thousands of times.
    if (!known.has(tzid) && known.size < MOST_ZONES) {
      known.set(tzid, isZone(tzid) ? tzid : ianaOf(tzid, own.get(tzid)))
    }
    return known.get(tzid)
  }
}

/** Windows' names and rules that a file brings are known to the parser; some programs write a path before the name. */
function ianaOf(tzid: string, rules: Component | undefined): string | undefined {
  const event = ['BEGIN:VEVENT', 'UID:probe', `DTSTART;TZID="${tzid}":20260701T120000`, 'END:VEVENT']
  try {
    const found = ical.sync.parseICS(calendarOf([event], rules ? [rules] : [])).probe as VEvent | undefined
    const zone = found?.start?.tz
    if (zone !== undefined && isZone(zone)) return zone
  } catch {
    // Rules that cannot be are none.
  }
  const path = tzid.split('/')
  return [path.slice(-2), path.slice(-3)].map((parts) => parts.join('/')).find(isZone)
}

function isZone(name: string): boolean {
  try {
    // With an offset for a name it is no zone of IANA's.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

function withZone(line: string, nameOf: (tzid: string) => string | undefined): string {
  if (!WHEN.test(line)) return line
  return line.replace(ZONE, (_, quoted?: string, bare?: string) => {
    const zone = nameOf((quoted ?? bare ?? '').trim())
    return zone === undefined ? '' : `;TZID=${zone}`
  })
}

/** Outlook writes a whole day from midnight to midnight, and says beside it what it means. */
function withDays(lines: Component): Component {
  if (!lines.some((line) => /^X-MICROSOFT-CDO-ALLDAYEVENT:TRUE/i.test(line))) return lines
  const times = lines.filter((line) => WHEN.test(line))
  if (!times.every((line) => /:\d{8}T000000(,\d{8}T000000)*\s*$/.test(line))) return lines
  return lines.map((line) =>
    WHEN.test(line)
      ? line.replace(
          /^([\w-]+)[^:]*:(.*)$/,
          (_, name, value) => `${name};VALUE=DATE:${value.replaceAll('T000000', '')}`,
        )
      : line,
  )
}

/** An event on dates that it names one by one, which the parser knows nothing of: each is an event of its own. */
function furtherDates(lines: Component): Component[] {
  const begin = lines.find((line) => /^DTSTART[;:]/i.test(line))
  if (begin === undefined || said(lines, 'RECURRENCE-ID') !== undefined) return []
  const end = said(lines, 'DTEND')
  const length = end === undefined ? undefined : lengthOf(said(lines, 'DTSTART') ?? '', end)
  const rest = lines.filter((line) => !/^(DTSTART|DTEND|RRULE|RDATE|EXDATE|UID)[;:]/i.test(line))
  const dates = lines.flatMap((line) => {
    const [, how = '', values = ''] = /^RDATE((?:;[^:]*)?):(.*)$/i.exec(line) ?? []
    // Of a period its beginning.
    return values.split(',').map((value) => `${how.replace(/;VALUE=PERIOD/i, '')}:${value.trim().split('/')[0]}`)
  })
  const further = [...new Set(dates)].filter((date) => /:\d{8}/.test(date) && `DTSTART${date}` !== begin)
  return further.slice(0, MOST_DATES).map((date) => {
    const uid = `UID:${said(lines, 'UID') ?? said(lines, 'SUMMARY') ?? ''} ${date}`
    const own = [uid, `DTSTART${date}`, ...(length === undefined ? [] : [`DURATION:${length}`])]
    return [...rest.slice(0, -1), ...own, ...rest.slice(-1)]
  })
}

/** How long it lasts by the clock where it is; undefined: that cannot be told. */
function lengthOf(begin: string, end: string): string | undefined {
  const [from, until] = [begin, end].map((value) =>
    Date.parse(
      value.replace(
        /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/,
        (_, y, m, d, h = '00', min = '00', s = '00') => `${y}-${m}-${d}T${h}:${min}:${s}Z`,
      ),
    ),
  ) as [number, number]
  const seconds = (until - from) / 1_000
  if (!(seconds > 0)) return undefined
  return begin.includes('T') ? `PT${seconds}S` : `P${seconds / 86_400}D`
}

/**
 * The parser knows events by their UIDs, and some programs write none, or the same for all. A mark stands in front, so that none is called
 * like what the parser itself writes down.
 */
function withOwnUid(lines: Component, taken: Map<string, string>): Component {
  const begin = said(lines, 'DTSTART') ?? ''
  const own = said(lines, 'UID') ?? `${begin} ${said(lines, 'SUMMARY') ?? ''}`
  const isChanged = said(lines, 'RECURRENCE-ID') !== undefined || (said(lines, 'SEQUENCE') ?? '0') !== '0'
  const other = taken.get(own)
  const uid = !isChanged && other !== undefined && other !== begin ? `${own} ${begin}` : own
  if (said(lines, 'RECURRENCE-ID') === undefined) taken.set(uid, begin)
  return [...lines.slice(0, -1).filter((line) => !/^UID[;:]/i.test(line)), `UID:_${uid}`, ...lines.slice(-1)]
}
