import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Problem } from '../../api/form-problems.ts'
import { EmailField } from '../../ui/email-field.tsx'
import { useFocusOnProblem } from '../../ui/focus-on-problem.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { missingCharacters, NewPasswordField } from '../../ui/new-password.tsx'
import type { SetupDraft } from './draft.ts'
import styles from './setup.module.css'

type Props = {
  draft: SetupDraft
  password: string
  problems: readonly Problem[]
  problemAt: (field: string) => string | undefined
  onChange: (change: Partial<SetupDraft>) => void
  onPassword: (password: string) => void
  onBack: () => void
  onSubmit: () => void
}

/** Who runs the installation. */
export function YouForm({ draft, password, problems, problemAt, onChange, onPassword, onBack, onSubmit }: Props) {
  const { t } = useI18n()
  const form = useFocusOnProblem(problems)
  // Typed before, and the password is not: it was a reload.
  const [isBack] = useState(() => draft.email !== '' && password === '')
  const [asked, setAsked] = useState(false)
  const missing = missingCharacters(password)
  const short = asked && missing > 0 ? t('register.password-missing', { count: missing }) : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    onSubmit()
  }

  return (
    <form ref={form} className={styles.column} onSubmit={submit} noValidate>
      <TextInput
        name="name"
        label={t('setup.name')}
        autoComplete="name"
        value={draft.name}
        error={problemAt('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <EmailField
        description={t('setup.email-hint')}
        value={draft.email}
        problem={problemAt('email')}
        onChange={(email) => onChange({ email })}
      />
      <NewPasswordField
        label={t('login.password')}
        value={password}
        problem={short ?? problemAt('password')}
        onChange={onPassword}
      />
      {isBack && password === '' && (
        <p className={styles.note} role="status">
          {t('setup.password-again')}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="default" size="md" onClick={onBack}>
          {t('setup.back')}
        </Button>
        <Button type="submit" size="md">
          {t('setup.continue')}
        </Button>
      </div>
    </form>
  )
}
