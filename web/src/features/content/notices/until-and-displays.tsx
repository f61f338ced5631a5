import { type ProgrammeKey, Schedule } from '@placard/contract'
import { useState } from 'react'
import type { Form } from '../../../platform/form/use-form.ts'
import { CheckList } from '../../../platform/ui/check-list.tsx'
import dialog from '../../../platform/ui/dialog.module.css'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import type { useTargets } from '../entries/targets.tsx'
import { LastDay } from '../schedules/schedule-fields.tsx'
import { scheduleInWords } from '../schedules/sentence.ts'
import { useReader, useScheduleClock } from '../schedules/use-schedule-clock.ts'
import { type NoticeDraft, scheduleOf } from './notice-draft.ts'
import styles from './notice-form.module.css'

type Props = {
  programmeKey: ProgrammeKey
  form: Form<NoticeDraft>
  /** The displays to choose from. */
  targets: ReturnType<typeof useTargets>
}

/** The last day of a new notice and the displays that get it, folded: most notices have neither. */
export function UntilAndDisplays({ programmeKey, form, targets }: Props) {
  const { t } = useI18n()
  const reader = useReader()
  const { today } = useScheduleClock(programmeKey, [])
  const { displays: chosen, 'schedule.until': until } = form.values
  const [isOpen, setOpen] = useState(until.date !== '' || chosen.length > 0)
  const here = 'displayId' in programmeKey ? programmeKey.displayId : undefined
  const displays = here === undefined ? [] : (targets.found?.displays ?? [])
  const hasOthers = displays.length > 1
  const schedule = Schedule.safeParse(scheduleOf(form.values).schedule).data
  const said = [
    schedule ? scheduleInWords(schedule, today, reader) : t('schedule.always'),
    ...(hasOthers ? [chosen.length > 0 ? t('select.displays', { count: chosen.length + 1 }) : t('notices.here')] : []),
  ]

  return (
    <details className={dialog.fold} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t(hasOthers ? 'notices.until-and-displays' : 'notices.until')}{' '}
        <span className={styles.said}>{said.join(' · ')}</span>
      </summary>
      <div className={styles.parts}>
        <LastDay form={form} today={today} />
        {hasOthers && (
          <CheckList
            legend={t('select.copy-label')}
            lead={t('select.copy-lead')}
            all={t('notices.all-displays')}
            options={displays.map(({ id, name }) => ({
              id,
              name,
              ...(id === here ? { isFixed: true, note: t('select.copy-here') } : {}),
            }))}
            chosen={chosen}
            onChange={(displays) => form.change({ displays })}
          />
        )}
      </div>
    </details>
  )
}
