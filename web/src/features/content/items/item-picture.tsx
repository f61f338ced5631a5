import { type Item, readItemUrl } from '@placard/contract'
import { useContext, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlayIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { ITEM_KINDS } from './item-kinds.ts'
import styles from './item-picture.module.css'
import { placesOf } from './media-address.ts'
import { MediaFrom } from './media-from.ts'
import { NoticesHere } from './notices-here.ts'

const BoardPicture = lazyDialog(() => import('./board-picture.tsx'), { quiet: true, ahead: false })
const WeatherPicture = lazyDialog(() => import('./weather-picture.tsx'), { quiet: true, ahead: false })
const NoticePicture = lazyDialog(() => import('./notice-picture.tsx'), { quiet: true, ahead: false })

/**
 * D5: the item's picture, as a thumbnail or in full size. Only the canonical address of `readItemUrl` is ever put into the page (V1).
 */
export function ItemPicture({ item, full = false }: { item: Item; full?: boolean }) {
  const { t } = useI18n()
  const { preview, length } = ITEM_KINDS[item.type]
  const address = readItemUrl(item.type, item.url)
  const mediaUrl = useContext(MediaFrom)
  const { forecast } = useContext(NoticesHere)
  const [broken, setBroken] = useState<readonly string[]>([])
  const href = item.playable && address.playable ? address.href : undefined
  const alt = t('items.picture-of', { title: item.title })
  const picturesOf = (href: string): readonly string[] => {
    switch (preview.by) {
      case 'picture':
      case 'film':
        return placesOf(href, { small: !full, mediaUrl, film: item.film })
      case 'poster':
        return [preview.posterOf(href)]
      case 'words':
      case 'rows':
      case 'weather':
      case 'icon':
        return []
    }
  }
  if (preview.by === 'words' && item.notice) {
    return (
      <div className={styles.frame} role="img" aria-label={alt}>
        <NoticePicture notice={item.shown?.notice ?? item.notice} url={item.url} />
      </div>
    )
  }
  if (preview.by === 'rows' && item.contents) {
    return (
      <div className={styles.frame} role="img" aria-label={alt}>
        <BoardPicture contents={item.contents} />
      </div>
    )
  }
  if (preview.by === 'weather' && item.weather && forecast) {
    return (
      <div className={styles.frame} role="img" aria-label={alt}>
        <WeatherPicture look={item.weather.look} forecast={forecast} />
      </div>
    )
  }
  const places = href === undefined ? [] : picturesOf(href)
  const place = places.find((one) => !broken.includes(one))
  // A film with a poster is not loaded for a thumbnail.
  const isFilm = preview.by === 'film' && !place?.endsWith('.webp')
  const fail = () => place !== undefined && setBroken((before) => [...before, place])

  return (
    <div className={styles.frame}>
      {place === undefined ? (
        <Placeholder item={item} playable={href !== undefined} />
      ) : isFilm ? (
        // Not the very first frame, which is usually black.
        <video
          className={styles.picture}
          src={`${place}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          aria-label={alt}
          onError={fail}
        />
      ) : (
        <img
          className={preview.by === 'poster' ? styles.thumbnail : styles.picture}
          src={place}
          alt={alt}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={(event) => {
            if (preview.by === 'poster' && event.currentTarget.naturalWidth <= NO_POSTER_PX) fail()
          }}
          onError={fail}
        />
      )}
      {href !== undefined && length !== null && (
        <span className={styles.play}>
          <PlayIcon size={18} />
        </span>
      )}
    </div>
  )
}

/** Width of the grey picture that YouTube sends with a 404, which browsers display like any other. */
const NO_POSTER_PX = 120

function Placeholder({ item, playable }: { item: Item; playable: boolean }) {
  const { t } = useI18n()
  const { type, title, url } = item
  const { Icon } = ITEM_KINDS[type]
  return (
    <div className={styles.placeholder} role="img" aria-label={t('items.no-picture')}>
      {playable ? <Icon size={32} /> : <WarningIcon size={32} />}
      <span className={styles.name} dir="auto">
        {type === 'webpage' && URL.canParse(url) ? new URL(url).host : title}
      </span>
    </div>
  )
}
