import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import type { Row } from './rows.ts'
import styles from './week.module.css'

/** The name of a row; for editors, a button that opens its schedule. */
export function Name({ row: { title }, onEdit }: { row: Row; onEdit: (() => void) | undefined }) {
  const { t } = useI18n()
  if (!onEdit) {
    return (
      <span className={styles.name} dir="auto">
        {title}
      </span>
    )
  }
  return (
    <button type="button" className={styles.name} dir="auto" title={t('week.edit')} onClick={onEdit}>
      {title}
    </button>
  )
}
