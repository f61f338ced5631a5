export const DAY_MS = 24 * 60 * 60_000

/**
 * A date or a time as written. `local` is expressed as if its clock were UTC: milliseconds since 1970. `day`: a whole day,
 * whatever its VALUE parameter says. `utc`: an instant. `local`: by the clock of a zone, or of wherever it is read.
 */
export type WrittenTime = { local: number; form: 'day' | 'utc' | 'local' }

/** The formats of RFC 5545 (3.3.4, 3.3.5), and the separators and offsets of ISO 8601 that some programs write. */
const TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/i

/** Undefined: not a valid date, such as 30 February. */
export function readTime(written: string): WrittenTime | undefined {
  const [whole, year, month, day, hour, minute, second = '00', zone] = TIME.exec(written.trim()) ?? []
  if (whole === undefined) return undefined
  const date = localOf(Number(year), Number(month), Number(day))
  const back = new Date(date)
  if (back.getUTCMonth() + 1 !== Number(month) || back.getUTCDate() !== Number(day)) return undefined
  if (hour === undefined) return { local: date, form: 'day' }
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  // 24:00:00 is the end of its day. A second of 60 is a leap second.
  const isTime = (hours < 24 && minutes < 60 && seconds <= 60) || (hours === 24 && minutes === 0 && seconds === 0)
  if (!isTime) return undefined
  const local = date + ((hours * 60 + minutes) * 60 + seconds) * 1_000
  if (zone === undefined) return { local, form: 'local' }
  return { local: local - (zone.toUpperCase() === 'Z' ? 0 : (readOffset(zone) ?? 0)), form: 'utc' }
}

/** Milliseconds ahead of UTC. Undefined if it is not an offset. */
export function readOffset(written: string): number | undefined {
  const [whole, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(written.trim()) ?? []
  if (whole === undefined) return undefined
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
  if (ms >= DAY_MS || Number(minutes) > 59) return undefined
  return sign === '-' ? -ms : ms
}

/** Supports years below 100, which `Date.UTC` would map to the 20th century. @param month from 1 */
export function localOf(year: number, month: number, day: number): number {
  const date = new Date(Date.UTC(2000, month - 1, day))
  return date.setUTCFullYear(year, month - 1, day)
}

/** A duration: whole days by the local clock, and then milliseconds (RFC 5545, 3.3.6). */
export type Duration = { days: number; ms: number }

/** Undefined: not a duration. May be negative. */
export function readDuration(written: string): Duration | undefined {
  const [whole, sign, weeks, days, time, hours, minutes, seconds] =
    /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i.exec(written.trim()) ?? []
  if (whole === undefined || [weeks, days, time].every((part) => part === undefined)) return undefined
  const by = sign === '-' ? -1 : 1
  const count = (part: string | undefined) => by * Number(part ?? 0)
  return {
    days: count(weeks) * 7 + count(days),
    ms: ((count(hours) * 60 + count(minutes)) * 60 + count(seconds)) * 1_000,
  }
}
