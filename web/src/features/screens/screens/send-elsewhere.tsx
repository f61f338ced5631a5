import { TextInput } from '@mantine/core'
import { CommandScreens, type OrganisationId, type PairedScreen } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Note } from '../../../platform/ui/note.tsx'
import { useScreenCommands } from './use-screen-commands.ts'

type Props = { organisationId: OrganisationId; screens: readonly PairedScreen[]; onClose: () => void }

/** Makes screens open another server's address, now and at every start. For owners. */
export default function SendElsewhere({ organisationId, screens, onClose }: Props) {
  const { t } = useI18n()
  const { renew } = useScreenCommands(organisationId)
  const form = useForm({
    schema: CommandScreens,
    start: () => ({ address: 'https://' }),
    bodyOf: ({ address }) => ({ kind: 'go-elsewhere', address, screenIds: screens.map(({ id }) => id) }),
    save: async (body) => {
      await call('commandScreens', { params: { organisationId }, body })
      await renew()
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('paired.do.go-elsewhere')} submitLabel={t('paired.send')} danger onClose={onClose}>
      <TextInput
        label={t('paired.address')}
        description={t('paired.address-hint')}
        dir="ltr"
        inputMode="url"
        {...form.field('address')}
        data-autofocus
      />
      <Note text={t('paired.elsewhere-note')} />
    </FormDialog>
  )
}
