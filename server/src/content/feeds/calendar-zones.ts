import { type Component, propertiesNamed, propertyNamed } from './calendar-lines.ts'
import { DAY_MS, readOffset, readTime } from './calendar-time.ts'
import { type Budget, type Rule, readRule, TooCostly, timesADay, timesOf } from './repetition.ts'
import { WINDOWS_ZONES } from './windows-zones.ts'

/** A time zone: offsets in milliseconds ahead of UTC, each valid from an instant on. `first`: the offset before the first change. */
export type Zone = { first: number; changes: readonly { at: number; offset: number }[] }

export const UTC: Zone = { first: 0, changes: [] }

/** Changes before this year are left out: no event on a screen is that old. */
const EARLIEST = Date.UTC(1970, 0, 1)
/** Limits of zones in a file and of changes in a zone. Files made by people stay below them. */
const MOST_ZONES = 50
const MOST_CHANGES = 1_000
/** Days that the rules of all zones of a calendar may examine. A rule for one change a year takes about 2,000. */
const MOST_DAYS = 400_000

/**
 * Finds the time zones that the events of a calendar name.
 *
 * The rules in the calendar take precedence, whatever their name (RFC 5545, 3.6.5). If the name is a known one, they are used
 * only if they have no end: many programs write only the changes of the year concerned, and some write none.
 *
 * @param until the instant up to which changes are calculated
 * @returns undefined: the name is unknown, and the calendar has no rules for it, or contradictory ones
 */
export function zonesOf(components: readonly Component[], until: number): (name: string) => Zone | undefined {
  const budget = { days: MOST_DAYS }
  const known = new Map<string, Zone | undefined>()
  const own = Map.groupBy(components, (component) => propertyNamed(component, 'TZID')?.value.replaceAll('"', ''))
  return (name) => {
    if (known.has(name) || known.size >= MOST_ZONES) return known.get(name)
    const rules = ownZone(own.get(name) ?? [], until, budget)
    const zone = rules?.isEndless ? rules.zone : (namedZone(name, until) ?? rules?.zone)
    known.set(name, zone)
    return zone
  }
}

type OwnZone = { zone: Zone; isEndless: boolean }

/** The zone that a calendar defines for one name. */
function ownZone(components: readonly Component[], until: number, budget: Budget): OwnZone | undefined {
  try {
    const zones = components.map((component) => zoneBy(component, until, budget))
    const [zone] = zones
    return zone && zones.every((other) => JSON.stringify(other) === JSON.stringify(zone)) ? zone : undefined
  } catch (error) {
    if (error instanceof TooCostly) return undefined
    throw error
  }
}

/** Undefined: it has no rules, one that cannot be read, or two that contradict each other at one instant. */
function zoneBy({ parts }: Component, until: number, budget: Budget): OwnZone | undefined {
  const changes = new Map<number, number>()
  const before: { at: number; offset: number }[] = []
  let isEndless = false
  for (const part of parts) {
    if (part.name !== 'STANDARD' && part.name !== 'DAYLIGHT') continue
    const observance = observanceOf(part)
    if (!observance) return undefined
    const { from, to, onsets, rules } = observance
    const own = new Set(onsets.map((local) => local - from))
    for (const rule of rules) {
      isEndless ||= rule.count === undefined && rule.until === undefined
      for (const at of changesBy(rule, { begin: onsets[0] as number, from, until }, budget)) own.add(at)
    }
    before.push({ at: Math.min(...own), offset: from })
    for (const at of own) {
      if ((changes.get(at) ?? to) !== to) return undefined
      changes.set(at, to)
    }
    if (changes.size > MOST_CHANGES) return undefined
  }
  const first = before.sort((one, other) => one.at - other.at)[0]
  if (first === undefined) return undefined
  const sorted = [...changes].map(([at, offset]) => ({ at, offset })).sort((one, other) => one.at - other.at)
  return { zone: { first: first.offset, changes: sorted }, isEndless }
}

type Observance = { from: number; to: number; onsets: number[]; rules: Rule[] }

function observanceOf(part: Component): Observance | undefined {
  const offset = (name: string) => readOffset(propertyNamed(part, name)?.value ?? '')
  const [from, to] = [offset('TZOFFSETFROM'), offset('TZOFFSETTO')]
  const begin = readTime(propertyNamed(part, 'DTSTART')?.value ?? '')
  const further = propertiesNamed(part, 'RDATE').flatMap(({ value }) => value.split(',').map(readTime))
  const rules = propertiesNamed(part, 'RRULE').map(({ value }) => readRule(value))
  const isRead = [begin, ...further, ...rules].every((one) => one !== undefined)
  if (from === undefined || to === undefined || !isRead) return undefined
  const onsets = [begin, ...further].map((time) => (time as { local: number }).local)
  return { from, to, onsets: onsets.slice(0, MOST_CHANGES + 1), rules: rules.filter((rule) => rule !== undefined) }
}

