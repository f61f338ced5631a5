import { Button } from '@mantine/core'
import { CompletePasswordReset } from '@placard/contract'
import { type ReactNode, useSyncExternalStore } from 'react'
import { call } from '../../../platform/api/call.ts'
import { createTokenKeeper } from '../../../platform/api/link-token.ts'
import styles from '../../../platform/form/form.module.css'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { NewPassword } from '../../../platform/form/new-password.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { NewPasswordField } from '../../../platform/ui/new-password.tsx'

const Body = CompletePasswordReset.extend({ password: NewPassword })
const keeper = createTokenKeeper(window)

type Props = {
  onDone: () => void
  /** A link to request another link, if this one is invalid. */
  askAgain: ReactNode
}

export function ResetPasswordForm({ onDone, askAgain }: Props) {
  const { t } = useI18n()
  const token = useSyncExternalStore(keeper.onChange, keeper.take)
  const form = useForm({
    schema: Body,
    start: () => ({ password: '' }),
    bodyOf: ({ password }) => ({ token, password }),
    save: async (body) => {
      await call('completePasswordReset', { body })
      onDone()
    },
  })

  if (token === undefined) {
    return (
      <div className={styles.form}>
        <ErrorBox message={t('reset.no-link')} />
        {askAgain}
      </div>
    )
  }
  return (
    <FormBody form={form}>
      {form.problem?.code === 'reset-link-expired' && askAgain}
      <NewPasswordField {...form.field('password')} autoFocus />
      <Button type="submit" fullWidth size="md" loading={form.isBusy}>
        {t('reset.submit')}
      </Button>
    </FormBody>
  )
}
