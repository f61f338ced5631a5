import { VisuallyHidden } from '@mantine/core'
import type { ProgrammeKey } from '@placard/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { explained } from './explained.ts'
import type { Kind, Mends } from './kinds.ts'
import { shortTime, useTimeTo } from './seconds.ts'
import styles from './state.module.css'
import { useSetting } from './use-setting.ts'
import { isQuiet, stateInShort } from './words.ts'

type Props = {
  programmeKey: ProgrammeKey
  kind: Kind
  id: string
  /** The element that names the explained thing. */
  describedBy: string
  /** None for users who may only view. */
  mends?: Mends | undefined
}

/** [TM2] The reason something is on or off, in two or three words; a press shows more. */
export default function State({ programmeKey, kind, id, describedBy, mends }: Props) {
  const why = useSyncExternalStore(explained.onChange, () => explained.of(kind, id))
  const setting = useSetting(programmeKey, id)

  useEffect(() => (mends ? explained.offer(kind, id, mends) : undefined), [kind, id, mends])

  if (!why) return null
  const words = stateInShort(why, setting)
  return (
    <button
      type="button"
      className={styles.state}
      data-kind={kind}
      data-reason={why.reason}
      data-quiet={isQuiet(why) || undefined}
      data-seldom={(kind === 'line' && isQuiet(why)) || undefined}
      data-broken={why.onScreens?.trouble === 'broken' || undefined}
      aria-describedby={describedBy}
      aria-haspopup="dialog"
      onClick={() => explained.ask({ kind, id })}
    >
      {typeof words === 'string' ? words : <NextIn at={words.nextAt} />}
    </button>
  )
}

/** A visible countdown. Screen readers do not announce every second, because the button's name stays the same. */
function NextIn({ at }: { at: number }) {
  const { t, language } = useI18n()
  const time = useTimeTo(at, (ms) => shortTime(ms, language))
  return (
    <>
      <span aria-hidden="true">{t('why.next-in', { time })}</span>
      <VisuallyHidden>{t('why.in-loop')}</VisuallyHidden>
    </>
  )
}
