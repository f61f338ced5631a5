import type { Item } from '@placard/contract'
import { ITEM_KINDS } from '../items/item-kinds.ts'
import { ItemPicture } from '../items/item-picture.tsx'
import { picturesOf } from '../items/picture-stack.tsx'
import { Thumbnail } from '../items/thumbnail.tsx'
import styles from './zone-picture.module.css'

/** An item as it fills its zone, or small in a list. Decorative: its title stands beside it. */
export function ZonePicture({ item, small = false }: { item: Item; small?: boolean }) {
  const { preview, Icon } = ITEM_KINDS[item.type]
  if (preview.by === 'words' && item.notice) {
    return (
      <span className={styles.words} aria-hidden="true">
        <ItemPicture item={item} />
      </span>
    )
  }
  const [href] = picturesOf([{ ...item, visible: true }])
  const icon = (
    <span className={styles.icon} data-small={small || undefined} aria-hidden="true">
      <Icon size={small ? 18 : 28} />
      {!small && <bdi className={styles.title}>{item.title}</bdi>}
    </span>
  )
  if (!href) return icon
  return <Thumbnail href={href} className={styles.picture} fit={small ? 'cover' : item.fit} instead={icon} />
}
