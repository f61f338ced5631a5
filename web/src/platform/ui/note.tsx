import { WarningIcon } from './icons.tsx'
import styles from './note.module.css'

/** Something to know before going on: it stops nobody. */
export function Note({ text }: { text: string }) {
  return (
    <p className={styles.note} role="status">
      <WarningIcon size={18} />
      <span>{text}</span>
    </p>
  )
}
