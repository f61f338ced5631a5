import type { Schedule } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ClockIcon } from '../../../platform/ui/icons.tsx'
import type { ScheduleButtonProps } from './always-button.tsx'
import { ScheduleChip } from './in-words.ts'
import styles from './schedule-line.module.css'
import type { ScheduleClock } from './use-schedule-clock.ts'

type Props = ScheduleButtonProps & {
  schedule: Schedule | null | undefined
  clock: ScheduleClock
  /** False for users who may only view. */
  canEdit: boolean
}

/** The schedule of a thing in words; "Always" without one. For editors, a button that opens it. */
export function ScheduleLine({ schedule, clock, canEdit, ...button }: Props) {
  const { t } = useI18n()
  if (schedule) return <ScheduleChip schedule={schedule} clock={clock} canEdit={canEdit} {...button} />
  if (!canEdit) return null
  return (
    <button
      type="button"
      className={styles.always}
      aria-label={t('schedule.label-is', { when: t('schedule.always') })}
      data-action="schedule"
      {...button}
    >
      <ClockIcon size={16} />
      {t('schedule.always')}
    </button>
  )
}
