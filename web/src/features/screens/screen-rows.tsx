import type { Item, Screen, Screens } from '@placard/contract'
import { ScreenRow } from './screen-row.tsx'
import styles from './screens-panel.module.css'

type Props = {
  /** Of the display's screens those that are looked at. */
  shown: Screen[]
  display: Screens
  items: Item[]
  canEdit: boolean
  nameOf: (screen: Screen) => string
  onRename: (screen: Screen) => void
  onRemove: (screen: Screen) => void
}

export default function ScreenRows({ shown, display, items, canEdit, nameOf, onRename, onRemove }: Props) {
  return (
    <ul className={styles.list}>
      {shown.map((screen) => (
        <ScreenRow
          key={screen.id}
          screen={screen}
          display={display}
          name={nameOf(screen)}
          items={items}
          canEdit={canEdit}
          onRename={() => onRename(screen)}
          onRemove={() => onRemove(screen)}
        />
      ))}
    </ul>
  )
}
