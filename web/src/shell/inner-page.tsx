import { PAGES, type Session } from '@placard/contract'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { ArrowBackIcon } from '../platform/ui/icons.tsx'
import { usePageTitle } from '../platform/ui/page-title.ts'
import { useChosenDisplay } from './chosen-display.ts'
import styles from './inner-page.module.css'
import { entriesFor } from './navigation.tsx'
import page from './page-title.module.css'
import { Shell } from './shell.tsx'

type Props = {
  session: Session
  title: string
  /** The subject of the page, below its title. */
  lead?: ReactNode
  /** `form`: as wide as is comfortable for reading; `list`: as wide as the bar. */
  width: 'form' | 'list'
  /** The link back; omitted: to the dashboard. */
  back?: { to: string; label: string } | undefined
  children: ReactNode
}

/**
 * The frame of every page that needs a session, except the dashboard. Pages that are not in the navigation have a link back to the
 * dashboard, or to the console for an operator without an organisation. A page with `back` always has that link.
 */
export function InnerPage({ session, title, lead, width, back, children }: Props) {
  const { t } = useI18n()
  const { display, choose, pathTo } = useChosenDisplay(session)
  const { pathname } = useLocation()
  const home = session.profile ? pathTo(PAGES.dashboard) : PAGES.console
  const isPlace = pathname === PAGES.console || entriesFor(session).some(({ page }) => page === pathname)
  usePageTitle(title)
  return (
    <Shell session={session} display={display} onChooseDisplay={choose}>
      <div className={styles.page} data-width={width}>
        {(back || (!isPlace && (session.profile || session.operator))) && (
          <Link to={back?.to ?? home} className={styles.back}>
            <ArrowBackIcon size={18} />
            {back?.label ?? t(session.profile ? 'action.back' : 'console.title')}
          </Link>
        )}
        <div>
          <h1 className={page.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </div>
    </Shell>
  )
}
