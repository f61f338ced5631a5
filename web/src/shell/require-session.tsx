import { Button } from '@mantine/core'
import { PAGES, type Session } from '@placard/contract'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { loginPathFor } from '../features/people/session/next-path.ts'
import { signOut, useSession } from '../features/people/session/session-query.ts'
import { codeOf } from '../platform/api/api-error.ts'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../platform/ui/notices.ts'
import { Fallback } from './fallback.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

/** R4, Z2: renders its content for a signed-in and subscribed user; other users are sent to the sign-in page. */
export function RequireSession({ children }: { children: (session: Session) => ReactNode }) {
  const { t } = useI18n()
  const here = useLocation()
  const { data, error, refetch } = useSession()

  if (data?.status === 'signed-in') return children(data.session)
  if (data?.status === 'signed-out')
    return <Navigate to={loginPathFor(PAGES.login, here.pathname + here.search)} replace />
  if (data?.status === 'not-subscribed') return <Refused />
  if (!error) return <PageSkeleton />
  return (
    <Fallback
      title={t('dashboard.load-failed')}
      detail={t(`error.${codeOf(error)}`)}
      lead={t('fallback.lead')}
      action={<Button onClick={() => void refetch()}>{t('action.retry')}</Button>}
    />
  )
}

type OfOrganisation = {
  /** The page is also for users who are limited to tables. */
  ofTables?: boolean
  children: (session: Session) => ReactNode
}

/**
 * The same for a page about displays. An operator without an organisation has no displays, and is sent to the console (AC4); a
 * member who must first set up the sign-in that the organisation requires, to the account; a user who is limited to tables, to
 * these.
 */
export function RequireOrganisation({ ofTables, children }: OfOrganisation) {
  return (
    <RequireSession>
      {(session) => {
        if (!session.profile) return <Navigate to={session.operator ? PAGES.console : PAGES.account} replace />
        return session.tables && !ofTables ? <Navigate to={PAGES.tables} replace /> : children(session)
      }}
    </RequireSession>
  )
}

/** A5: ends the session and shows the reason. */
function Refused() {
  const { t } = useI18n()
  const notice = useNotice()
  useEffect(() => {
    notice('error', t('error.not-subscribed'))
    signOut().catch((error: unknown) => console.error('ending the session failed', error))
  }, [t, notice])
  return <Navigate to={PAGES.login} replace />
}
