import type { Session } from '@placard/contract'
import { ChangePassword } from '../../../features/people/account/change-password.tsx'
import { Passkeys } from '../../../features/people/account/passkeys.tsx'
import { SecondFactor } from '../../../features/people/account/second-factor.tsx'
import { SessionList } from '../../../features/people/account/session-list.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireSession } from '../../../shell/require-session.tsx'

export default function Account() {
  return <RequireSession>{(session) => <AccountPage session={session} />}</RequireSession>
}

function AccountPage({ session }: { session: Session }) {
  const { t } = useI18n()
  return (
    <InnerPage session={session} title={t('account.title')} lead={<bdi>{session.email}</bdi>} width="form">
      <ChangePassword email={session.email} />
      <SecondFactor />
      <Passkeys />
      <SessionList />
    </InnerPage>
  )
}
