import { CopyButton } from '../../../platform/ui/copy-button.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './api-docs.module.css'

/** A command line to copy. @param name the purpose of the example, for the button's accessible name */
export function Example({ text, name }: { text: string; name: string }) {
  const { t } = useI18n()
  return (
    <div className={styles.example} dir="ltr">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton
        text={text}
        copied={t('tokens.copied')}
        notCopied={t('tokens.not-copied')}
        size="compact-sm"
        aria-label={`${t('tokens.copy')}: ${name}`}
      >
        {t('tokens.copy')}
      </CopyButton>
    </div>
  )
}
