import { type Display, OpeningHours } from '@placard/contract'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../../platform/api/call.ts'
import { renewSession } from '../../../platform/api/renew-session.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { ChoiceIcon } from '../schedules/choice-icon.tsx'
import { bodyOf, type Draft, draftOf } from '../schedules/draft.ts'
import styles from '../schedules/schedule-dialog.module.css'
import { SHOWN, WhenFields } from '../schedules/schedule-fields.tsx'
import { dateIn } from '../schedules/use-schedule-clock.ts'

const Body = z.object({ schedule: OpeningHours.nullable() })

/** The initial times of the form; they can be changed. */
const OFFICE: OpeningHours = { days: [1, 2, 3, 4, 5], hours: [{ from: '07:00', until: '18:00' }] }

/** SH2: the times at which the screens of a display are on. The last save wins, as with all settings of a display. */
export default function OpeningHoursDialog({ display, onClose }: { display: Display; onClose: () => void }) {
  const { t } = useI18n()
  const notice = useNotice()
  // The display as it was when the form opened.
  const [{ organisationId, id: displayId, openingHours, timeZone, name }] = useState(display)
  const today = dateIn(timeZone)
  const form = useForm({
    schema: Body,
    start: (): Draft => ({ ...draftOf(openingHours ?? OFFICE, today), choice: openingHours ? 'own' : 'always' }),
    bodyOf: (draft) => (draft.choice === 'always' ? { schedule: null } : bodyOf(draft)),
    shows: SHOWN,
    save: async ({ schedule }) => {
      await call('updateDisplay', { params: { organisationId, displayId }, body: { openingHours: schedule } })
      await renewSession()
      notice('success', t('status.saved'))
      onClose()
    },
  })

  return (
    <FormDialog form={form} title={t('opening-hours.of', { name })} size="large" onClose={onClose}>
      <DrawnChoice
        compact
        hidesLegend
        autoFocus
        legend={t('opening-hours.title')}
        options={(['always', 'own'] as const).map((value) => ({
          value,
          label: t(value === 'always' ? 'opening-hours.always' : 'opening-hours.times'),
          hint: t(value === 'always' ? 'opening-hours.always-hint' : 'opening-hours.times-hint'),
          drawing: <ChoiceIcon choice={value} />,
        }))}
        value={form.values.choice === 'always' ? 'always' : 'own'}
        onChange={(choice) => form.change({ choice })}
      />
      {form.values.choice !== 'always' && <WhenFields form={form} today={today} />}
      <p className={styles.clock}>{t('opening-hours.hint')}</p>
    </FormDialog>
  )
}
