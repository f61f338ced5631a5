import type { Programme, ProgrammeKey } from '@placard/contract'
import { useDeferredValue } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './advice-line.module.css'
import { useAdvised } from './use-advised.ts'

type Props = { programmeKey: ProgrammeKey; programme: Programme; onOpen: () => void }

/** [LT2] "2 things passers-by cannot read"; a press lists them. The page reserves its space, so that nothing moves when it appears. */
export default function AdviceLine({ programmeKey, programme, onOpen }: Props) {
  const { t } = useI18n()
  // Deferred, so that a press is painted before the whole display is checked.
  const all = useAdvised(programmeKey, useDeferredValue(programme))
  if (!all) return null
  const { read, undescribed } = all
  if (read.length + undescribed.length === 0) {
    return (
      <p className={styles.fine}>
        <CheckIcon size={18} />
        <span>{t('advice.nothing')}</span>
      </p>
    )
  }
  const words =
    read.length > 0
      ? t('advice.line', { count: read.length })
      : t('advice.line-undescribed', { count: undescribed.length })
  return (
    <button type="button" className={styles.line} data-calm={read.length === 0} onClick={onOpen} aria-haspopup="dialog">
      <WarningIcon size={18} />
      <span>{words}</span>
    </button>
  )
}
