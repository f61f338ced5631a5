import { Button } from '@mantine/core'
import type { TakeOver } from '@placard/contract'
import { dateAndTime } from '../../../platform/ui/date-and-time.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import styles from './take-overs.module.css'

type Props = { past: readonly TakeOver[]; onReport: (one: TakeOver) => void }

/** The take-overs that are over, the latest first. Each drill has a report. */
export function PastTakeOvers({ past, onReport }: Props) {
  const { t, language, number } = useI18n()
  return (
    <ul className={panel.rows}>
      {past.map((one) => (
        <li key={one.id} className={panel.row}>
          <div className={panel.who}>
            <strong dir="auto">{one.name}</strong>{' '}
            {one.drill && <span className={styles.badge}>{t('take-over.drill')}</span>}
            <small>
              {dateAndTime(one.startedAt, language)} · <bdi>{one.startedBy}</bdi>
              {' · '}
              {t(`take-over.ending.${one.ending ?? 'time'}`)}
            </small>
          </div>
          <span className={styles.sum}>
            {t('take-over.figure.shown')}: {number(one.shown)} / {number(one.of)}
          </span>
          <Button
            variant="default"
            size="sm"
            aria-label={t('take-over.report-of', { name: one.name })}
            onClick={() => onReport(one)}
          >
            {t('take-over.report')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
