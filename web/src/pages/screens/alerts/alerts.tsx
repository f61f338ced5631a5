import { PAGES, type Session } from '@placard/contract'
import { Link } from 'react-router'
import { OwnChoice } from '../../../features/screens/alerts/alert-choice.tsx'
import { useAlerts } from '../../../features/screens/alerts/alerts-query.ts'
import { WrongBefore, WrongNow } from '../../../features/screens/alerts/incident-list.tsx'
import { SCREENS_HEADING_ID } from '../../../features/screens/screens/heading-id.ts'
import { codeOf } from '../../../platform/api/api-error.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import { useChosenDisplay } from '../../../shell/chosen-display.ts'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireOrganisation } from '../../../shell/require-session.tsx'
import styles from './alerts.module.css'

/** Current and past incidents of screens, and the settings for emails. */
export default function AlertsRoute() {
  return <RequireOrganisation>{(session) => <AlertsPage session={session} />}</RequireOrganisation>
}

function AlertsPage({ session }: { session: Session }) {
  const { organisation } = session
  return organisation ? <OfOrganisation session={{ ...session, organisation }} /> : null
}

type Organised = Session & { organisation: NonNullable<Session['organisation']> }

function OfOrganisation({ session }: { session: Organised }) {
  const { t } = useI18n()
  const { pathOf } = useChosenDisplay(session)
  const { organisation, displays, role } = session
  const { data, error, refetch } = useAlerts(organisation.id)
  return (
    <InnerPage session={session} title={t('alerts.title')} lead={t('alerts.lead')} width="list">
      {data ? (
        <>
          <WrongNow
            alerts={data}
            organisationId={organisation.id}
            canMute={role === 'owner' || role === 'editor'}
            displays={displays}
            linkTo={(display, words) => (
              <Link to={`${pathOf(PAGES.dashboard, display)}#${SCREENS_HEADING_ID}`} className={styles.link}>
                {words}
              </Link>
            )}
          />
          <OwnChoice alerts={data} organisationId={organisation.id} displays={displays} email={session.email} />
          {role === 'owner' && (
            <p className={styles.programs}>
              {t('alerts.programs')} <Link to={PAGES.webhooks}>{t('webhooks.open')}</Link>
            </p>
          )}
          <WrongBefore alerts={data} displays={displays} />
        </>
      ) : (
        <Section
          title={t('alerts.now')}
          loading={!error}
          problem={error ? t(`error.${codeOf(error)}`) : undefined}
          onRetry={refetch}
        />
      )}
    </InnerPage>
  )
}
