import { PAGES } from '@placard/contract'
import { Link } from 'react-router'
import { ForgotPasswordForm } from '../../../features/people/account/forgot-password-form.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { SignPage } from '../../../shell/sign-page.tsx'

export default function ForgotPassword() {
  const { t } = useI18n()
  usePageTitle(t('forgot.title'))
  return (
    <SignPage
      title={t('forgot.title')}
      lead={t('forgot.lead')}
      form={<ForgotPasswordForm />}
      otherWay={
        <>
          {t('forgot.remembered')} <Link to={PAGES.login}>{t('register.to-login')}</Link>
        </>
      }
    />
  )
}
