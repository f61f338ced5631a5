import { TextInput, type TextInputProps } from '@mantine/core'
import type { FieldProps } from './field.ts'
import { useI18n } from './i18n/i18n.tsx'

type Props = Omit<TextInputProps, keyof FieldProps<string>> & FieldProps<string>

/** The email address for signing in, filled in by password managers. */
export function EmailField({ onChange, ...rest }: Props) {
  const { t } = useI18n()
  return (
    <TextInput
      type="email"
      name="email"
      label={t('login.email')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}
