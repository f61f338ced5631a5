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

/** A list of what nobody vouches for. */
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A thing of what nobody vouches for. */
export const asThing = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Words of it; empty where there are none. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** A number that may be written as words. Undefined: it is none. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : asText(value).trim() === '' ? Number.NaN : Number(asText(value))
  return Number.isFinite(number) ? number : undefined
}

/** Products write yes as 1, "1" and true. */
export const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/** A length that an item can have. Undefined: none is said. */
export function secondsIn(value: unknown): number | undefined {
  const seconds = Math.round(asNumber(value) ?? 0)
  return seconds > 0 ? Math.min(seconds, MAX_DURATION_SECONDS) : undefined
}

/** A title that can be kept. */
export function titleFrom(value: unknown, fallback: string): string {
  const words = tidyText(
    asText(value)
      .toWellFormed()
      .replace(/[^\P{Cc}]/gu, ' ')
      .replace(/\.(jpe?g|png|gif|webp|bmp|svg|heic|mp4|m4v|mov|mkv|avi|webm|pdf)$/i, ''),
  )
  return (isBlank(words) ? fallback : words).slice(0, MAX_TITLE_CHARACTERS).toWellFormed()
}

/** The address of another's page, picture or film. Undefined: nothing that a screen could open. */
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

/** A moment by the clock of a place: `2026-12-24T08:00`. Undefined: it is none that a schedule could have. */
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

/** Spans that end so late end never: products that want an end get one like it. */
const FOR_EVER_MS = 20 * 365 * 24 * 60 * 60_000

/** True when its last moment is behind us. */
export const isOver = (untilMs: number | undefined, now: number): boolean => untilMs !== undefined && untilMs <= now

/** When something is on, from its first and its last moment. What began already needs no beginning. */
export function spanOf(
  fromMs: number | undefined,
  untilMs: number | undefined,
  { now, timeZone }: { now: number; timeZone: string },
): Schedule {
  const from = fromMs !== undefined && fromMs > now ? clockAt(fromMs, timeZone) : undefined
  const until = untilMs === undefined || untilMs > now + FOR_EVER_MS ? undefined : clockAt(untilMs, timeZone)
  return { ...(from && (!until || from < until) ? { from } : {}), ...(until ? { until } : {}) }
}
