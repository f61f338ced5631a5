import type { Condition, ProgrammeKey } from '@placard/contract'
import { answerTo, finderOf, isMetAt } from '@placard/playback'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import chip from '../schedules/schedule-chip.module.css'
import { useReader } from '../schedules/use-schedule-clock.ts'
import { WeatherMissing } from '../values/missing-values.tsx'
import styles from './condition-chip.module.css'
import { ConditionIcon } from './condition-icon.tsx'
import { conditionInWords, goneIn, lacksWeather } from './sentence.ts'

type Props = {
  programmeKey: ProgrammeKey
  condition: Condition
  /** False for users who may only view. */
  canEdit: boolean
  /** The element that names the thing. */
  'aria-describedby'?: string
  onClick: () => void
}

/** A condition in words, and the values of it that do not exist any more. For editors, a button that opens it. */
export default function ConditionChip({ programmeKey, condition, canEdit, ...button }: Props) {
  const { t } = useI18n()
  const reader = useReader()
  const programme = useProgramme(programmeKey).data
  const values = programme?.values
  const find = finderOf(values)
  const when = t('condition.only', { condition: conditionInWords(condition, find, reader) })
  // The answer to a command may come before the values of a new condition.
  const gone = values ? goneIn(condition, find, reader) : []
  const on = isMetAt(answerTo(condition, find), serverNow())
  const words = (
    <>
      <ConditionIcon size={16} />
      <span className={chip.when}>{when}</span>
    </>
  )
  return (
    <>
      {canEdit ? (
        <button
          type="button"
          className={chip.chip}
          aria-label={t('condition.label-is', { when })}
          data-action="condition"
          {...button}
        >
          {words}
        </button>
      ) : (
        <p className={chip.chip}>{words}</p>
      )}
      {gone.map((name) => (
        <p key={name} className={styles.gone}>
          <WarningIcon size={16} />
          <span>{t(on ? 'condition.gone-on' : 'condition.gone-off', { name })}</span>
        </p>
      ))}
      {lacksWeather(condition, find) && (
        <WeatherMissing programmeKey={programmeKey} as={on ? 'condition-on' : 'condition-off'} />
      )}
    </>
  )
}
