import type { MoveInEntry } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { isReason } from './reasons.ts'
import type { ReportRow } from './report-file.ts'

/** The reason something was not brought in, and the remedy, in the user's language. */
export function useMovingWords() {
  const { t } = useI18n()
  const whyOf = (reason: string | undefined): string => {
    if (reason === undefined) return ''
    return isReason(reason) ? t(reason) : t('moving.why.unknown')
  }
  const rowOf = (entry: MoveInEntry): ReportRow => ({
    path: entry.path,
    thing: t(`moving.thing.${entry.thing}`),
    outcome: t(`moving.outcome.${entry.outcome}`),
    why: whyOf(entry.reason),
    todo: entry.outcome === 'not' ? t('moving.todo') : '',
  })
  return { whyOf, rowOf }
}
