import { TextInput } from '@mantine/core'
import { PairingCode } from '@placard/contract'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

const Typed = z.object({ code: PairingCode })

/** A field for the code that a device shows, as an alternative to scanning it. */
export default function TypeCode({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const form = useForm({
    schema: Typed,
    start: () => ({ code: '' }),
    save: async ({ code }) => {
      await navigate(`/pair/${code}`)
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
