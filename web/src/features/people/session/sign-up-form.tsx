import { Button } from '@mantine/core'
import { PAGES, type Session, type SignOnOutcome, SignUp } from '@placard/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { ApiError, codeOf } from '../../../platform/api/api-error.ts'
import { useHelp } from '../../../platform/api/help.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { NewPassword } from '../../../platform/form/new-password.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { EmailField } from '../../../platform/ui/email-field.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { NewPasswordField } from '../../../platform/ui/new-password.tsx'
import type { CodeWanted } from './code-form.tsx'
import { Contact } from './contact.tsx'
import { Outcome } from './outcome.tsx'
import { type SignInAnswer, useSignIn, useSignUp } from './session-query.ts'
import { SingleSignOn } from './single-sign-on.tsx'
import { type TypedAddress, typedAddress } from './typed-address.ts'

const CodeForm = lazyDialog(() => import('./code-form.tsx'), { quiet: true })
const Body = SignUp.extend({ password: NewPassword })
type Joining = z.infer<typeof Body> & { invitation: string }

type Props = {
  /** Taken up by the account, which is signed in then. Without one it waits for its subscription. */
  invitation?: string
  /** The path at which somebody who comes through the identity provider goes on. */
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
  const [done, setDone] = useState(false)
  const [wanted, setWanted] = useState<CodeWanted>()
  const form = useForm({
    schema: Body,
    start: () => ({ email: '', password: '' }),
    bodyOf: (values) => ({ ...values, email: address?.value ?? values.email }),
    save: async (typed) => {
      if (invitation !== undefined) return join({ ...typed, invitation })
      const session = await signUp(typed)
      if (session) onSignedIn(session)
      else setDone(true)
    },
    words: ({ code }) => (code === 'invalid-credential' ? t('join.maybe-account') : undefined),
  })
  const email = typedAddress(form.field('email'), address)

  const join = async (typed: Joining) => {
    const answer = await joinBy(typed)
    if (answer.status === 'signed-in') onSignedIn(answer.session)
    else setWanted({ ...answer, invitation: typed.invitation })
  }

  /** Signing up says nothing about who has an account; signing in afterwards does, to whoever knows the password. */
  const joinBy = async (typed: Joining): Promise<SignInAnswer> => {
    let refusal: unknown
    try {
      const session = await signUp(typed)
      if (session) return { status: 'signed-in', session }
    } catch (error) {
      // It may be this account that has used it up, when the answer to an earlier try got lost.
      if (codeOf(error) !== 'invitation-not-found') throw error
      refusal = error
    }
    try {
      return await signIn(typed)
    } catch (error) {
      if (refusal) throw refusal
      // A person who joins by an own account belongs somewhere by now: the address has another one.
      if (codeOf(error) === 'not-subscribed') throw new ApiError('invalid-credential')
      throw error
    }
  }

  if (done) {
    return (
      <Outcome title={t('register.done')}>
        {help.data?.byMail && <p>{t('register.done-mail', { email: email.value })}</p>}
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
      <FormBody form={form}>
        <EmailField {...email} />
        <NewPasswordField label={t('login.password')} {...form.field('password')} />
        <Button type="submit" fullWidth size="md" loading={form.isBusy}>
          {t(invitation === undefined ? 'register.submit' : 'join.sign-up')}
        </Button>
      </FormBody>
      <SingleSignOn remember={false} wasRefused={outcome?.status === 'refused'} next={next} invitation={invitation} />
    </>
  )
}
