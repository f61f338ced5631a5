import { TextInput } from '@mantine/core'
import { CreateOrganisation, DEFAULT_QUOTA_BYTES, type Organisation, UpdateOrganisation } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { writeBytes } from '../../../platform/ui/bytes.ts'
import type { FieldProps } from '../../../platform/ui/field.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { idOf, NameAndId, NOTHING_TYPED } from '../../../platform/ui/name-and-id.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { readOperatorAgain } from './console-query.ts'
import { readQuota, writeQuota } from './quota.ts'

/** Creates an organisation, or changes the name and the quota of one. @param props.organisation undefined: a new one */
export default function EditOrganisation({
  organisation,
  onClose,
}: {
  organisation: Organisation | undefined
  onClose: () => void
}) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const saved = async () => {
    await readOperatorAgain(client)
    notice('success', t('status.saved'))
    onClose()
  }
  return organisation ? (
    <Change organisation={organisation} onSaved={saved} onClose={onClose} />
  ) : (
    <Make onSaved={saved} onClose={onClose} />
  )
}

type Props = { onSaved: () => Promise<void>; onClose: () => void }

function Make({ onSaved, onClose }: Props) {
  const { t } = useI18n()
  const form = useForm({
    schema: CreateOrganisation,
    start: () => ({ ...NOTHING_TYPED, quotaBytes: '' }),
    bodyOf: ({ name, id, quotaBytes }) => ({ id: idOf({ name, id }), name, quotaBytes: readQuota(quotaBytes) }),
    save: async (body) => {
      await call('createOrganisation', { body })
      await onSaved()
    },
  })
  const title = t('console.make-organisation')
  return (
    <FormDialog form={form} title={title} submitLabel={title} onClose={onClose}>
      <NameAndId
        labels={{ name: t('console.organisation-name'), id: t('console.organisation-id') }}
        name={form.field('name')}
        id={form.field('id')}
        focused
      />
      <QuotaField {...form.field('quotaBytes')} />
    </FormDialog>
  )
}

function Change({ organisation, onSaved, onClose }: Props & { organisation: Organisation }) {
  const { t } = useI18n()
  const form = useForm({
    schema: UpdateOrganisation,
    start: () => ({ name: organisation.name, quotaBytes: writeQuota(organisation.quotaBytes) }),
    bodyOf: ({ name, quotaBytes }) => ({ name, quotaBytes: readQuota(quotaBytes) }),
    save: async (body) => {
      await call('updateOrganisation', { params: { organisationId: organisation.id }, body })
      await onSaved()
    },
  })
  return (
    <FormDialog form={form} title={t('console.edit-organisation')} onClose={onClose}>
      <TextInput label={t('console.organisation-name')} {...form.field('name')} data-autofocus />
      <QuotaField {...form.field('quotaBytes')} />
    </FormDialog>
  )
}

/** A field for GB, in the format of `readQuota`. */
function QuotaField({ error, onChange, ...field }: FieldProps<string>) {
  const { t, language } = useI18n()
  return (
    <TextInput
      label={t('console.quota')}
      description={t('console.quota-hint', { quota: writeBytes(DEFAULT_QUOTA_BYTES, language) })}
      inputMode="decimal"
      dir="ltr"
      {...field}
      error={error && t('console.quota-invalid')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