/** The instants at which a rule changes the offset. */
function* changesBy(
  rule: Rule,
  { begin, from, until }: { begin: number; from: number; until: number },
  budget: Budget,
): Generator<number> {
  if (timesADay(rule) > 1) throw new TooCostly()
  const { count = MOST_CHANGES + 1, until: last } = rule
  const lastAt = last === undefined ? until : last.form === 'utc' ? last.local : last.local - from
  const earliest = rule.count === undefined ? EARLIEST : begin
  let found = 0
  for (const local of timesOf(rule, begin, earliest, until + DAY_MS, budget)) {
    found += 1
    if (found > count || local - from > lastAt) return
    yield local - from
  }
}

/** A zone by a name that is known without the calendar. Undefined: the name is not known. */
function namedZone(name: string, until: number): Zone | undefined {
  const iana = ianaOf(name)
  if (iana !== undefined) return zoneOfIana(iana, until)
  const [, offset] = /^\(?(?:UTC|GMT)?\s*([+-]\d\d?(?::?\d\d)?)?\)?/i.exec(name) ?? []
  if (offset === undefined) return /^\(?(UTC|GMT)\)?(?![\w/+-])/i.test(name) ? UTC : undefined
  const padded = offset.replace(/^([+-])(\d)(?!\d)/, '$10$2').replace(/^([+-]\d\d)$/, '$100')
  const ms = readOffset(padded)
  return ms === undefined ? undefined : { first: ms, changes: [] }
}

/**
 * The IANA name for a name in a file. Some programs write a path before the IANA name; others write the name that Windows uses or
 * displays.
 */
function ianaOf(name: string): string | undefined {
  if (isIana(name)) return name
  const windows = WINDOWS_ZONES.get(name.toLowerCase())
  if (windows !== undefined) return windows
  const path = name.split('/')
  const inPath = [path.slice(-2), path.slice(-3)]
    .map((parts) => parts.join('/'))
    .find((some) => some !== name && isIana(some))
  return inPath ?? shownByWindows(name)
}

function isIana(name: string): boolean {
  try {
    // A name that is an offset is not an IANA zone.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "(UTC-08:00) Pacific Time (US & Canada)". */
function shownByWindows(name: string): string | undefined {
  const [, offset, places] = /^\((?:UTC|GMT)([+-]\d\d:\d\d)?\)\s*(.+)$/i.exec(name) ?? []
  if (places === undefined) return undefined
  const standard = readOffset(offset ?? '+00:00')
  const named = places.split(/[,;:]/).flatMap((some) => {
    const place = some.trim()
    const region = place.replace(/ Time \((?:US (?:&|and) )?Canada\)$/i, '')
    const known = WINDOWS_ZONES.get(`${region.toLowerCase()} standard time`)
    return [...(known ? [known] : []), ...(CITIES().get(place.toLowerCase()) ?? [])]
  })
  return named.find((zone) => offsetsOfYear(zone).includes(standard as number))
}

let cities: Map<string, string[]> | undefined
/** The IANA zones by their cities, in lower case. */
function CITIES(): Map<string, string[]> {
  cities ??= Map.groupBy(Intl.supportedValuesOf('timeZone'), (zone) =>
    (zone.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase(),
  )
  return cities
}

const offsetsOfYear = (zone: string): number[] =>
  [Date.UTC(2026, 0), Date.UTC(2026, 6)].map(
    (at) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6,
  )

function zoneOfIana(name: string, until: number): Zone {
  let clock = Temporal.Instant.fromEpochMilliseconds(EARLIEST).toZonedDateTimeISO(name)
  const offsetOf = (some: Temporal.ZonedDateTime) => some.offsetNanoseconds / 1e6
  const first = offsetOf(clock)
  const changes: { at: number; offset: number }[] = []
  for (;;) {
    const next = clock.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds > until) return { first, changes }
    if (offsetOf(next) !== offsetOf(clock)) changes.push({ at: next.epochMilliseconds, offset: offsetOf(next) })
    clock = next
  }
}

function offsetAt({ first, changes }: Zone, instant: number): number {
  let [low, high] = [0, changes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((changes[middle]?.at ?? 0) <= instant) low = middle + 1
    else high = middle
  }
  return changes[low - 1]?.offset ?? first
}

/** Converts an instant to the local time of a zone. */
export const localAt = (zone: Zone, instant: number): number => instant + offsetAt(zone, instant)

/**
 * The instant at which the clock of a zone shows a local time; the first one if there are two. Undefined if the clock skips that
 * time.
 */
function instantShowing(zone: Zone, local: number): number | undefined {
  if (zone.changes.length === 0) return local - zone.first
  const [before, after] = [offsetAt(zone, local - DAY_MS), offsetAt(zone, local + DAY_MS)]
  if (before === after) return local - before
  const instants = [local - before, local - after].filter((instant) => localAt(zone, instant) === local)
  return instants.length > 0 ? Math.min(...instants) : undefined
}

export const isThere = (zone: Zone, local: number): boolean => instantShowing(zone, local) !== undefined

/** RFC 5545, 3.3.5: the first of two instants. For a skipped time, the offset before the change is used. */
export const instantAt = (zone: Zone, local: number): number =>
  instantShowing(zone, local) ?? local - offsetAt(zone, local - DAY_MS)
