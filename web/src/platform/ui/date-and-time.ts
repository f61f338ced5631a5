import { dateLocale } from './i18n/language.ts'

/** `4 Dec 2026, 14:02` */
export function dateAndTime(at: number, language: string): string {
  return new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}
