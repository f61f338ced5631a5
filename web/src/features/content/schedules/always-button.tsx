import { ActionIcon } from '@mantine/core'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ClockIcon } from '../../../platform/ui/icons.tsx'

export type ScheduleButtonProps = {
  /** The element that names the scheduled thing. */
  'aria-describedby': string
  onClick: () => void
}

/** Opens the schedule of a thing that is always on, which has no words to show. */
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
