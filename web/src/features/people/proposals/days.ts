import { dateLocale } from '../../../platform/ui/i18n/language.ts'

/** @param day `2026-12-04` */
export function dayInWords(day: string, language: Parameters<typeof dateLocale>[0]): string {
  const words = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeZone: 'UTC' })
  return words.format(Date.parse(`${day}T00:00:00Z`))
}
