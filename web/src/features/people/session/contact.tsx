import { useHelp } from '../../../platform/api/help.ts'
import { ContactLink } from '../../../platform/ui/contact-link.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './session.module.css'

/** The provider's contact, if the installation configures one; otherwise nothing. */
export function Contact() {
  const { t } = useI18n()
  const { data } = useHelp()
  if (!data?.contact) return null
  return (
    <p className={styles.contact}>
      {t('contact.us')} <ContactLink contact={data.contact} />
    </p>
  )
}
