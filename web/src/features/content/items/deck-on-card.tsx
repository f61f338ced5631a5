import { DEFAULT_PLAYER_DURATION_SECONDS, type Item, shownPagesOf } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { pagesInWords } from './deck-words.ts'
import { PictureStack } from './picture-stack.tsx'

/** CT8: a deck on its card: a stack of its first pages, and the number of pages. */
export function DeckOnCard({ part, item }: { part: 'picture' | 'facts'; item: Item }) {
  const { t, number } = useI18n()
  const { pages = [], deck, duration } = item
  if (part === 'picture') {
    const shown = shownPagesOf({ id: item.id, deck, pages })
    return <PictureStack pictures={shown.map(({ page }) => page.url)} isWhole />
  }
  const seconds = duration || DEFAULT_PLAYER_DURATION_SECONDS
  const isEach = (deck?.seconds ?? []).length === 0
  return (
    <>
      <span>{pagesInWords(pages.length, deck, { t, number })}</span>
      <span aria-hidden="true">·</span>
      <span>{t(isEach ? 'decks.each' : 'decks.each-mostly', { seconds: number(seconds) })}</span>
    </>
  )
}
