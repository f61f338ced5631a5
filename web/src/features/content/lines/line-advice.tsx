import type { AdviceRule, LineId, ProgrammeKey, Schedule } from '@placard/contract'
import { lineShown, type Mend, type TextOfValue } from '@placard/playback'
import { type RefObject, useState } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { textWidthPx } from '../../../platform/ui/text-width.ts'
import FormAdvice from '../advice/form-advice.tsx'

type Props = {
  programmeKey: ProgrammeKey
  /** Undefined for a new line. */
  lineId?: LineId
  text: string
  /** The values of the text as screens show them. */
  textOf: TextOfValue
  schedule?: Schedule | undefined
  left?: RefObject<AdviceRule[]>
  onText: (text: string) => void
  /** Undefined for a new line, which has no schedule to end. */
  onSchedule?: (schedule: Schedule) => void
  /** Undefined if there is no line yet that could become a notice. */
  onMakeNotice?: () => void
}

/** [LT1] Advice on the readability of a line while it is typed. */
export default function LineAdvice({ programmeKey, lineId, text, textOf, schedule, left, ...on }: Props) {
  const [typedAt] = useState(serverNow)
  const filled = lineShown(text, textOf) ?? text
  const shown = filled === text ? {} : { shown: { text: filled, values: [] } }
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
      content={{ of: 'line', line: { text, schedule, ...shown }, widthPx: textWidthPx(filled), typedAt }}
      {...(left && { left })}
      doing={doing}
    />
  )
}
