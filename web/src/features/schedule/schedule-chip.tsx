import { ActionIcon } from '@mantine/core'
import type { Schedule } from '@placard/contract'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { ClockIcon } from '../../ui/icons.tsx'
import styles from './schedule-chip.module.css'
import { absenceInWords, scheduleInWords, stateInWords } from './sentence.ts'
import { type ScheduleClock, useReader } from './use-schedule-clock.ts'

type ButtonProps = {
  /** The element that says of what it is the schedule. */
  'aria-describedby': string
  onClick: () => void
}

/** Opens the schedule of what is always on: there is nothing to say about it. */
export function AlwaysButton(props: ButtonProps) {
  const { t } = useI18n()
  return (
    <ActionIcon
      aria-label={t('schedule.label-is', { when: t('schedule.always') })}
      title={t('schedule.label')}
      data-action="schedule"
      {...props}
    >
      <ClockIcon />
    </ActionIcon>
  )
}

type ChipProps = ButtonProps & {
  schedule: Schedule
  clock: ScheduleClock
  /** False for whoever only looks. */
  canEdit: boolean
}

/** A schedule in words; for those who may, the button that opens it. */
export function ScheduleChip({ schedule, clock, canEdit, ...button }: ChipProps) {
  const { t } = useI18n()
  const reader = useReader()
  const when = scheduleInWords(schedule, clock.today, reader)
  const state = stateInWords(clock.stateOf(schedule), clock.localNow, reader)
  const words = (
    <>
      <ClockIcon size={16} />
      <span className={styles.when}>{when}</span>
    </>
  )
  if (!canEdit) {
    return (
      <p className={styles.chip} title={state}>
        {words}
      </p>
    )
  }
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={t('schedule.label-is', { when })}
      title={state}
      data-action="schedule"
      {...button}
    >
      {words}
    </button>
  )
}

/**
 * Why something is not on, in two or three words; undefined while it is.
 *
 * @param alone the name of the one for which everything else waits now
 */
export function useAbsence(
  schedule: Schedule | undefined,
  clock: ScheduleClock,
  alone: string | undefined,
): string | undefined {
  const reader = useReader()
  const absence = absenceInWords(clock.stateOf(schedule), clock.localNow, reader)
  if (absence !== undefined || alone === undefined || schedule?.alone) return absence
  return reader.t('schedule.waits', { title: alone })
}
