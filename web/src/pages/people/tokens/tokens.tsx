import type { Session } from '@placard/contract'
import { TokenList } from '../../../features/people/tokens/token-list.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireSession } from '../../../shell/require-session.tsx'

export default function Tokens() {
  return <RequireSession>{(session) => <TokensPage session={session} />}</RequireSession>
}

/** The API tokens of the organisation. Users who are not owners read whom to ask. */
function TokensPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { organisation } = session
  const owned = session.role === 'owner' && organisation
  return (
    <InnerPage
      session={session}
      title={t('tokens.title')}
      lead={owned ? undefined : t('error.not-allowed')}
      width="form"
    >
      {owned && <TokenList organisation={organisation} session={session} />}
    </InnerPage>
  )
}
