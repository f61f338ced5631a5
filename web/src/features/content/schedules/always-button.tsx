import { ActionIcon } from '@mantine/core'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ClockIcon } from '../../../platform/ui/icons.tsx'

export type ScheduleButtonProps = {
  /** The element that says of what it is the schedule. */
  'aria-describedby': string
  onClick: () => void
}

/** Opens the schedule of what is always on: there is nothing to say about it. */
export function AlwaysButton(props: ScheduleButtonProps) {
  const { t } = useI18n()
  return (
    <ActionIcon
      aria-label={t('schedule.label-is', { when: t('schedule.always') })}
      title={t('schedule.label')}
      data-action="schedule"
      data-seldom
      {...props}
    >
      <ClockIcon />
    </ActionIcon>
  )
}
