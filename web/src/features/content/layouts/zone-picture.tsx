import type { Item } from '@placard/contract'
import { useContext, useState } from 'react'
import { ITEM_KINDS } from '../items/item-kinds.ts'
import { ItemPicture } from '../items/item-picture.tsx'
import { placesOf } from '../items/media-address.ts'
import { MediaFrom } from '../items/media-from.ts'
import { picturesOf } from '../items/picture-stack.tsx'
import styles from './zone-picture.module.css'

/** An item as it fills its zone, or small in a list. Decorative: its title stands beside it. */
export function ZonePicture({ item, small = false }: { item: Item; small?: boolean }) {
  const mediaUrl = useContext(MediaFrom)
  const [broken, setBroken] = useState<readonly string[]>([])
  const { preview, Icon } = ITEM_KINDS[item.type]
  if (preview.by === 'words' && item.notice) {
    return (
      <span className={styles.words} aria-hidden="true">
        <ItemPicture item={item} />
      </span>
    )
  }
  const [href] = picturesOf([{ ...item, visible: true }])
  const place = href && placesOf(href, { small: true, mediaUrl }).find((one) => !broken.includes(one))
  if (!place) {
    return (
      <span className={styles.icon} data-small={small || undefined} aria-hidden="true">
        <Icon size={small ? 18 : 28} />
        {!small && <bdi className={styles.title}>{item.title}</bdi>}
      </span>
    )
  }
  return (
    <img
      className={styles.picture}
      src={place}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      data-fit={small ? 'cover' : item.fit}
      onError={() => setBroken([...broken, place])}
    />
  )
}
