import { useState, useSyncExternalStore } from 'react'
import styles from './error-box.module.css'
import { useI18n } from './i18n/i18n.tsx'
import { WarningIcon } from './icons.tsx'
import { sessionReturns } from './session-return.ts'

/** A2: a message in a red box, announced at once. The message that the user has to sign in disappears once they have. */
export function ErrorBox({ message }: { message: string }) {
  const { t } = useI18n()
  const returns = useSyncExternalStore(sessionReturns.onChange, sessionReturns.count)
  const [before] = useState(returns)
  if (returns !== before && message === t('error.not-signed-in')) return null
  return (
    <div className={styles.box} role="alert">
      <WarningIcon />
      <span>{message}</span>
    </div>
  )
}
