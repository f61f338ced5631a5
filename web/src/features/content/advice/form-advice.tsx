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
  /** The id of the edited entry; undefined: it does not exist yet. */
  entryId: string | undefined
  /** The current content of the form; undefined: nothing yet. */
  content: AdviceContent | undefined
  /** For a new entry: the dismissed rules, to be saved once it exists. */
  left?: RefObject<AdviceRule[]>
  /** The change that this form can make for a mend; undefined: none, and there is no button. */
  doing: (mend: Mend) => (() => void) | undefined
}

/** Screen readers announce the advice after this pause in typing, not at each key. */
const RESTS_MS = 1_200

/** [LT1] Advice on the readability of the typed text: one sentence at a time, the worst first, and never blocking. */
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
  /** Uses the newest content, because the sentence is one frame behind. */
  const mendIt = () => {
    const newest = content && known && findingOf(finding.rule, content, known)?.mend
    if (newest) doing(newest)?.()
  }
  const canMend = finding.mend !== undefined && doing(finding.mend) !== undefined
  return (
    // Keyed by rule, so that a second press on a button that is gone does nothing.
    <Sentence
      key={finding.rule}
      ref={sentence}
      finding={finding}
      onMend={canMend ? () => onPress(mendIt) : undefined}
      onLeave={() => onPress(leaveIt)}
    />
  )
}

/** When a pressed button disappears with its sentence, focuses the next sentence, or the form's first field. */
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

/** The newest value, updated at most once per frame. */
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

/** Announces the sentence after a pause in typing. The same advice with other figures is not announced again. */
function useHeard(words: string | undefined, rule: AdviceRule | undefined): void {
  const newest = useRef(words)
  newest.current = words
  useEffect(() => {
    if (rule === undefined) return
    const timer = setTimeout(() => newest.current && announce(newest.current), RESTS_MS)
    return () => clearTimeout(timer)
  }, [rule])
}
