import { RenamePasskey as Body, type Passkey } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PasskeyName } from './passkey-name.tsx'

type Props = { passkey: Passkey; onClose: () => void; onDone: () => void }

export default function RenamePasskey({ passkey, onClose, onDone }: Props) {
  const { t } = useI18n()
  const form = useForm({
    schema: Body,
    start: () => ({ name: passkey.name }),
    save: async (body) => {
      await call('renamePasskey', { params: { passkeyId: passkey.id }, body })
      onDone()
    },
    wholeAt: 'name',
  })
  return (
    <FormDialog form={form} title={t('account.passkeys.rename')} size="small" onClose={onClose}>
      <PasskeyName {...form.field('name')} />
    </FormDialog>
  )
}
