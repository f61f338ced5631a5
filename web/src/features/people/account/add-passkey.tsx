import { CreatePasskey, StartPasskey } from '@placard/contract'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { makePasskey } from '../../../platform/api/passkey.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { CurrentPassword } from './current-password.tsx'
import { PasskeyName } from './passkey-name.tsx'

const Body = StartPasskey.extend({ name: CreatePasskey.shape.name })

type Props = { onClose: () => void; onDone: () => void }

/** Asks for a name and the password. Then the browser makes the passkey. */
export default function AddPasskey({ onClose, onDone }: Props) {
  const { t } = useI18n()
  const form = useForm({
    schema: Body,
    start: () => ({ name: '', password: '' }),
    save: async ({ name, password }) => {
      const wanted = await call('startPasskey', { body: { password } })
      const passkey = await makePasskey(wanted).catch((cause) => {
        const isThere = cause instanceof DOMException && cause.name === 'InvalidStateError'
        throw isThere ? new ApiError('id-taken', { cause }) : cause
      })
      if (!passkey) return
      await call('createPasskey', { body: { name, passkey } })
      onDone()
    },
    words: ({ field, code }) => {
      if (field === 'password' && code === 'invalid-field') return t('error.wrong-password')
      if (code === 'id-taken') return t('account.passkeys.already')
      return code === 'unexpected-answer' ? t('account.passkeys.failed') : undefined
    },
  })
  return (
    <FormDialog form={form} title={t('account.passkeys.add')} submitLabel={t('account.factor.next')} onClose={onClose}>
      <p className={panel.lead}>{t('account.factor.password-lead')}</p>
      <PasskeyName {...form.field('name')} />
      <CurrentPassword {...form.field('password')} />
    </FormDialog>
  )
}
