import type { DwellSeconds } from '@placard/contract'
import { type HeldProgramme, loopHealthAt, playableOf } from '@placard/playback'
import { useDeferredValue } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { percent, span } from './figures.ts'
import styles from './loop-line.module.css'

type Props = { programme: HeldProgramme & { dwellSeconds: DwellSeconds }; onOpen: () => void }

/** [TM3] The length of the loop and the share that people see, in one line; a press shows more. */
export default function LoopLine({ programme: newest, onOpen }: Props) {
  const programme = useDeferredValue(newest)
  const { t, language } = useI18n()
  const { lengthMs, seen } = loopHealthAt(playableOf(programme), serverNow(), programme.dwellSeconds * 1_000)
  if (lengthMs === 0) return null
  return (
    <button type="button" className={styles.line} onClick={onOpen} aria-haspopup="dialog">
      {t('health.line', { length: span(lengthMs, language), share: percent(seen, language) })}
    </button>
  )
}
