import { PAGES } from '@placard/contract'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { NEXT_PARAMETER, readNextPath } from '../features/session/next-path.ts'
import { useSession } from '../features/session/session-query.ts'
import { SignInForm } from '../features/session/sign-in-form.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { SignPage } from './sign-page.tsx'

/** R2, rows A */
export default function Login() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const session = useSession()
  const next = readNextPath(query.get(NEXT_PARAMETER), PAGES.dashboard)
  usePageTitle(t('login.title'))

  if (session.data?.status === 'signed-in') return <Navigate to={next} replace />
  return (
    <SignPage
      title={t('login.title')}
      lead={t('login.lead')}
      form={<SignInForm onSignedIn={() => navigate(next, { replace: true })} />}
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
