import { useSyncExternalStore } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for everything that counts down. */
function onSecond(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of Array.from(listeners)) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time left until an instant, in words. Re-renders only when the words change. */
export function useTimeTo(at: number, words: (ms: number) => string): string {
  const read = () => words(Math.max(0, at - serverNow()))
  return useSyncExternalStore(onSecond, read)
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** "40 sec", "3 min", "2 hr": the language's shortest form, in the largest unit that is precise enough. */
export function shortTime(ms: number, language: string): string {
  const [count, unit] =
    ms < 90_000
      ? [Math.ceil(ms / 1_000), 'second']
      : ms < HOUR_MS
        ? [Math.round(ms / MINUTE_MS), 'minute']
        : [Math.round(ms / HOUR_MS), 'hour']
  const key = `${language} ${unit}`
  const format =
    formats.get(key) ?? new Intl.NumberFormat(language, { style: 'unit', unit: unit as string, unitDisplay: 'narrow' })
  formats.set(key, format)
  return format.format(count as number)
}

/** Cached: creating one takes a tenth of a millisecond, and each card asks every second. */
const formats = new Map<string, Intl.NumberFormat>()
