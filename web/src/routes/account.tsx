import { PAGES, type Session } from '@placard/contract'
import { Link } from 'react-router'
import { ChangePassword } from '../features/account/change-password.tsx'
import { SecondFactor } from '../features/account/second-factor.tsx'
import { SessionList } from '../features/account/session-list.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { ArrowBackIcon } from '../ui/icons.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import styles from './account.module.css'
import { useChosenDisplay } from './chosen-display.ts'
import { RequireSession } from './require-session.tsx'
import { Shell } from './shell.tsx'

export default function Account() {
  return <RequireSession>{(session) => <AccountPage session={session} />}</RequireSession>
}

function AccountPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { display, choose, pathTo } = useChosenDisplay(session)
  usePageTitle(t('account.title'))
  return (
    <Shell session={session} display={display} onChooseDisplay={choose}>
      <div className={styles.page}>
        <Link to={pathTo(PAGES.dashboard)} className={styles.back}>
          <ArrowBackIcon size={18} />
          {t('action.back')}
        </Link>
        <div>
          <h1 className={styles.title}>{t('account.title')}</h1>
          <p className={styles.who}>
            <bdi>{session.email}</bdi>
          </p>
        </div>
        <ChangePassword email={session.email} />
        <SecondFactor />
        <SessionList />
      </div>
    </Shell>
  )
}
