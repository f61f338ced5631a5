import { PAGES } from '@placard/contract'
import { Link, useNavigate } from 'react-router'
import { SignUpForm } from '../../../features/people/session/sign-up-form.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { SignPage } from '../../../shell/sign-page.tsx'

/** R3, rows U */
export default function Register() {
  const { t } = useI18n()
  const navigate = useNavigate()
  usePageTitle(t('register.submit'))
  return (
    <SignPage
      title={t('register.title')}
      lead={t('register.lead')}
      form={<SignUpForm next={PAGES.dashboard} onSignedIn={() => navigate(PAGES.dashboard, { replace: true })} />}
      otherWay={
        <>
          {t('register.have-account')} <Link to={PAGES.login}>{t('register.to-login')}</Link>
        </>
      }
    />
  )
}
