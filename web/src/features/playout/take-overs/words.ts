import { dateLocale, type Language } from '../../../platform/ui/i18n/language.ts'

/** “30 minutes”, “2 hours” */
export function writeMinutes(minutes: number, language: Language): string {
  const isHours = minutes >= 60 && minutes % 60 === 0
  const unit = isHours ? 'hour' : 'minute'
  const format = new Intl.NumberFormat(dateLocale(language), { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(isHours ? minutes / 60 : minutes)
}

/** “0.4 s” */
export function writeSeconds(ms: number, language: Language): string {
  const format = { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(dateLocale(language), format).format(ms / 1_000)
}

/**
 * The minutes from now until a time of day by the clock of this browser: today, or tomorrow if it is over.
 *
 * @param time `HH:MM`
 * @returns NaN for anything else
 */
export function minutesUntil(time: string, now: Date): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  const end = new Date(now)
  end.setHours(Number(hours), Number(minutes), 0, 0)
  if (end <= now) end.setDate(end.getDate() + 1)
  return Math.ceil((end.getTime() - now.getTime()) / 60_000)
}

export function writeTime(at: number, language: Language): string {
  return new Intl.DateTimeFormat(dateLocale(language), { timeStyle: 'short' }).format(at)
}
