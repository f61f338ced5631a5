import type { Playlist } from '@placard/contract'
import { playlistPath } from '@placard/contract'
import { Link } from 'react-router'
import { displaysOf } from '../../../platform/api/playlists.ts'
import card from '../../../platform/ui/card.module.css'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import { PictureStack } from '../items/picture-stack.tsx'
import styles from './playlist-cards.module.css'

/** Approximate height of a card. */
const CARD_PX = 280

/** The playlists of an organisation, each with its first pictures. */
export function PlaylistCards({ playlists }: { playlists: readonly Playlist[] }) {
  return (
    <LongList className={card.grid} of={playlists} usualPx={CARD_PX} words={({ name }) => name}>
      {(playlist) => (
        <article className={`${card.card} ${styles.card}`}>
          <PictureStack pictures={playlist.pictures} />
          <div className={styles.body}>
            <h2 className={styles.name}>
              {/* The whole card is a link. */}
              <Link to={playlistPath(playlist.id)} className={`${card.whole} ${styles.link}`} dir="auto">
                {playlist.name}
              </Link>
            </h2>
            <PlaylistFacts playlist={playlist} />
          </div>
        </article>
      )}
    </LongList>
  )
}

/** The number of entries, and the number of displays that play it. */
export function PlaylistFacts({ playlist }: { playlist: Playlist }) {
  const { t } = useI18n()
  const { items, lines } = playlist
  const displays = displaysOf(playlist)
  return (
    <p className={styles.facts}>
      <span>{t('playlists.containers', { count: items })}</span>
      <span aria-hidden="true">·</span>
      <span>{t('playlists.texts', { count: lines })}</span>
      <span className={styles.where} data-none={displays.length === 0 || undefined}>
        {displays.length === 0 ? t('playlists.on-none') : t('playlists.on-displays', { count: displays.length })}
      </span>
    </p>
  )
}
