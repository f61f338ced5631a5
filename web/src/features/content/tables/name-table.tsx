import { TextInput } from '@mantine/core'
import { CreateTable, type OrganisationId, type TableId } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { askTablesAnew } from '../../../platform/api/tables.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { languageHere } from './language-here.ts'

type Props = { organisationId: OrganisationId; onMade: (id: TableId) => void; onClose: () => void }

/** Makes a table with two columns to begin with. */
export default function NameTable({ organisationId, onMade, onClose }: Props) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [commandKey] = useState(createCommandKey)
  const form = useForm({
    schema: CreateTable,
    start: () => ({ name: '' }),
    bodyOf: (values) => ({
      ...values,
      language: languageHere(),
      columns: [1, 2].map((number) => ({ name: t('tables.column-name', { number }), type: 'words' as const })),
    }),
    save: async (body) => {
      const { table } = await call('createTable', {
        params: { organisationId },
        body,
        idempotencyKey: commandKey.keyFor(body),
      })
      await askTablesAnew(client, organisationId)
      onClose()
      onMade(table.id)
    },
    logAs: 'making a table failed',
  })
  return (
    <FormDialog form={form} title={t('tables.new')} submitLabel={t('tables.make')} onClose={onClose}>
      <TextInput
        label={t('tables.name')}
        description={t('tables.name-hint')}
        dir="auto"
        autoComplete="off"
        {...form.field('name')}
        data-autofocus
      />
    </FormDialog>
  )
}
