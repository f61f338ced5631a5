import { TextInput } from '@mantine/core'
import { useI18n } from './i18n/i18n.tsx'
import { suggestId } from './suggest-id.ts'

/** `id` undefined: nobody has typed one, so it follows the name. */
export type NamedDraft = { name: string; id: string | undefined }
export type NamedProblems = { name?: string | undefined; id?: string | undefined }

export const NOTHING_TYPED: NamedDraft = { name: '', id: undefined }
export const idOf = (draft: NamedDraft): string => draft.id?.trim() ?? suggestId(draft.name)

type Props = {
  labels: { name: string; id: string }
  draft: NamedDraft
  problems: NamedProblems
  onChange: (draft: NamedDraft) => void
  focused?: boolean
}

/** The name of something that is made, and the id that its addresses will have for ever. */
export function NameAndId({ labels, draft, problems, onChange, focused = false }: Props) {
  const { t } = useI18n()
  return (
    <>
      <TextInput
        label={labels.name}
        value={draft.name}
        error={problems.name}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
        data-autofocus={focused || undefined}
      />
      <TextInput
        label={labels.id}
        description={t('field.id-hint')}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.id ?? suggestId(draft.name)}
        // Of no name there is no id either: one complaint is enough.
        error={draft.id === undefined && problems.name ? undefined : problems.id}
        onChange={(event) => onChange({ ...draft, id: event.currentTarget.value })}
      />
    </>
  )
}
