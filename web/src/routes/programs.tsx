import type { Session } from '@placard/contract'
import { TokenList } from '../features/tokens/token-list.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { InnerPage } from './inner-page.tsx'
import { RequireSession } from './require-session.tsx'

export default function Programs() {
  return <RequireSession>{(session) => <ProgramsPage session={session} />}</RequireSession>
}

/** The ways in for programs. Whoever is no owner reads whom to ask. */
function ProgramsPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { organisation } = session
  const owned = session.role === 'owner' && organisation
  return (
    <InnerPage
      session={session}
      title={t('programs.title')}
      lead={owned ? undefined : t('error.not-allowed')}
      width="form"
    >
      {owned && <TokenList organisation={organisation} session={session} />}
    </InnerPage>
  )
}
