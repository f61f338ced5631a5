import { PAGES, type Session } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ChangePassword } from '../../../features/people/account/change-password.tsx'
import { MissingStep } from '../../../features/people/account/missing-step.tsx'
import { Passkeys } from '../../../features/people/account/passkeys.tsx'
import { SecondFactor } from '../../../features/people/account/second-factor.tsx'
import { SessionList } from '../../../features/people/account/session-list.tsx'
import { begin, signOut } from '../../../features/people/session/session-query.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireSession } from '../../../shell/require-session.tsx'

export default function Account() {
  return <RequireSession>{(session) => <AccountPage session={session} />}</RequireSession>
}

function AccountPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const client = useQueryClient()
  return (
    <InnerPage session={session} title={t('account.title')} lead={<bdi>{session.email}</bdi>} width="form">
      <MissingStep
        to={PAGES.dashboard}
        onSignedIn={(signedIn) => begin(client, signedIn)}
        onSignInAgain={() => void signOut().then(() => location.assign(PAGES.login))}
      />
      <ChangePassword email={session.email} />
      <SecondFactor />
      <Passkeys />
      <SessionList />
    </InnerPage>
  )
}
