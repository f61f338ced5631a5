import type { InvitationOffer } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import styles from './offer.module.css'

/** The content of an invitation, as shown to the person invited. */
export function Offer({ offer: { organisation, role, displays, invitedBy, expiresAt } }: { offer: InvitationOffer }) {
  const { t, language } = useI18n()
  const moment = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <dl className={styles.offer}>
      <dt>{t('join.organisation')}</dt>
      <dd>
        <bdi>{organisation}</bdi>
      </dd>
      <dt>{t('join.role')}</dt>
      <dd>{t(`role.means.${role}`)}</dd>
      <dt>{t('join.displays')}</dt>
      <dd>
        {displays === null ? (
          t('people.all-displays')
        ) : (
          <bdi>{new Intl.ListFormat(language, { type: 'conjunction' }).format(displays)}</bdi>
        )}
      </dd>
      {invitedBy && (
        <>
          <dt>{t('join.by')}</dt>
          <dd>
            <bdi>{invitedBy}</bdi>
          </dd>
        </>
      )}
      <dt>{t('join.expires')}</dt>
      <dd>{moment.format(expiresAt)}</dd>
    </dl>
  )
}
