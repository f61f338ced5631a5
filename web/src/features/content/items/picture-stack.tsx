import { type Item, PICTURES_PER_PLAYLIST, readItemUrl, thumbnailUrlOf } from '@placard/contract'
import { useContext, useState } from 'react'
import { StackIcon } from '../../../platform/ui/icons.tsx'
import { ITEM_KINDS } from './item-kinds.ts'
import { placesOf } from './media-address.ts'
import { MediaFrom } from './media-from.ts'
import styles from './picture-stack.module.css'

/** The pictures of a stack. One without a picture is blank. */
const SHEETS = [0, 1, 2]

type Props = {
  /** Addresses, as returned by `readItemUrl`. */
  pictures: readonly string[]
  /** Pages are shown whole, without cropping. */
  isWhole?: boolean
}

/** A thumbnail of a playlist or a deck: a stack of its first pictures. */
export function PictureStack({ pictures, isWhole = false }: Props) {
  return (
    <div className={styles.stack} data-whole={isWhole || undefined} aria-hidden="true">
      {SHEETS.map((sheet) => {
        const href = pictures[sheet]
        return (
          <span key={sheet} className={styles.sheet}>
            {href === undefined ? sheet === 0 && <StackIcon size={32} /> : <Picture key={href} href={href} />}
          </span>
        )
      })}
    </div>
  )
}

function Picture({ href }: { href: string }) {
  const mediaUrl = useContext(MediaFrom)
  const [broken, setBroken] = useState<readonly string[]>([])
  const place = placesOf(href, { small: true, mediaUrl }).find((one) => !broken.includes(one))
  if (place === undefined) return <StackIcon size={32} />
  return (
    <img
      className={styles.picture}
      src={place}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken([...broken, place])}
    />
  )
}

/** The pictures of the first items that play, if they have thumbnails. */
export function picturesOf(items: readonly Item[]): string[] {
  const seen = items.filter(({ visible, playable }) => visible && playable).flatMap(pictureOf)
  return seen.slice(0, PICTURES_PER_PLAYLIST)
}

function pictureOf({ type, url, film }: Item): string[] {
  const { preview } = ITEM_KINDS[type]
  const address = readItemUrl(type, url)
  if (!address.playable) return []
  if (preview.by === 'picture') return [address.href]
  const poster = preview.by === 'film' ? thumbnailUrlOf(address.href, film) : undefined
  if (poster) return [poster]
  return preview.by === 'poster' ? [preview.posterOf(address.href)] : []
}
