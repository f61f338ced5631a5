import { type DisplayKey, playerPath } from '@placard/contract'
import { CopyButton } from '../../../platform/ui/copy-button.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { publicOrigin } from '../../../platform/ui/public-origin.ts'
import styles from './screens-panel.module.css'

/** The address that makes a device a screen of this display. */
export function Address({ display }: { display: DisplayKey }) {
  const { t } = useI18n()
  const address = publicOrigin() + playerPath(display)
  return (
    <span className={styles.address}>
      <CopyButton
        text={address}
        copied={t('screens.copied')}
        notCopied={t('screens.not-copied', { address })}
        size="sm"
      >
        {t('screens.copy')}
      </CopyButton>
    </span>
  )
}
