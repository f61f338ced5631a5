import { PasswordInput } from '@mantine/core'
import { MIN_PASSWORD_CHARACTERS } from '@placard/contract'
import type { FieldProps } from './field.ts'
import { useI18n } from './i18n/i18n.tsx'

type Props = FieldProps<string> & {
  /** True: it is the first password, and not a new one. */
  label?: string
  autoFocus?: boolean
}

export function NewPasswordField({ label, value, error, onChange, autoFocus = false }: Props) {
  const { t } = useI18n()
  const missing = missingCharacters(value)
  return (
    <PasswordInput
      name="password"
      label={label ?? t('reset.label')}
      description={t('register.password-rule', { count: MIN_PASSWORD_CHARACTERS })}
      autoComplete="new-password"
      dir="ltr"
      value={value}
      error={error && missing > 0 ? t('register.password-missing', { count: missing }) : error}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
      autoFocus={autoFocus}
    />
  )
}

/** The number of characters that a new password lacks. The server checks if it is easy to guess. */
export function missingCharacters(password: string): number {
  return Math.max(0, MIN_PASSWORD_CHARACTERS - [...password.normalize('NFC')].length)
}
