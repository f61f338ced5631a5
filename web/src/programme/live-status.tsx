import type { LiveStatus as Status } from '../platform/api/live-stream.ts'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import styles from './status.module.css'

/** Shows if the page is up to date (D8). */
export function LiveStatus({ status }: { status: Status }) {
  const { t } = useI18n()
  return (
    <span className={styles.live} data-status={status} role="status">
      {t(`live.${status}`)}
    </span>
  )
}
