import { InputBase } from '@mantine/core'
import { MAX_ALTERNATIVE_TEXT_CHARACTERS } from '@placard/contract'
import { useI18n } from './i18n/i18n.tsx'

type Props = {
  value: string
  error: string | undefined
  readOnly?: boolean
  disabled?: boolean
  onChange: (text: string) => void
}

/** LB5: the field for a file's description. It may be left empty. */
export function AlternativeText({ value, error, readOnly = false, disabled = false, onChange }: Props) {
  const { t } = useI18n()
  return (
    <InputBase<'textarea'>
      component="textarea"
      multiline
      size="md"
      rows={3}
      label={t('library.alternative')}
      description={t('library.alternative-hint')}
      maxLength={MAX_ALTERNATIVE_TEXT_CHARACTERS}
      dir="auto"
      readOnly={readOnly}
      disabled={disabled}
      name="alternativeText"
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
