import {
  isBlank,
  MAX_DURATION_SECONDS,
  MAX_TITLE_CHARACTERS,
  MAX_URL_CHARACTERS,
  playingFormOf,
  readItemUrl,
  type Schedule,
  tidyText,
} from '@placard/contract'

/** Reads untrusted data as a list; empty if it is not one. */
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Reads untrusted data as an object; empty if it is not one. */
export const asThing = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Reads untrusted data as text; empty if there is none. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** A number, which may be written as text. Undefined if it is not a number. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : asText(value).trim() === '' ? Number.NaN : Number(asText(value))
  return Number.isFinite(number) ? number : undefined
}

/** Products write true as 1, "1" or true. */
export const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/** A duration that an item can have. Undefined if there is none. */
export function secondsIn(value: unknown): number | undefined {
  const seconds = Math.round(asNumber(value) ?? 0)
  return seconds > 0 ? Math.min(seconds, MAX_DURATION_SECONDS) : undefined
}

/** A title that can be saved. */
export function titleFrom(value: unknown, fallback: string): string {
  const words = tidyText(
    asText(value)
      .toWellFormed()
      .replace(/[^\P{Cc}]/gu, ' ')
      .replace(/\.(jpe?g|png|gif|webp|bmp|svg|heic|mp4|m4v|mov|mkv|avi|webm|pdf)$/i, ''),
  )
  return (isBlank(words) ? fallback : words).slice(0, MAX_TITLE_CHARACTERS).toWellFormed()
}

/** The address of an external page, picture or film. Undefined if screens cannot open it. */
export function addressIn(
  value: string,
  type: 'image' | 'video' | 'webpage',
): { type: 'image' | 'video' | 'webpage' | 'youtube'; url: string } | undefined {
  const url = value.trim()
  const form = playingFormOf({ type, url }, globalThis.location?.origin)
  if ('problem' in form) return undefined
  const read = readItemUrl(form.type, form.url)
  return read.playable && read.href.length <= MAX_URL_CHARACTERS ? { type: form.type, url: read.href } : undefined
}

/** A time in the given time zone: `2026-12-24T08:00`. Undefined if a schedule cannot have it. */
export function clockAt(ms: number, timeZone: string): string | undefined {
  if (!Number.isFinite(ms) || ms < Date.UTC(1971, 0, 1) || ms > Date.UTC(2100, 0, 1)) return undefined
  const format = new Intl.DateTimeFormat('en-CA-u-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const seconds = parts.second === '00' ? '' : `:${parts.second}`
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}${seconds}`
}

/** A span that ends later than this never ends: products that require an end get such a date. */
const FOR_EVER_MS = 20 * 365 * 24 * 60 * 60_000

/** True if the end is in the past. */
export const isOver = (untilMs: number | undefined, now: number): boolean => untilMs !== undefined && untilMs <= now

/** The schedule from a first and a last time. A start in the past is left out. */
export function spanOf(
  fromMs: number | undefined,
  untilMs: number | undefined,
  { now, timeZone }: { now: number; timeZone: string },
): Schedule {
  const from = fromMs !== undefined && fromMs > now ? clockAt(fromMs, timeZone) : undefined
  const until = untilMs === undefined || untilMs > now + FOR_EVER_MS ? undefined : clockAt(untilMs, timeZone)
  return { ...(from && (!until || from < until) ? { from } : {}), ...(until ? { until } : {}) }
}
