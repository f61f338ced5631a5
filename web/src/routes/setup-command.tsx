import { Button } from '@mantine/core'
import { Fragment } from 'react'
import { copyText } from '../ui/copy-text.ts'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { useNotice } from '../ui/notices.ts'
import styles from './setup.module.css'

/** @param command in which no word stands twice */
export function CommandLine({ command, label }: { command: string; label: string }) {
  const { t } = useI18n()
  const notice = useNotice()
  const copy = () =>
    copyText(command).then(
      () => notice('success', t('setup.copied')),
      () => notice('error', t('setup.not-copied')),
    )
  return (
    <div className={styles.command}>
      <code dir="ltr">
        {command.split(' ').map((word, index) => (
          // A line breaks between two words of it, and not behind the hyphens of an option.
          <Fragment key={word}>
            {index > 0 && ' '}
            <span>{word}</span>
          </Fragment>
        ))}
      </code>
      <Button size="compact-sm" variant="default" onClick={() => void copy()} aria-label={label}>
        {t('setup.copy')}
      </Button>
    </div>
  )
}
