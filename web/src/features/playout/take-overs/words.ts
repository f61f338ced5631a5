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

export function writeTime(at: number, language: Language): string {
  return new Intl.DateTimeFormat(dateLocale(language), { timeStyle: 'short' }).format(at)
}
