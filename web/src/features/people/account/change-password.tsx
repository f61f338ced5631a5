import { Button } from '@mantine/core'
import { ChangePassword as ChangePasswordBody, PAGES } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../platform/api/call.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { NewPassword } from '../../../platform/form/new-password.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { NewPasswordField } from '../../../platform/ui/new-password.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { Section } from '../../../platform/ui/section.tsx'
import styles from './account.module.css'
import { SESSIONS_KEY, useAccount } from './account-query.ts'
import { CurrentPassword } from './current-password.tsx'

const Body = ChangePasswordBody.extend({ password: NewPassword })

export function ChangePassword({ email }: { email: string }) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { data } = useAccount()
  const form = useForm({
    schema: Body,
    start: () => ({ current: '', password: '' }),
    save: async (body) => {
      await call('changePassword', { body })
      form.change({ current: '', password: '' })
      notice('success', t('account.password.done'))
      await client.invalidateQueries({ queryKey: SESSIONS_KEY })
    },
    words: ({ field, code }) =>
      field === 'current' && code === 'invalid-field' ? t('error.wrong-password') : undefined,
  })

  return (
    <Section title={t('account.password.heading')} lead={t('account.password.lead')}>
      {data?.hasPassword === false ? (
        <p>
          {t('account.password.none')} <Link to={PAGES.forgotPassword}>{t('account.password.ask')}</Link>
        </p>
      ) : (
        <FormBody form={form}>
          {/* Tells password managers the account of the password. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <CurrentPassword {...form.field('current')} />
          <NewPasswordField {...form.field('password')} />
          <Button type="submit" className={styles.button ?? ''} loading={form.isBusy}>
            {t('account.password.submit')}
          </Button>
        </FormBody>
      )}
    </Section>
  )
}
