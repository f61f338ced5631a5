import type { Condition, ProgrammeKey } from '@placard/contract'
import { answerTo, finderOf, isMetAt, type When } from '@placard/playback'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useReader, useScheduleClock } from '../schedules/use-schedule-clock.ts'
import { conditionInWords, reasonInWords } from './sentence.ts'

type Props = {
  programmeKey: ProgrammeKey
  condition: Condition
  /**
   * `why`: the reason why it is off. `now`: the condition, and whether it is met. `only`: the condition alone.
   */
  as: 'why' | 'now' | 'only'
}

/** A condition in a sentence: "Not on, because Menu: Soup: Sold out is no." */
export default function ConditionSaid({ programmeKey, condition, as }: Props) {
  const { t } = useI18n()
  const reader = useReader()
  const programme = useProgramme(programmeKey).data
  const find = finderOf(programme?.values)
  const answer = answerTo(condition, find)
  const clock = useScheduleClock(programmeKey, [{ condition: answer } as When])
  if (!programme) return null
  const only = t('condition.only', { condition: conditionInWords(condition, find, reader) })
  if (as === 'only') return only
  const reason = reasonInWords(condition, find, clock.localNow, reader)
  if (as === 'why') return t('condition.unmet', { reason })
  const state = t(isMetAt(answer, clock.now) ? 'condition.met-now' : 'condition.unmet-now', { reason })
  return t('condition.with-state', { condition: only, state })
}
