import { PAGES } from '@placard/contract'
import { Link } from 'react-router'
import { ForgotPasswordForm } from '../../features/account/forgot-password-form.tsx'
import { SignPage } from '../../shell/sign-page.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { usePageTitle } from '../../ui/page-title.ts'

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
