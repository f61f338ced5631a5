import styles from './error-box.module.css'
import { WarningIcon } from './icons.tsx'

/** A2: a message in a red box, read out at once. */
export function ErrorBox({ message }: { message: string }) {
  return (
    <div className={styles.box} role="alert">
      <WarningIcon />
      <span>{message}</span>
    </div>
  )
}
