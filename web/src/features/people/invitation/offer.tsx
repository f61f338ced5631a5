import type { InvitationOffer } from '@placard/contract'
import { dateAndTime } from '../../../platform/ui/date-and-time.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import styles from './offer.module.css'

/** The content of an invitation, as shown to the person invited. */
export function Offer({
  offer: { organisation, role, displays, tables, invitedBy, expiresAt },
}: {
  offer: InvitationOffer
}) {
  const { t, language } = useI18n()
  return (
    <dl className={`${panel.facts} ${styles.offer}`}>
      <dt>{t('join.organisation')}</dt>
      <dd>
        <bdi>{organisation}</bdi>
      </dd>
      <dt>{t('join.role')}</dt>
      <dd>{t(`role.means.${role}`)}</dd>
      <dt>{t(tables ? 'join.tables' : 'join.displays')}</dt>
      <dd>
        {displays === null && tables === null ? (
          t('people.all-displays')
        ) : (
          <bdi>{new Intl.ListFormat(language, { type: 'conjunction' }).format(tables ?? displays ?? [])}</bdi>
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
      <dd>{dateAndTime(expiresAt, language)}</dd>
    </dl>
  )
}
