import { Duration, MAX_DURATION_SECONDS } from '@placard/contract'
import { CutText, type KeptValue } from './kept-value.ts'

/** `seconds` undefined: the player's default for an item without a duration (P7). `remark`: what was changed, for people. */
export type ReadDuration = { seconds: number | undefined; remark?: string }

const DECIMAL = /^\d+(\.\d+)?$/

/** Reads a duration in seconds as the old product stored it: mostly text, sometimes a number. */
export function readDuration(value: KeptValue | undefined): ReadDuration {
  if (value === undefined || value === null || value === '') return { seconds: undefined }
  const text = typeof value === 'string' ? value.trim() : ''
  const seconds = typeof value === 'number' ? value : DECIMAL.test(text) ? Number(text) : Number.NaN
  if (seconds > MAX_DURATION_SECONDS && Number.isFinite(seconds)) {
    return { seconds: MAX_DURATION_SECONDS, remark: 'its duration is longer than a day, so it was set to a day' }
  }
  if (Duration.safeParse(seconds).success) return { seconds: seconds === 0 ? 0 : seconds }
  if (seconds > 0 && Number.isFinite(seconds)) {
    // 0 would mean the player's default duration.
    const whole = Math.max(1, Math.round(seconds))
    return { seconds: whole, remark: `its duration is not a whole number of seconds, so it was rounded to ${whole}` }
  }
  return { seconds: undefined, remark: `its duration is ${inWords(value)}, so it was ignored` }
}

function inWords(value: KeptValue): string {
  if (typeof value === 'string') return `${JSON.stringify(value.slice(0, 40))}, which is not a number of seconds`
  return typeof value === 'number' ? `the number ${value}` : nameOfKind(value)
}

/** Describes the kind of a value, for people. */
export function nameOfKind(value: KeptValue | undefined): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (value instanceof CutText) return 'a text that is too long'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Map) return 'an object'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}
