import type { InvitationOffer } from '@placard/contract'
import { dateAndTime } from '../../../platform/ui/date-and-time.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import styles from './offer.module.css'
import { onlyTables } from './only-tables.ts'

/** The content of an invitation, as shown to the person invited. */
export function Offer({
  offer: { organisation, role, displays, tables, invitedBy, expiresAt },
}: {
  offer: InvitationOffer
}) {
  const i18n = useI18n()
  const { t, language } = i18n
  return (
    <dl className={`${panel.facts} ${styles.offer}`}>
      <dt>{t('join.organisation')}</dt>
      <dd>
        <bdi>{organisation}</bdi>
      </dd>
      <dt>{t('join.role')}</dt>
      <dd>{tables ? onlyTables(role, tables, i18n) : t(`role.means.${role}`)}</dd>
      {!tables && (
        <>
          <dt>{t('join.displays')}</dt>
          <dd>
            {displays === null ? (
              t('people.all-displays')
            ) : (
              <bdi>{new Intl.ListFormat(language, { type: 'conjunction' }).format(displays)}</bdi>
            )}
          </dd>
        </>
      )}
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
