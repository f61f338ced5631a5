import { PasswordInput, TextInput } from '@mantine/core'
import { RemoveSecondFactor } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'

export default function TurnOffSecondFactor({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useI18n()
  const form = useForm({
    schema: RemoveSecondFactor,
    start: () => ({ password: '', code: '' }),
    save: async (body) => {
      await call('removeSecondFactor', { body })
      onDone()
    },
    words: ({ field, code }) =>
      field === 'password' && code === 'invalid-field' ? t('error.wrong-password') : undefined,
  })

  return (
    <FormDialog
      form={form}
      title={t('account.factor.off-title')}
      submitLabel={t('account.factor.turn-off')}
      danger
      onClose={onClose}
    >
      <p className={panel.lead}>{t('account.factor.off-lead')}</p>
      <PasswordInput
        label={t('account.password.current')}
        autoComplete="current-password"
        dir="ltr"
        {...form.field('password')}
        visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
        data-autofocus
      />
      <TextInput
        label={t('login.code.label')}
        description={t('login.code.hint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={64}
        {...form.field('code')}
      />
    </FormDialog>
  )
}
