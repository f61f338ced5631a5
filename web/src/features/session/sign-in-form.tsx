import { Button, Checkbox, PasswordInput } from '@mantine/core'
import type { Session, SignOnOutcome } from '@placard/contract'
import { type FormEvent, useRef, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { EmailField } from '../../ui/email-field.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import { CodeForm, type CodeWanted } from './code-form.tsx'
import { NeedHelp } from './need-help.tsx'
import { NotSubscribed } from './not-subscribed.tsx'
import styles from './session.module.css'
import { useSignIn } from './session-query.ts'
import { SingleSignOn } from './single-sign-on.tsx'

type Props = {
  /** Filled in already when somebody signs in again. */
  email?: string
  /** Where somebody who signs in through the identity provider goes on; undefined: this page stays as it is. */
  next?: string
  /**
   * What a sign-in through the identity provider came to, of which somebody has just come back. With an invitation its page says
   * why it was refused.
   */
  outcome?: SignOnOutcome | undefined
  /** Taken up by an account that belongs to no organisation. */
  invitation?: string | undefined
  submitLabel?: string
  /** Given when the address is typed into another form of the page as well. */
  address?: TypedAddress
  onSignedIn: (session: Session) => void
}

/** `isFixed`: nobody types another. */
export type TypedAddress = { value: string; isFixed?: boolean; onChange: (address: string) => void }

/** A1 to A5. */
export function SignInForm({
  email: knownEmail = '',
  next,
  outcome,
  invitation,
  submitLabel,
  address,
  onSignedIn,
}: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const signIn = useSignIn()
  const [ownEmail, setOwnEmail] = useState(knownEmail)
  const email = address?.value ?? ownEmail
  const setEmail = address?.onChange ?? setOwnEmail
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(
    outcome?.status === 'refused' && invitation === undefined ? t(`error.${outcome.code}`) : undefined,
  )
  /** A code is wanted as well: what is sent along with it. */
  const [wanted, setWanted] = useState<CodeWanted | undefined>(
    outcome?.status === 'code-wanted' ? { ...outcome, invitation } : undefined,
  )
  /** The password was right, and nothing is open to the account. */
  const [waits, setWaits] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      const answer = await signIn({ email, password, remember, invitation })
      if (answer.status === 'signed-in') onSignedIn(answer.session)
      else setWanted({ ...answer, invitation })
    } catch (error) {
      const code = codeOf(error)
      if (code === 'not-subscribed') {
        notice('error', t('error.not-subscribed'))
        return setWaits(true)
      }
      setProblem(t(`error.${code}`))
      passwordField.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  if (wanted) {
    return (
      <CodeForm
        wanted={wanted}
        onSignedIn={onSignedIn}
        onBack={(reason) => {
          setWanted(undefined)
          setPassword('')
          setProblem(reason && t(`error.${reason}`))
        }}
      />
    )
  }
  if (waits) return <NotSubscribed email={email} onBack={() => setWaits(false)} />
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        {problem && <ErrorBox message={problem} />}
        <EmailField
          value={email}
          onChange={setEmail}
          readOnly={address?.isFixed ?? false}
          {...(knownEmail ? {} : { 'data-autofocus': true, autoFocus: true })}
        />
        <PasswordInput
          ref={passwordField}
          name="password"
          label={t('login.password')}
          autoComplete="current-password"
          dir="ltr"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
          {...(knownEmail ? { 'data-autofocus': true } : {})}
        />
        <div className={styles.between}>
          <Checkbox
            label={t('login.remember')}
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
          <NeedHelp />
        </div>
        <Button type="submit" fullWidth size="md" loading={busy}>
          {submitLabel ?? t('login.submit')}
        </Button>
      </form>
      <SingleSignOn
        remember={remember}
        wasRefused={outcome?.status === 'refused'}
        next={next}
        invitation={invitation}
      />
    </>
  )
}
