import type { Form } from '../../../platform/form/use-form.ts'
import { DrawnChoice } from '../../../platform/ui/drawn-choice.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ChoiceIcon } from './choice-icon.tsx'
import { CHOICES, type Choice, type Draft, QUICK_HOURS, withChoice } from './draft.ts'
import styles from './schedule-dialog.module.css'
import { ScheduleFields } from './schedule-fields.tsx'
import { dayInWords, timeInWords } from './sentence.ts'
import { useReader } from './use-schedule-clock.ts'

type Props = {
  form: Form<Draft>
  legend: string
  /** The date at the display. */
  today: string
  /** True in a dialog whose heading already has the text of the legend: the focus starts here. */
  autoFocus?: boolean
}

/** The quick choices, and the fields of the selected one. */
export function ScheduleChoice({ form, legend, today, autoFocus = false }: Props) {
  const { t } = useI18n()
  const reader = useReader()

  const wordsOf = (choice: Choice): { label: string; hint?: string } => {
    switch (choice) {
      case 'always':
        return { label: t('schedule.always'), hint: t('schedule.choice.always-hint') }
      case 'today':
        return { label: t('schedule.choice.today'), hint: dayInWords(today, today, reader, true) }
      case 'weekdays':
      case 'school': {
        const { from, until } = QUICK_HOURS[choice]
        const times = { from: timeInWords(from, reader), until: timeInWords(until, reader) }
        return { label: t(`schedule.choice.${choice}`), hint: t('schedule.hours', times) }
      }
      default:
        return { label: t(`schedule.choice.${choice}`), hint: t(`schedule.choice.${choice}-hint`) }
    }
  }

  return (
    <>
      <DrawnChoice
        compact
        hidesLegend={autoFocus}
        autoFocus={autoFocus}
        legend={legend}
        options={CHOICES.map((value) => ({ value, ...wordsOf(value), drawing: <ChoiceIcon choice={value} /> }))}
        value={form.values.choice}
        onChange={(choice) => form.change(withChoice(form.values, choice, today))}
      />
      <div className={styles.fields}>
        <ScheduleFields form={form} today={today} />
      </div>
    </>
  )
}
