import { useI18n } from './i18n/i18n.tsx'
import { WarningIcon } from './icons.tsx'
import styles from './without-https.module.css'

/** [F60] What it means for screens that this page came without https; nothing, where it came with it or from this machine. */
export function WithoutHttps() {
  const { t } = useI18n()
  if (window.isSecureContext) return null
  return (
    <p className={styles.note}>
      <WarningIcon size={18} />
      <span>{t('screens.without-https')}</span>
    </p>
  )
}
