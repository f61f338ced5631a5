import type { Schedule } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ClockIcon } from '../../../platform/ui/icons.tsx'
import type { ScheduleButtonProps } from './always-button.tsx'
import styles from './schedule-chip.module.css'
import { scheduleInWords } from './sentence.ts'
import { type ScheduleClock, useReader } from './use-schedule-clock.ts'

type ChipProps = ScheduleButtonProps & {
  schedule: Schedule
  clock: ScheduleClock
  /** False for users who may only view. */
  canEdit: boolean
}

/** A schedule in words; for editors, a button that opens it. */
export default function ScheduleChip({ schedule, clock, canEdit, ...button }: ChipProps) {
  const { t } = useI18n()
  const reader = useReader()
  const when = scheduleInWords(schedule, clock.today, reader)
  const words = (
    <>
      <ClockIcon size={16} />
      <span className={styles.when}>{when}</span>
    </>
  )
  if (!canEdit) {
    return <p className={styles.chip}>{words}</p>
  }
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={t('schedule.label-is', { when })}
      data-action="schedule"
      {...button}
    >
      {words}
    </button>
  )
}
