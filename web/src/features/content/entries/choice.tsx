import styles from './choice.module.css'

/** While several entries are selected: whether one of them is. */
export type Chosen = { isChosen: boolean; onToggle: (isRange: boolean) => void }

/** Lies over the whole of a card or a row, which is pressed. @param labelledBy the element with its title or text */
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
