import { Button, PasswordInput } from '@mantine/core'
import { PAGES } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { missingCharacters, NewPasswordField } from '../../ui/new-password.tsx'
import { useNotice } from '../../ui/notices.ts'
import styles from './account.module.css'
import { SESSIONS_KEY, useAccount } from './account-query.ts'

type Problems = { current?: string; password?: string; form?: string }

export function ChangePassword({ email }: { email: string }) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const headingId = useId()
  const { data } = useAccount()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = missingCharacters(password)
    const found: Problems = {
      ...(current === '' ? { current: t('error.wrong-password') } : {}),
      ...(missing > 0 ? { password: t('register.password-missing', { count: missing }) } : {}),
    }
    setProblems(found)
    if (found.current || found.password) return
    setBusy(true)
    try {
      await call('changePassword', { body: { current, password } })
      setCurrent('')
      setPassword('')
      notice('success', t('account.password.done'))
      await client.invalidateQueries({ queryKey: SESSIONS_KEY })
    } catch (error) {
      const message = t(`error.${codeOf(error)}`)
      const field = error instanceof ApiError ? error.field : undefined
      setProblems(field === 'current' || field === 'password' ? { [field]: message } : { form: message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div>
        <div className={styles.heading}>
          <h2 id={headingId}>{t('account.password.heading')}</h2>
        </div>
        <p className={styles.lead}>{t('account.password.lead')}</p>
      </div>
      {data?.hasPassword === false ? (
        <p>
          {t('account.password.none')} <Link to={PAGES.forgotPassword}>{t('account.password.ask')}</Link>
        </p>
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          {problems.form && <ErrorBox message={problems.form} />}
          {/* So that a password manager knows whose password it is. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordInput
            name="current"
            label={t('account.password.current')}
            autoComplete="current-password"
            dir="ltr"
            value={current}
            error={problems.current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
          />
          <NewPasswordField value={password} problem={problems.password} onChange={setPassword} />
          <Button type="submit" className={styles.button ?? ''} loading={busy}>
            {t('account.password.submit')}
          </Button>
        </form>
      )}
    </section>
  )
}
