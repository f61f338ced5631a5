import type { IncludedPlaylist, Item } from '@placard/contract'
import { Link } from 'react-router'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './item-card.module.css'
import { PictureStack, picturesOf } from './picture-stack.tsx'

type Props = {
  /** Two places of its card. */
  part: 'picture' | 'facts'
  item: Item
  playlist: IncludedPlaylist | undefined
  describedBy: string
}

/** CP8: a playlist on the card of its inclusion: its first pictures, how much it holds, and the way to it. */
export default function Inclusion({ part, item, playlist, describedBy }: Props) {
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
