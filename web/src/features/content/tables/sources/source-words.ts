import type { SourceFindings, SourceProblem } from '@placard/contract'
import type { useI18n } from '../../../../platform/ui/i18n/i18n.tsx'

type Translate = ReturnType<typeof useI18n>['t']

/** A sentence about what is wrong with a source, and one about what to do. */
export const problemOfSource = (problem: SourceProblem, t: Translate): string => t(`tables.source.wrong.${problem}`)

/** The names of at most this many columns or keys are written out. */
const MOST_NAMED = 5

/** Names of columns or keys in quotation marks, as a list. */
export function namesInWords(names: readonly string[], t: Translate, language: string): string {
  const quoted = names.slice(0, MOST_NAMED).map((name) => t('tables.source.name', { name }))
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(quoted)
}

/** The findings of the last read about columns and cells, one sentence each. New columns are told by themselves. */
export function findingsInWords(
  { gone, turned, unread, twice }: SourceFindings,
  t: Translate,
  language: string,
): string[] {
  const list = (names: readonly string[]) => namesInWords(names, t, language)
  return [
    ...(gone.length > 0 ? [t('tables.source.gone', { count: gone.length, columns: list(gone) })] : []),
    ...turned.map(({ column, sample }) => t('tables.source.turned', { column, sample })),
    ...unread.map(({ column, count, row, sample }) => t('tables.source.unread', { column, count, row, sample })),
    ...(twice.length > 0 ? [t('tables.source.twice', { keys: list(twice) })] : []),
  ]
}
