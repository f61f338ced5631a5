import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { ApiError, codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { createTokenKeeper } from '../../api/link-token.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { missingCharacters, NewPasswordField } from '../../ui/new-password.tsx'
import styles from './account.module.css'

const keeper = createTokenKeeper(window)

type Props = {
  onDone: () => void
  /** A way to a new link, for when this one does not work. */
  askAgain: ReactNode
}

export function ResetPasswordForm({ onDone, askAgain }: Props) {
  const { t } = useI18n()
  const token = useSyncExternalStore(keeper.onChange, keeper.take)
  const [password, setPassword] = useState('')
  const [weak, setWeak] = useState<string>()
  const [problem, setProblem] = useState<{ message: string; isOver: boolean }>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = missingCharacters(password)
    setWeak(missing > 0 ? t('register.password-missing', { count: missing }) : undefined)
    setProblem(undefined)
    if (missing > 0 || token === undefined) return
    setBusy(true)
    try {
      await call('completePasswordReset', { body: { token, password } })
      onDone()
    } catch (error) {
      const code = codeOf(error)
      if (error instanceof ApiError && error.field === 'password') setWeak(t(`error.${code}`))
      else setProblem({ message: t(`error.${code}`), isOver: code === 'reset-link-expired' })
    } finally {
      setBusy(false)
    }
  }

  if (token === undefined) {
    return (
      <div className={styles.form}>
        <ErrorBox message={t('reset.no-link')} />
        {askAgain}
      </div>
    )
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {problem && <ErrorBox message={problem.message} />}
      {problem?.isOver && askAgain}
      <NewPasswordField value={password} problem={weak} onChange={setPassword} autoFocus />
      <Button type="submit" fullWidth size="md" loading={busy}>
        {t('reset.submit')}
      </Button>
    </form>
  )
}
