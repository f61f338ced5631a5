import { PAGES, type Session } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { useChosenDisplay } from '../../../shell/chosen-display.ts'
import { RequireOrganisation } from '../../../shell/require-session.tsx'
import { Shell } from '../../../shell/shell.tsx'
import { DisplayDashboard } from './display-dashboard.tsx'
import { useLostDisplay } from './use-lost-display.ts'

const NoDisplay = lazyDialog(() => import('./no-display.tsx'), { quiet: true, ahead: false })

/** R4, rows D */
export default function Dashboard() {
  return <RequireOrganisation>{(session) => <DashboardPage session={session} />}</RequireOrganisation>
}

function DashboardPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { display, choose, pathTo } = useChosenDisplay(session)
  usePageTitle(t('dashboard.title'))
  useLostDisplay(session, display)
  return (
    <Shell session={session} display={display} onChooseDisplay={choose}>
      {display ? (
        // Keyed by display, so that no dialog or focus of the previous one remains.
        <DisplayDashboard key={display.id} session={session} display={display} addPath={pathTo(PAGES.addContainer)} />
      ) : (
        <NoDisplay session={session} onAdded={choose} />
      )}
    </Shell>
  )
}
