import { type DeckSettings, shownPagesOf } from '@placard/contract'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

type Words = Pick<ReturnType<typeof useI18n>, 't' | 'number'>

/** "12 pages, 2 left out" */
export function pagesInWords(pages: number, settings: DeckSettings | undefined, { t, number }: Words): string {
  const out = pages - shownPagesOf({ id: '' as never, deck: settings, pages: Array(pages).fill(null) }).length
  const all = t('decks.count', { count: pages, pages: number(pages) })
  return out === 0 ? all : t('decks.count-without', { pages: all, count: out, out: number(out) })
}
