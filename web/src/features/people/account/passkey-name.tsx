import { TextInput, type TextInputProps } from '@mantine/core'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

/** The field for the name by which the user recognises a passkey. */
export function PasskeyName(props: TextInputProps) {
  const { t } = useI18n()
  return (
    <TextInput
      label={t('account.passkeys.name')}
      description={t('account.passkeys.name-hint')}
      autoComplete="off"
      dir="auto"
      maxLength={200}
      {...props}
      data-autofocus
    />
  )
}
