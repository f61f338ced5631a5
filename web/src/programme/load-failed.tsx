import { codeOf } from '../platform/api/api-error.ts'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { RetryBox } from '../platform/ui/retry-box.tsx'

export function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useI18n()
  return <RetryBox message={`${t('dashboard.load-failed')} ${t(`error.${codeOf(error)}`)}`} onRetry={onRetry} />
}
