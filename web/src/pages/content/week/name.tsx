import { ConditionIcon } from '../../../features/content/conditions/condition-icon.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import type { Row } from './rows.ts'
import styles from './week.module.css'

/** [DT6] The kinds of data that decide whether the entry is on within its times. */
export function Depends({ row: { depends } }: { row: Row }) {
  const { t } = useI18n()
  return depends.map((of) => (
    <span key={of} className={styles.depends}>
      <ConditionIcon size={14} />
      {t(`week.depends.${of}`)}
    </span>
  ))
}

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
