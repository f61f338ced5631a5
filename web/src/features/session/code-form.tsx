import { Button, TextInput, UnstyledButton } from '@mantine/core'
import type { Session } from '@placard/contract'
import { type FormEvent, useRef, useState } from 'react'
import { type ApiErrorCode, codeOf } from '../../api/api-error.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import styles from './session.module.css'
import { useFinishSignIn } from './session-query.ts'

/** What is sent along with the code. */
export type CodeWanted = { pending: string; invitation?: string | undefined }

type Props = {
  wanted: CodeWanted
  onSignedIn: (session: Session) => void
  /** To the password again, with the reason if there is one. */
  onBack: (reason?: ApiErrorCode) => void
}

/** The second step of a sign-in. */
export function CodeForm({ wanted: { pending, invitation }, onSignedIn, onBack }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const finish = useFinishSignIn()
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      onSignedIn(await finish({ pending, code, invitation }))
    } catch (error) {
      const reason = codeOf(error)
      if (reason === 'sign-in-expired') return onBack(reason)
      if (reason === 'not-subscribed') {
        notice('error', t('error.not-subscribed'))
        return onBack()
      }
      setProblem(t(`error.${reason}`))
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  const other = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    setCode('')
    setProblem(undefined)
    field.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div role="status">
        <h2 className={styles.step}>{t('login.code.title')}</h2>
        <p className={styles.hint}>{t('login.code.lead')}</p>
      </div>
      <TextInput
        ref={field}
        name="code"
        label={t(kind === 'app' ? 'login.code.label' : 'login.code.recovery-label')}
        description={t(kind === 'app' ? 'login.code.hint' : 'login.code.recovery-hint')}
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={64}
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
        data-autofocus
        autoFocus
      />
      <Button type="submit" fullWidth size="md" loading={busy}>
        {t('login.submit')}
      </Button>
      <div className={styles.between}>
        <UnstyledButton className={styles.link ?? ''} onClick={other}>
          {t(kind === 'app' ? 'login.code.use-recovery' : 'login.code.use-app')}
        </UnstyledButton>
        <UnstyledButton className={styles.link ?? ''} onClick={() => onBack()}>
          {t('login.code.back')}
        </UnstyledButton>
      </div>
    </form>
  )
}
