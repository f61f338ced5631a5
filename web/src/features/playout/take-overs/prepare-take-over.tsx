import { TextInput } from '@mantine/core'
import { type OrganisationId, type PreparedTakeOver, PrepareTakeOver } from '@placard/contract'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { CONTENT_FIELDS, type ContentDraft, contentOf, draftOf } from './content.ts'
import { ContentFields } from './content-fields.tsx'
import { useTakeOverCommands } from './use-take-overs.ts'

type Props = {
  organisationId: OrganisationId
  /** Undefined: a new one. */
  prepared: PreparedTakeOver | undefined
  onClose: () => void
}

/** TO2: edits a prepared take-over, which is stored on every screen in advance. */
export default function PrepareTakeOverDialog({ organisationId, prepared, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { askAnew } = useTakeOverCommands(organisationId)
  const [isUploading, setUploading] = useState(false)
  const form = useForm({
    schema: PrepareTakeOver,
    start: (): ContentDraft & { name: string } => ({ name: prepared?.name ?? '', ...draftOf(prepared?.content) }),
    bodyOf: ({ name, ...draft }) => ({ name, content: contentOf(draft, prepared?.content) }),
    shows: ['name', ...CONTENT_FIELDS],
    save: async (body) => {
      if (prepared) {
        await call('updatePreparedTakeOver', { params: { organisationId, overId: prepared.id }, body })
      } else await call('prepareTakeOver', { params: { organisationId }, body })
      notice('success', t('status.saved'))
      onClose()
      await askAnew()
    },
  })

  return (
    <FormDialog
      form={form}
      size="large"
      title={t(prepared ? 'take-over.edit' : 'take-over.prepare')}
      ready={!isUploading}
      onClose={onClose}
    >
      <TextInput
        label={t('take-over.name')}
        description={t('take-over.name-hint')}
        dir="auto"
        maxLength={200}
        data-autofocus
        {...form.field('name')}
      />
      <ContentFields
        form={{ ...form, change: (values) => form.change(values), field: form.field as never }}
        organisationId={organisationId}
        onBusy={setUploading}
      />
    </FormDialog>
  )
}
