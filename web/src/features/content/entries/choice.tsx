import styles from './choice.module.css'

/** In selection mode: the selection state of an entry. */
export type Chosen = { isChosen: boolean; onToggle: (isRange: boolean) => void }

/** A checkbox that covers the whole card or row. @param labelledBy the element with its title or text */
export function Choice({ isChosen, onToggle, labelledBy }: Chosen & { labelledBy: string }) {
  return (
    <input
      type="checkbox"
      className={styles.choice}
      aria-labelledby={labelledBy}
      checked={isChosen}
      onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  )
}
