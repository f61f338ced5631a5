import { PAGES, type Session } from '@placard/contract'
import { Link } from 'react-router'
import { DisplayList } from '../../../features/content/displays/display-list.tsx'
import { OwnPlace } from '../../../features/people/members/own-place.tsx'
import { People } from '../../../features/people/members/people.tsx'
import { SignInRule } from '../../../features/people/members/sign-in-rule.tsx'
import { Storage } from '../../../features/people/members/storage.tsx'
import { tellOtherTabs } from '../../../features/people/session/session-channel.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useChosenDisplay } from '../../../shell/chosen-display.ts'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireOrganisation } from '../../../shell/require-session.tsx'
import styles from './people.module.css'

/** AC2: the members of the organisation and its storage, for owners; for everybody else, only their own membership. */
export default function PeopleRoute() {
  return <RequireOrganisation ofTables>{(session) => <PeoplePage session={session} />}</RequireOrganisation>
}

function PeoplePage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { pathOf } = useChosenDisplay(session)
  const { organisation, role } = session
  if (!organisation || !role) return null
  const owns = role === 'owner'
  return (
    <InnerPage
      session={session}
      title={t(owns ? 'people.title' : 'people.own')}
      lead={owns ? t('people.lead', { name: organisation.name }) : organisation.name}
      width="list"
    >
      {owns && <People organisation={organisation} displays={session.displays} />}
      {owns && (
        <DisplayList
          organisationId={organisation.id}
          displays={session.displays}
          linkTo={(one) => (
            <Link to={pathOf(PAGES.dashboard, one)} className={styles.link}>
              {one.name}
            </Link>
          )}
        />
      )}
      {owns && <SignInRule organisationId={organisation.id} />}
      {owns && <Storage organisationId={organisation.id} />}
      <OwnPlace session={{ ...session, organisation, role }} onLeft={left} />
    </InnerPage>
  )
}

/** The session has ended. A full page load clears everything of it from memory. */
function left(): void {
  tellOtherTabs('signed-out')
  location.assign(PAGES.login)
}
