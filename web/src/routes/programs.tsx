import { PAGES, type Session } from '@placard/contract'
import { Link } from 'react-router'
import { TokenList } from '../features/tokens/token-list.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { ArrowBackIcon } from '../ui/icons.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import styles from './account.module.css'
import { useChosenDisplay } from './chosen-display.ts'
import { RequireSession } from './require-session.tsx'
import { Shell } from './shell.tsx'

export default function Programs() {
  return <RequireSession>{(session) => <ProgramsPage session={session} />}</RequireSession>
}

/** The ways in for programs. Whoever is no owner reads whom to ask. */
function ProgramsPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { display, choose, pathTo } = useChosenDisplay(session)
  usePageTitle(t('programs.title'))
  return (
    <Shell session={session} display={display} onChooseDisplay={choose}>
      <div className={styles.page}>
        <Link to={pathTo(PAGES.dashboard)} className={styles.back}>
          <ArrowBackIcon size={18} />
          {t('action.back')}
        </Link>
        <h1 className={styles.title}>{t('programs.title')}</h1>
        {session.role === 'owner' && session.organisation ? (
          <TokenList organisation={session.organisation} session={session} />
        ) : (
          <p className={styles.who}>{t('error.not-allowed')}</p>
        )}
      </div>
    </Shell>
  )
}
