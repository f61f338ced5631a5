import { Button } from '@mantine/core'
import { codeOf } from '../platform/api/api-error.ts'
import { ErrorBox } from '../platform/ui/error-box.tsx'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import styles from './load-failed.module.css'

export function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useI18n()
  return (
    <div className={styles.failed}>
      <ErrorBox message={`${t('dashboard.load-failed')} ${t(`error.${codeOf(error)}`)}`} />
      <Button variant="default" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  )
}
