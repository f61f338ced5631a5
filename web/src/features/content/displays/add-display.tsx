import { CreateDisplay, type Display, type OrganisationId } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { renewSession } from '../../../platform/api/renew-session.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { idOf, NameAndId, NOTHING_TYPED } from '../../../platform/ui/name-and-id.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { TimeZoneField } from './time-zone-field.tsx'

type Props = { organisationId: OrganisationId; onAdded: (id: Display['id']) => void; onClose: () => void }

export default function AddDisplay({ organisationId, onAdded, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const form = useForm({
    schema: CreateDisplay,
    start: () => ({ ...NOTHING_TYPED, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    bodyOf: ({ name, id, timeZone }) => ({ id: idOf({ name, id }), name, timeZone }),
    save: async (body) => {
      const made = await call('createDisplay', { params: { organisationId }, body })
      await renewSession()
      notice('success', t('display.added', { name: made.name }))
      onClose()
      onAdded(made.id)
    },
  })

  return (
    <FormDialog form={form} title={t('display.add')} submitLabel={t('display.add')} onClose={onClose}>
      <NameAndId
        labels={{ name: t('display.name'), id: t('display.id') }}
        name={form.field('name')}
        id={form.field('id')}
        focused
      />
      <TimeZoneField {...form.field('timeZone')} />
    </FormDialog>
  )
}
