import { type ReactNode, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './past.module.css'

/** The folded end of a list, with everything that is over (SD8). Stays open or closed while its entries change. */
export function Past({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <details className={styles.past} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{t('schedule.past', { count })}</summary>
      {children}
    </details>
  )
}
