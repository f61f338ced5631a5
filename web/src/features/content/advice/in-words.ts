import type { AdviceRule } from '@placard/contract'
import type { AdviceFigures, Finding } from '@placard/playback'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'

type I18n = Pick<ReturnType<typeof useI18n>, 't' | 'number' | 'language'>

const DAY_MS = 24 * 3_600_000
/** A Monday, in days since 1970. */
const A_MONDAY = 4

const weekdaysIn = (weekdays: readonly number[], language: string) => {
  const name = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return new Intl.ListFormat(language).format(weekdays.map((day) => name.format((A_MONDAY + day - 1) * DAY_MS)))
}
const shareOf = (share: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(Math.max(0.01, share))
const short = (value: number, language: string) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)

/** For each rule, a sentence about the problem. */
const SENTENCES: { [Rule in AdviceRule]: (figures: AdviceFigures[Rule], i18n: I18n) => string } = {
  overflow: (_, { t }) => t('advice.overflow'),
  'film-in-zone': ({ display, number: zone, filmsPlayIn, hasPoster }, { t, number }) =>
    t(hasPoster ? 'advice.film-poster' : 'advice.film-left-out', {
      display: `\u2068${display}\u2069`,
      number: number(zone),
      other: number(filmsPlayIn),
    }),
  letters: ({ metres, wanted, isInZone }, { t, language }) =>
    t(isInZone ? 'advice.letters-in-zone' : 'advice.letters', {
      metres: short(metres, language),
      wanted: short(wanted, language),
    }),
  'page-letters': ({ px, metres, wanted }, { t, number, language }) =>
    t('advice.page-letters', { px: number(px), metres: short(metres, language), wanted: short(wanted, language) }),
  contrast: (_, { t }) => t('advice.contrast'),
  countdown: (_, { t }) => t('live-words.over'),
  'date-over': ({ day }, { t, language }) =>
    t('advice.date-over', {
      date: new Intl.DateTimeFormat(dateLocale(language), { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
        day * DAY_MS,
      ),
    }),
  weekday: ({ weekdays }, { t, language }) => t('advice.weekday', { weekdays: weekdaysIn(weekdays, language) }),
  'too-short': ({ seconds }, { t }) => t('advice.too-short', { count: seconds }),
  'long-line': ({ seconds, dwell }, { t, number }) =>
    t('advice.long-line', { seconds: number(seconds), dwell: number(dwell) }),
  shouting: ({ words }, { t }) => t('advice.shouting', { count: words }),
  'many-lines': ({ lines }, { t }) => t('advice.many-lines', { count: lines }),
  'small-picture': ({ times, width, height }, { t, number, language }) =>
    t('advice.small-picture', { times: short(times, language), width: number(width), height: number(height) }),
  'picture-shape': ({ isCut, share }, { t, language }) =>
    isCut
      ? t('advice.picture-cut', { share: shareOf(1 - share, language) })
      : t('advice.picture-narrow', { share: shareOf(share, language) }),
  unheard: (_, { t }) => t('advice.unheard'),
  undescribed: (_, { t }) => t('advice.undescribed'),
  unseen: ({ items }, { t }) => t('advice.unseen', { count: items }),
}

export function adviceInWords({ rule, figures }: Finding, i18n: I18n): string {
  return (SENTENCES[rule] as (figures: object, i18n: I18n) => string)(figures, i18n)
}

/** For each rule, the text of the button that makes the change. */
const CHANGES: { [Rule in AdviceRule]: (figures: AdviceFigures[Rule], i18n: I18n) => string } = {
  overflow: (_, { t }) => t('advice.do.words'),
  'film-in-zone': () => '',
  letters: (_, { t }) => t('advice.do.words'),
  'page-letters': (_, { t }) => t('advice.do.file'),
  contrast: (_, { t }) => t('advice.do.contrast'),
  countdown: (_, { t }) => t('advice.do.take-off'),
  'date-over': (_, { t }) => t('advice.do.take-off'),
  weekday: ({ weekdays }, { t, language }) => t('advice.do.weekday', { weekdays: weekdaysIn(weekdays, language) }),
  'too-short': ({ more }, { t }) => t('advice.do.longer', { count: more }),
  'long-line': (_, { t }) => t('advice.do.notice'),
  shouting: (_, { t }) => t('advice.do.quiet'),
  'many-lines': (_, { t }) => t('advice.do.words'),
  'small-picture': (_, { t }) => t('advice.do.file'),
  'picture-shape': ({ isCut }, { t }) => t(isCut ? 'advice.do.whole' : 'advice.do.file'),
  unheard: (_, { t }) => t('advice.do.silent'),
  undescribed: (_, { t }) => t('advice.do.description'),
  unseen: (_, { t }) => t('advice.do.shorter'),
}

/** Undefined: there is no button. */
export function mendInWords({ rule, figures, mend }: Finding, i18n: I18n): string | undefined {
  if (!mend) return undefined
  if (mend.of === 'hand') return i18n.t(`advice.do.${mend.where}`)
  return (CHANGES[rule] as (figures: object, i18n: I18n) => string)(figures, i18n)
}
