import { Button } from '@mantine/core'
import { Email, PAGES, problemOf, type Session, type SignOnOutcome } from '@placard/contract'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, codeOf } from '../../api/api-error.ts'
import { useHelp } from '../../api/help.ts'
import { EmailField } from '../../ui/email-field.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { missingCharacters, NewPasswordField } from '../../ui/new-password.tsx'
import { CodeForm, type CodeWanted } from './code-form.tsx'
import { Contact } from './contact.tsx'
import { Outcome } from './outcome.tsx'
import styles from './session.module.css'
import { type SignInAnswer, useSignIn, useSignUp } from './session-query.ts'
import type { TypedAddress } from './sign-in-form.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

type Problems = { email?: string; password?: string }

type Props = {
  /** Taken up by the account, which is signed in then. Without one it waits for its subscription. */
  invitation?: string
  /** Where somebody who comes through the identity provider goes on. */
  next: string
  /** As in `SignInForm`. */
  outcome?: SignOnOutcome | undefined
  /** Given when the address is typed into another form of the page as well. */
  address?: TypedAddress
  onSignedIn: (session: Session) => void
}

/** U1 to U3. What was typed stays, whatever comes of it. */
export function SignUpForm({ invitation, next, outcome, address, onSignedIn }: Props) {
  const { t } = useI18n()
  const signUp = useSignUp()
  const help = useHelp()
  const signIn = useSignIn()
  const [ownEmail, setOwnEmail] = useState('')
  const email = address?.value ?? ownEmail
  const setEmail = address?.onChange ?? setOwnEmail
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [wanted, setWanted] = useState<CodeWanted>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    setProblems(found)
    setProblem(undefined)
    if (found.email || found.password) return
    setBusy(true)
    try {
      if (invitation !== undefined) await join(invitation)
      else {
        const session = await signUp({ email, password })
        if (session) onSignedIn(session)
        else setDone(true)
      }
    } catch (error) {
      const message = t(`error.${codeOf(error)}`)
      const field = error instanceof ApiError ? error.field : undefined
      if (field === 'email' || field === 'password') setProblems({ [field]: message })
      else setProblem(message)
    } finally {
      setBusy(false)
    }
  }

  const join = async (token: string) => {
    const answer = await joinBy(token)
    if (answer === 'other-password') return setProblem(t('join.maybe-account'))
    if (answer.status === 'signed-in') onSignedIn(answer.session)
    else setWanted({ ...answer, invitation: token })
  }

  /** Signing up says nothing about who has an account; signing in afterwards does, to whoever knows the password. */
  const joinBy = async (token: string): Promise<SignInAnswer | 'other-password'> => {
    let refusal: unknown
    try {
      const session = await signUp({ email, password, invitation: token })
      if (session) return { status: 'signed-in', session }
    } catch (error) {
      // It may be this account that has used it up, when the answer to an earlier try got lost.
      if (codeOf(error) !== 'invitation-not-found') throw error
      refusal = error
    }
    try {
      return await signIn({ email, password, invitation: token })
    } catch (error) {
      if (refusal) throw refusal
      // Whoever joins by an account of their own belongs somewhere by now: the address has another one.
      if (['invalid-credential', 'not-subscribed'].includes(codeOf(error))) return 'other-password'
      throw error
    }
  }

  const check = (): Problems => {
    const parsed = Email.safeParse(email)
    const missing = missingCharacters(password)
    return {
      ...(parsed.success ? {} : { email: t(`error.${problemOf(parsed.error).code}`) }),
      ...(missing > 0 ? { password: t('register.password-missing', { count: missing }) } : {}),
    }
  }

  if (done) {
    return (
      <Outcome title={t('register.done')}>
        {help.data?.byMail && <p>{t('register.done-mail', { email })}</p>}
        <p>{t('register.done-lead')}</p>
        <Contact />
        <Button component={Link} to={PAGES.login} fullWidth size="md">
          {t('register.to-login')}
        </Button>
      </Outcome>
    )
  }
  if (wanted) return <CodeForm wanted={wanted} onSignedIn={onSignedIn} onBack={() => setWanted(undefined)} />
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        {problem && <ErrorBox message={problem} />}
        <EmailField value={email} problem={problems.email} onChange={setEmail} readOnly={address?.isFixed ?? false} />
        <NewPasswordField
          label={t('login.password')}
          value={password}
          problem={problems.password}
          onChange={setPassword}
        />
        <Button type="submit" fullWidth size="md" loading={busy}>
          {t(invitation === undefined ? 'register.submit' : 'join.sign-up')}
        </Button>
      </form>
      <SingleSignOn remember={false} wasRefused={outcome?.status === 'refused'} next={next} invitation={invitation} />
    </>
  )
}
