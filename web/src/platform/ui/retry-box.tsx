import { Button } from '@mantine/core'
import { ErrorBox } from './error-box.tsx'
import { useI18n } from './i18n/i18n.tsx'
import styles from './retry-box.module.css'

/** Shown in place of something that could not be loaded. */
export function RetryBox({ message, onRetry }: { message: string; onRetry: () => unknown }) {
  const { t } = useI18n()
  return (
    <div className={styles.failed}>
      <ErrorBox message={message} />
      <Button variant="default" onClick={() => void onRetry()}>
        {t('action.retry')}
      </Button>
    </div>
  )
}
