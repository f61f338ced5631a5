import { PAGES, readSignOnOutcome } from '@placard/contract'
import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { NEXT_PARAMETER, readNextPath } from '../../../features/people/session/next-path.ts'
import { tellOtherTabs } from '../../../features/people/session/session-channel.ts'
import { mayBeSignedIn, useSession } from '../../../features/people/session/session-query.ts'
import { SignInForm } from '../../../features/people/session/sign-in-form.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { SignPage } from '../../../shell/sign-page.tsx'

/** R2, rows A */
export default function Login() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  // Without this condition, the console of every user who signs in would show an error 401.
  const session = useSession(mayBeSignedIn())
  const next = readNextPath(query.get(NEXT_PARAMETER), PAGES.dashboard)
  const [outcome] = useState(() => readSignOnOutcome(location.hash))
  const isBack = outcome?.status === 'signed-in'
  const isSignedIn = session.data?.status === 'signed-in'
  usePageTitle(t('login.title'))

  useEffect(() => {
    // Removed from the address bar, so that it is not visible to others, in screenshots or after a reload.
    if (outcome) history.replaceState(history.state, '', location.pathname + location.search)
  }, [outcome])
  useEffect(() => {
    if (isBack && isSignedIn) tellOtherTabs('signed-in')
  }, [isBack, isSignedIn])

  if (isSignedIn) return <Navigate to={next} replace />
  return (
    <SignPage
      title={t('login.title')}
      lead={t('login.lead')}
      form={
        isBack && session.isLoading ? (
          <p role="status">{t('login.single.arriving')}</p>
        ) : (
          <SignInForm next={next} outcome={outcome} onSignedIn={() => navigate(next, { replace: true })} />
        )
      }
      otherWay={
        <>
          <Link to={PAGES.forgotPassword}>{t('login.forgot')}</Link>
          <br />
          {t('login.no-account')} <Link to={PAGES.register}>{t('login.to-register')}</Link>
        </>
      }
    />
  )
}
