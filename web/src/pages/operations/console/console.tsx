import { Button } from '@mantine/core'
import { PAGES, type Session } from '@placard/contract'
import { Link } from 'react-router'
import { Console } from '../../../features/operations/console/console.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { Fallback } from '../../../shell/fallback.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireSession } from '../../../shell/require-session.tsx'

/** AC4: the console of the provider. */
export default function ConsoleRoute() {
  return (
    <RequireSession>
      {(session) => (session.operator ? <ConsolePage session={session} /> : <NotAllowed />)}
    </RequireSession>
  )
}

function ConsolePage({ session }: { session: Session }) {
  const { t } = useI18n()
  return (
    <InnerPage session={session} title={t('console.title')} lead={t('console.lead')} width="list">
      <Console />
    </InnerPage>
  )
}

function NotAllowed() {
  const { t } = useI18n()
  usePageTitle(t('console.title'))
  return (
    <Fallback
      title={t('console.not-allowed')}
      detail={t('console.title')}
      lead={t('console.not-allowed-lead')}
      action={
        <Button component={Link} to={PAGES.dashboard}>
          {t('action.back')}
        </Button>
      }
    />
  )
}
