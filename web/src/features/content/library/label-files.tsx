import { TextInput } from '@mantine/core'
import {
  LabelLibraryFiles,
  type LibraryFile,
  MAX_LABELS_PER_FILE,
  type OrganisationId,
  withoutRepeats,
} from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { CheckList } from '../../../platform/ui/check-list.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { labelsIn } from './labels-in.ts'
import { askLibraryAnew } from './use-library.ts'

type Props = {
  organisationId: OrganisationId
  files: readonly LibraryFile[]
  onLabelled: () => void
  onClose: () => void
}

/** LB3: adds labels to several files, or removes them: on all of the files or on none. */
export default function LabelFiles({ organisationId, files, onLabelled, onClose }: Props) {
  const { t } = useI18n()
  const client = useQueryClient()
  const there = withoutRepeats(files.flatMap(({ labels }) => labels)).sort((one, other) => one.localeCompare(other))
  const form = useForm({
    schema: LabelLibraryFiles,
    start: (): { add: string; remove: string[] } => ({ add: '', remove: [] }),
    bodyOf: ({ add, remove }) => ({ ids: files.map(({ id }) => id), add: labelsIn(add), remove }),
    save: async (body) => {
      await call('labelLibraryFiles', { params: { organisationId }, body })
      announce(t('library.labelled'))
      onLabelled()
      await askLibraryAnew(client, organisationId)
    },
    words: ({ code, field }) => {
      const isOfLabels = field?.startsWith('add') || code === 'too-long' || code === 'name-missing'
      return isOfLabels ? t('library.labels-refused') : undefined
    },
    logAs: 'labelling files failed',
  })
  const { values } = form
  return (
    <FormDialog
      form={form}
      title={t('library.label-title', { files: t('library.files', { count: files.length }) })}
      ready={labelsIn(values.add).length + values.remove.length > 0}
      onClose={onClose}
    >
      <TextInput
        label={t('library.label-add')}
        description={t('library.labels-hint', { count: MAX_LABELS_PER_FILE })}
        dir="auto"
        data-autofocus
        {...form.field('add')}
      />
      {there.length > 0 && (
        <CheckList
          legend={t('library.label-remove')}
          options={there.map((label) => ({ id: label, name: label }))}
          chosen={values.remove}
          onChange={(remove) => form.change({ remove })}
        />
      )}
    </FormDialog>
  )
}
