import { Fragment } from 'react'
import { CopyButton } from '../../../platform/ui/copy-button.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './setup.module.css'

/** @param command a command without repeated words */
export function CommandLine({ command, label }: { command: string; label: string }) {
  const { t } = useI18n()
  return (
    <div className={styles.command}>
      <code dir="ltr">
        {command.split(' ').map((word, index) => (
          // Lines break between words, not after the hyphens of an option.
          <Fragment key={word}>
            {index > 0 && ' '}
            <span>{word}</span>
          </Fragment>
        ))}
      </code>
      <CopyButton
        text={command}
        copied={t('setup.copied')}
        notCopied={t('setup.not-copied')}
        size="compact-sm"
        aria-label={label}
      >
        {t('setup.copy')}
      </CopyButton>
    </div>
  )
}
