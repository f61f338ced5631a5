import { type Item, PICTURES_PER_PLAYLIST, readItemUrl, thumbnailUrlOf } from '@placard/contract'
import { StackIcon } from '../../../platform/ui/icons.tsx'
import { ITEM_KINDS } from './item-kinds.ts'
import styles from './picture-stack.module.css'
import { Thumbnail } from './thumbnail.tsx'

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
            {href === undefined ? (
              sheet === 0 && <StackIcon size={32} />
            ) : (
              <Thumbnail key={href} href={href} className={styles.picture} instead={<StackIcon size={32} />} />
            )}
          </span>
        )
      })}
    </div>
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
