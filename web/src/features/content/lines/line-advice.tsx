import type { AdviceRule, LineId, ProgrammeKey, Schedule } from '@placard/contract'
import type { Mend } from '@placard/playback'
import { type RefObject, useState } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { textWidthPx } from '../../../platform/ui/text-width.ts'
import FormAdvice from '../advice/form-advice.tsx'

type Props = {
  programmeKey: ProgrammeKey
  /** Undefined for a new one. */
  lineId?: LineId
  text: string
  schedule?: Schedule | undefined
  left?: RefObject<AdviceRule[]>
  onText: (text: string) => void
  /** Undefined: it is not there yet, and nothing has to be ended. */
  onSchedule?: (schedule: Schedule) => void
  /** Undefined: there is no line yet that could become one. */
  onMakeNotice?: () => void
}

/** [LT1] What keeps passers-by from reading a text as it is typed. */
export default function LineAdvice({ programmeKey, lineId, text, schedule, left, ...on }: Props) {
  const [typedAt] = useState(serverNow)
  const doing = (mend: Mend) => {
    if (mend.of === 'hand') return mend.where === 'notice' ? on.onMakeNotice : undefined
    if (mend.of !== 'line') return undefined
    const { text: quiet, schedule: ended } = mend.change
    if (quiet !== undefined) return () => on.onText(quiet)
    const { onSchedule } = on
    return ended && onSchedule ? () => onSchedule(ended) : undefined
  }
  return (
    <FormAdvice
      programmeKey={programmeKey}
      entryId={lineId}
      content={{ of: 'line', line: { text, schedule }, widthPx: textWidthPx(text), typedAt }}
      {...(left && { left })}
      doing={doing}
    />
  )
}
