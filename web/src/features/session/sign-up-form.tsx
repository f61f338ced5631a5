import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { Email, MIN_PASSWORD_CHARACTERS, problemOf } from '@placard/contract'
import { type FormEvent, useState } from 'react'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './session.module.css'

type Problems = { email?: string; password?: string }

/** U1. The contract has no call that makes an account, so the form says so instead of pretending. */
export function SignUpForm() {
  const { t } = useI18n()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [closed, setClosed] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    setProblems(found)
    setClosed(!found.email && !found.password)
  }

  const check = (): Problems => {
    const address = Email.safeParse(email)
    const missing = MIN_PASSWORD_CHARACTERS - [...password].length
    return {
      ...(address.success ? {} : { email: t(`error.${problemOf(address.error).code}`) }),
      ...(missing > 0 ? { password: t('register.password-missing', { count: missing }) } : {}),
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {closed && (
        <Alert color="petrol" variant="light" role="status">
          {t('register.closed')}
        </Alert>
      )}
      <TextInput
        type="email"
        name="email"
        label={t('login.email')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={email}
        error={problems.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        name="password"
        label={t('login.password')}
        description={t('register.password-rule', { count: MIN_PASSWORD_CHARACTERS })}
        autoComplete="new-password"
        dir="ltr"
        value={password}
        error={problems.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
      />
      <Button type="submit" fullWidth size="md">
        {t('register.submit')}
      </Button>
    </form>
  )
}
