import { MissReason, type PlaysReport } from '@placard/contract'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Words = Pick<ReturnType<typeof useI18n>, 't' | 'language'>

/** `45 s`, `12 min`, `3.4 h`, in the format of the language. */
export function lengthOf(ms: number, language: string): string {
  const [count, unit, digits] =
    ms < MINUTE_MS
      ? [ms / 1_000, 'second', 0]
      : ms < HOUR_MS
        ? [ms / MINUTE_MS, 'minute', 0]
        : ([ms / HOUR_MS, 'hour', ms < 100 * HOUR_MS ? 1 : 0] as const)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: unit as string,
    unitDisplay: 'short',
    maximumFractionDigits: digits as number,
  }).format(count as number)
}

export const countOf = (count: number, language: string) => new Intl.NumberFormat(language).format(count)

/** @param share from 0 to 1 */
export const shareOf = (share: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(share)

type Missed = PlaysReport['total']['missed']

export const sumMissed = (missed: Missed) => MissReason.options.reduce((sum, why) => sum + (missed[why] ?? 0), 0)

/** `2 times: its file is not on the server`, one sentence for each reason. */
export function missedInWords(missed: Missed, { t }: Words): string[] {
  return MissReason.options.flatMap((why) => {
    const count = missed[why] ?? 0
    return count === 0 ? [] : [t(`plays.missed.${why}`, { count })]
  })
}
