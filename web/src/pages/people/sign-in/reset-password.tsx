import { Button } from '@mantine/core'
import { PAGES } from '@placard/contract'
import { Link, useNavigate } from 'react-router'
import { ResetPasswordForm } from '../../../features/people/account/reset-password-form.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { SignPage } from '../../../shell/sign-page.tsx'

/** Opened with the link in an email, or with one that the provider has handed out. */
export default function ResetPassword() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const notice = useNotice()
  usePageTitle(t('reset.title'))
  return (
    <SignPage
      title={t('reset.title')}
      lead={t('reset.lead')}
      form={
        <ResetPasswordForm
          onDone={() => {
            notice('success', t('reset.done'))
            void navigate(PAGES.login, { replace: true })
          }}
          askAgain={
            <Button component={Link} to={PAGES.forgotPassword} variant="default" fullWidth>
              {t('reset.ask-again')}
            </Button>
          }
        />
      }
      otherWay={
        <>
          {t('forgot.remembered')} <Link to={PAGES.login}>{t('register.to-login')}</Link>
        </>
      }
    />
  )
}
