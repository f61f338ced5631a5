import { TextInput } from '@mantine/core'
import { type OrganisationId, PairingCode } from '@placard/contract'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

const Typed = z.object({ code: PairingCode })

type Props = { organisationId: OrganisationId; onClose: () => void }

/** A field for the code that a device shows, as an alternative to scanning it. A wrong code is refused here. */
export default function TypeCode({ organisationId, onClose }: Props) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const form = useForm({
    schema: Typed,
    start: () => ({ code: '' }),
    wholeAt: 'code',
    focus: 'code',
    save: async ({ code }) => {
      await call('findPairing', { params: { organisationId, code } })
      await navigate(`/pair/${code}`)
      // The page of another code stays mounted, and this dialog with it.
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('paired.add')} submitLabel={t('pairing.go-on')} size="small" onClose={onClose}>
      <p>{t('pairing.how', { address: `${location.origin}/screen` })}</p>
      <TextInput
        label={t('pairing.code')}
        placeholder="K7M 2QP"
        dir="ltr"
        size="lg"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...form.field('code')}
        data-autofocus
      />
    </FormDialog>
  )
}
