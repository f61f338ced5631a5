import { TextInput } from '@mantine/core'
import type { FieldProps } from './field.ts'
import { useI18n } from './i18n/i18n.tsx'
import { suggestId } from './suggest-id.ts'

/** `id` undefined: none was typed, so it follows the name. */
export type NamedDraft = { name: string; id: string | undefined }

export const NOTHING_TYPED: NamedDraft = { name: '', id: undefined }
export const idOf = (draft: NamedDraft): string => draft.id?.trim() ?? suggestId(draft.name)

type Props = {
  labels: { name: string; id: string }
  name: FieldProps<string>
  id: FieldProps<string | undefined>
  focused?: boolean
}

/** The fields for the name of a new thing, and for the id that its addresses will always have. */
export function NameAndId({ labels, name, id, focused = false }: Props) {
  const { t } = useI18n()
  const follows = id.value === undefined
  return (
    <>
      <TextInput
        label={labels.name}
        {...name}
        onChange={(event) => {
          name.onChange(event.currentTarget.value)
          if (follows) id.onChange(undefined)
        }}
        data-autofocus={focused || undefined}
      />
      <TextInput
        label={labels.id}
        description={t('field.id-hint')}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        {...id}
        value={id.value ?? suggestId(name.value)}
        // Without a name there is no id either: one error is enough.
        error={follows && name.error ? undefined : id.error}
        onChange={(event) => id.onChange(event.currentTarget.value)}
      />
    </>
  )
}
