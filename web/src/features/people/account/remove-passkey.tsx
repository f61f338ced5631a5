import { RemovePasskey as Body, type Passkey } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { CurrentPassword } from './current-password.tsx'

type Props = { passkey: Passkey; onClose: () => void; onDone: () => void }

export default function RemovePasskey({ passkey, onClose, onDone }: Props) {
  const { t } = useI18n()
  const form = useForm({
    schema: Body,
    start: () => ({ password: '' }),
    save: async (body) => {
      await call('removePasskey', { params: { passkeyId: passkey.id }, body })
      onDone()
    },
    words: ({ field, code }) =>
      field === 'password' && code === 'invalid-field' ? t('error.wrong-password') : undefined,
  })
  return (
    <FormDialog
      form={form}
      title={t('account.passkeys.remove-title')}
      submitLabel={t('account.passkeys.remove')}
      danger
      onClose={onClose}
    >
      <p className={panel.lead}>{t('account.passkeys.remove-lead', { name: passkey.name })}</p>
      <CurrentPassword {...form.field('password')} data-autofocus />
    </FormDialog>
  )
}
