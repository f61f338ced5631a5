import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

/** The field for the password of the signed-in user. */
export function CurrentPassword(props: PasswordInputProps) {
  const { t } = useI18n()
  return (
    <PasswordInput
      label={t('account.password.current')}
      autoComplete="current-password"
      dir="ltr"
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
    />
  )
}
