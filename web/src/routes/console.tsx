import { Button } from '@mantine/core'
import { PAGES, type Session } from '@placard/contract'
import { Link } from 'react-router'
import { Console } from '../features/operator/console.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { ArrowBackIcon } from '../ui/icons.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { useChosenDisplay } from './chosen-display.ts'
import styles from './console.module.css'
import { Fallback } from './fallback.tsx'
import { RequireSession } from './require-session.tsx'
import { Shell } from './shell.tsx'

/** AC4: the provider's own page. */
export default function ConsoleRoute() {
  return (
    <RequireSession>
      {(session) => (session.operator ? <ConsolePage session={session} /> : <NotAllowed />)}
    </RequireSession>
  )
}

function ConsolePage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { display, choose, pathTo } = useChosenDisplay(session)
  usePageTitle(t('console.title'))
  return (
    <Shell session={session} display={display} onChooseDisplay={choose}>
      <div className={styles.page}>
        {session.profile && (
          <Link to={pathTo(PAGES.dashboard)} className={styles.back}>
            <ArrowBackIcon size={18} />
            {t('action.back')}
          </Link>
        )}
        <div>
          <h1 className={styles.title}>{t('console.title')}</h1>
          <p className={styles.lead}>{t('console.lead')}</p>
        </div>
        <Console />
      </div>
    </Shell>
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
