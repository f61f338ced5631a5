import { NativeSelect, TextInput } from '@mantine/core'
import { displayCell, type Table, UpdateTable } from '@placard/contract'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import type { TableStore } from './table-store.ts'

/** Languages whose ways to write numbers and dates differ. Any other may be set by the API. */
const LANGUAGES = [
  'en-GB',
  'en-US',
  'de',
  'de-CH',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'tr',
  'ru',
  'ar',
  'hi',
  'ja',
  'ko',
  'zh',
]

type Props = { store: TableStore; table: Table; onClose: () => void }

/** The name of a table, how numbers and dates are written in it, and its key. */
export default function TableSettings({ store, table, onClose }: Props) {
  const { t, language } = useI18n()
  const form = useForm({
    schema: UpdateTable,
    start: () => ({ name: table.name, language: table.language, keyColumnId: (table.keyColumnId ?? '') as string }),
    bodyOf: ({ keyColumnId, ...values }) => ({ ...values, keyColumnId: keyColumnId === '' ? null : keyColumnId }),
    save: async (body) => {
      await store.updateTable(body)
      onClose()
    },
    logAs: 'changing a table failed',
  })
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const known = LANGUAGES.includes(table.language) ? LANGUAGES : [table.language, ...LANGUAGES]
  return (
    <FormDialog form={form} title={t('tables.settings')} onClose={onClose}>
      <TextInput label={t('tables.name')} dir="auto" autoComplete="off" {...form.field('name')} data-autofocus />
      <NativeSelect
        label={t('tables.settings.language')}
        description={t('tables.settings.language-hint', {
          number: displayCell({ type: 'number' }, 1234.5, form.values.language),
          date: displayCell({ type: 'date' }, '2026-12-24', form.values.language),
        })}
        data={known.map((value) => ({ value, label: names.of(value) ?? value }))}
        {...form.field('language')}
      />
      <NativeSelect
        label={t('tables.settings.key')}
        description={t('tables.settings.key-hint')}
        data={[
          { value: '', label: t('tables.settings.no-key') },
          ...table.columns
            .filter(
              ({ id, type }) =>
                type !== 'yes-no' && type !== 'picture' && (table.source === null || table.source.columns.includes(id)),
            )
            .map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
        {...form.field('keyColumnId')}
      />
    </FormDialog>
  )
}
