import type { Session } from '@placard/contract'
import { useSearchParams } from 'react-router'
import { AllScreens } from '../../../features/screens/screens/all-screens.tsx'
import { UpdatesCard } from '../../../features/screens/updates/card.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireOrganisation } from '../../../shell/require-session.tsx'

/** [SH1] All screens of the organisation. */
export default function Screens() {
  return <RequireOrganisation>{(session) => <ScreensPage session={session} />}</RequireOrganisation>
}

function ScreensPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const [query] = useSearchParams()
  const { organisation, role, displays } = session
  if (!organisation) return null
  return (
    <InnerPage session={session} title={t('paired.title')} lead={t('paired.lead')} width="list">
      {role === 'owner' && <UpdatesCard organisationId={organisation.id} />}
      <AllScreens
        organisationId={organisation.id}
        canEdit={role === 'editor' || role === 'owner'}
        isOwner={role === 'owner'}
        displayId={displays.find(({ id }) => id === query.get('display'))?.id}
      />
    </InnerPage>
  )
}
