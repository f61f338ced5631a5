import type { Item } from '@placard/contract'
import { NO_PICTURE } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FeedIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import styles from './feed-on-card.module.css'
import NoticePicture from './notice-picture.tsx'

const FeedStatus = lazyDialog(() => import('./feed-status.tsx'), { quiet: 'for good', ahead: false })
/** The number of texts that fit on a card. */
const LINES_SEEN = 4

type Props = { part: 'picture' | 'facts' | 'trouble'; item: Item; canEdit?: boolean }

/** FD1: a feed on its card: the entries that it shows now, their number, and its status. */
export function FeedOnCard({ part, item, canEdit = false }: Props) {
  const { t, number } = useI18n()
  const { entries = [], feed } = item
  if (part === 'trouble') return canEdit ? <FeedStatus item={item} part={part} /> : null
  if (part === 'facts') {
    const isLines = feed?.as === 'lines'
    return (
      <>
        <span>
          {t(isLines ? 'feed.lines' : 'feed.notices', { count: entries.length, entries: number(entries.length) })}
        </span>
        {canEdit && <FeedStatus item={item} part={part} />}
      </>
    )
  }
  const [first] = entries
  if (first?.notice) return <NoticePicture notice={first.notice} url={NO_PICTURE} />
  return (
    <div className={styles.lines} aria-hidden="true">
      {entries.length === 0 && <FeedIcon size={32} />}
      {entries.slice(0, LINES_SEEN).map(({ id, text }) => (
        <span key={id} className={styles.line} dir="auto">
          {text}
        </span>
      ))}
    </div>
  )
}
