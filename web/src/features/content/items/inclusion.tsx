import type { IncludedPlaylist, Item } from '@placard/contract'
import { Link } from 'react-router'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { DeckOnCard } from './deck-on-card.tsx'
import { FeedOnCard } from './feed-on-card.tsx'
import styles from './item-card.module.css'
import { PictureStack, picturesOf } from './picture-stack.tsx'

type Props = {
  /** The part of the card to render. Only feeds have `trouble`. */
  part: 'picture' | 'facts' | 'trouble'
  item: Item
  playlist: IncludedPlaylist | undefined
  describedBy: string
  /** False for users who may only view. */
  canEdit?: boolean
}

/** The content of a card: the pages of a deck, the entries of a feed, or the included playlist. */
export default function Inclusion(props: Props) {
  if (props.item.type === 'feed') return <FeedOnCard {...props} />
  const { part } = props
  if (part === 'trouble') return null
  return props.item.type === 'deck' ? <DeckOnCard {...props} part={part} /> : <PlaylistOnCard {...props} part={part} />
}

/** CP8: the playlist's first pictures, its size, and a link to it. */
function PlaylistOnCard({ part, item, playlist, describedBy }: Props & { part: 'picture' | 'facts' }) {
  const { t } = useI18n()
  const { items = [], lines = [] } = playlist ?? {}
  if (part === 'picture') return <PictureStack pictures={picturesOf(items)} />
  return (
    <>
      <span>{t('playlists.containers', { count: items.length })}</span>
      {lines.length > 0 && <span aria-hidden="true">·</span>}
      {lines.length > 0 && <span>{t('playlists.texts', { count: lines.length })}</span>}
      <Link to={item.url} className={styles.open} aria-describedby={describedBy}>
        {t('playlists.open')}
      </Link>
    </>
  )
}
