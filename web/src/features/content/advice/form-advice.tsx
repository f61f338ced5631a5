import type { AdviceRule, ProgrammeKey } from '@placard/contract'
import { type AdviceContent, adviceKnown, type Finding, findingOf, findingsOf, type Mend } from '@placard/playback'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { adviceInWords } from './in-words.ts'
import { Sentence } from './sentence.tsx'
import { useAdviceFacts, useLeaveAdvice } from './use-advice.ts'

type Props = {
  programmeKey: ProgrammeKey
  /** Of what is edited; undefined: it is not there yet. */
  entryId: string | undefined
  /** As the form has it just now; undefined: there is nothing yet. */
  content: AdviceContent | undefined
  /** Of something new: the rules that somebody left, for when it is there. */
  left?: RefObject<AdviceRule[]>
  /** The change that this form can make for a mend; undefined: nothing, and there is no button. */
  doing: (mend: Mend) => (() => void) | undefined
}

/** Somebody who listens hears of it when the typing rests, and not at each key. */
const RESTS_MS = 1_200

/** [LT1] What keeps passers-by from reading what is typed: one sentence at a time, the worst first, and never a barrier. */
export default function FormAdvice({ programmeKey, entryId, content, left, doing }: Props) {
  const i18n = useI18n()
  const leave = useLeaveAdvice(programmeKey)
  const facts = useAdviceFacts(programmeKey)
  const programme = useProgramme(programmeKey).data
  const seen = useByFrame(content)
  const [leftHere, setLeftHere] = useState<readonly AdviceRule[]>([])
  const language = programme?.language ?? dateLocale(i18n.language)

  const { known, findings } = useMemo(() => {
    if (!seen || !facts || !programme) return { findings: [] }
    const place = { zoneOffsets: programme.zoneOffsets, language }
    const known = adviceKnown(programme, facts, serverNow(), place)
    return { known, findings: findingsOf(seen, known) }
  }, [seen, facts, programme, language])

  const isLeft = ({ rule }: Finding) =>
    leftHere.includes(rule) || facts?.left.some((one) => one.entryId === entryId && one.rule === rule)
  const finding = findings.find((one) => !isLeft(one))
  useHeard(finding && adviceInWords(finding, i18n), finding?.rule)
  const { sentence, onPress } = useFocusKept(finding?.rule)
  if (!finding) return null

  const leaveIt = () => {
    setLeftHere((before) => [...before, finding.rule])
    if (entryId !== undefined) void leave({ entryId, rule: finding.rule })
    else if (left) left.current = [...left.current, finding.rule]
  }
  /** Of what is typed by now: the sentence is a frame behind. */
  const mendIt = () => {
    const newest = content && known && findingOf(finding.rule, content, known)?.mend
    if (newest) doing(newest)?.()
  }
  const canMend = finding.mend !== undefined && doing(finding.mend) !== undefined
  return (
    // The next one is another: a second press on a button that is gone does nothing.
    <Sentence
      key={finding.rule}
      ref={sentence}
      finding={finding}
      onMend={canMend ? () => onPress(mendIt) : undefined}
      onLeave={() => onPress(leaveIt)}
    />
  )
}

/** Where a pressed button goes with its sentence, the focus is on the next one, else on the first field of the form. */
function useFocusKept(rule: AdviceRule | undefined) {
  const sentence = useRef<HTMLParagraphElement>(null)
  const pressedIn = useRef<HTMLElement>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other sentence
  useEffect(() => {
    const form = pressedIn.current
    pressedIn.current = undefined
    if (!form || (document.activeElement !== document.body && form.contains(document.activeElement))) return
    const next = sentence.current ?? form.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')
    next?.focus()
  }, [rule])
  const onPress = (run: () => void) => {
    pressedIn.current = sentence.current?.closest('form') ?? undefined
    run()
  }
  return { sentence, onPress }
}

/** The newest of what changes with every key, once a frame. */
function useByFrame<Value>(value: Value): Value {
  const [seen, setSeen] = useState(value)
  const newest = useRef(value)
  newest.current = value
  const name = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object with the same in it is no news
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSeen(newest.current))
    return () => cancelAnimationFrame(frame)
  }, [name])
  return seen
}

/** Says the sentence once the typing rests; the same advice with other figures is no news. */
function useHeard(words: string | undefined, rule: AdviceRule | undefined): void {
  const newest = useRef(words)
  newest.current = words
  useEffect(() => {
    if (rule === undefined) return
    const timer = setTimeout(() => newest.current && announce(newest.current), RESTS_MS)
    return () => clearTimeout(timer)
  }, [rule])
}
