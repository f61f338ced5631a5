import { WarningIcon } from './icons.tsx'
import styles from './note.module.css'

/** A warning that does not block the user. */
export function Note({ text }: { text: string }) {
  return (
    <p className={styles.note} role="status">
      <WarningIcon size={18} />
      <span>{text}</span>
    </p>
  )
}
