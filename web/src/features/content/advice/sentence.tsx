import { Button } from '@mantine/core'
import type { Finding } from '@placard/playback'
import type { Ref } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import { adviceInWords, mendInWords } from './in-words.ts'
import styles from './sentence.module.css'

type Props = {
  finding: Finding
  /** Undefined: the user cannot fix it here. */
  onMend?: (() => void) | undefined
  onLeave?: (() => void) | undefined
  ref?: Ref<HTMLParagraphElement>
}

/** One piece of advice, with a button that applies it and one that dismisses it. */
export function Sentence({ finding, onMend, onLeave, ref }: Props) {
  const i18n = useI18n()
  const mend = onMend && mendInWords(finding, i18n)
  return (
    <p className={styles.sentence} data-advice={finding.rule} ref={ref} tabIndex={-1}>
      <WarningIcon size={18} />
      <span className={styles.words}>{adviceInWords(finding, i18n)}</span>
      <span className={styles.buttons}>
        {mend && (
          <Button variant="default" size="compact-sm" onClick={onMend}>
            {mend}
          </Button>
        )}
        {onLeave && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onLeave}>
            {i18n.t('advice.leave')}
          </Button>
        )}
      </span>
    </p>
  )
}
