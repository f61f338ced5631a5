import { TextInput, type TextInputProps } from '@mantine/core'
import { useI18n } from './i18n/i18n.tsx'

type Props = Omit<TextInputProps, 'value' | 'error' | 'onChange'> & {
  value: string
  problem?: string | undefined
  onChange: (value: string) => void
}

/** The address that somebody signs in with; password managers fill it in. */
export function EmailField({ value, problem, onChange, ...rest }: Props) {
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
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}
