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
  /** Accepted by the new account, which is then signed in. Without one the account waits for a subscription. */
  invitation?: string
  /** The path to open after signing in with the identity provider. */
  next: string
  /** As in `SignInForm`. */
  outcome?: SignOnOutcome | undefined
  /** Given if another form of the page contains the same address. */
  address?: TypedAddress
  onSignedIn: (session: Session) => void
}

/** U1 to U3. The typed values stay, whatever the result. */
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

  /** Signing up does not reveal if the address has an account. Signing in afterwards does, to a user who knows the password. */
  const joinBy = async (typed: Joining): Promise<SignInAnswer> => {
    let refusal: unknown
    try {
      const session = await signUp(typed)
      if (session) return { status: 'signed-in', session }
    } catch (error) {
      // This account may have accepted the invitation itself, if the answer to an earlier try got lost.
      if (codeOf(error) !== 'invitation-not-found') throw error
      refusal = error
    }
    try {
      return await signIn(typed)
    } catch (error) {
      if (refusal) throw refusal
      // A user with an own account would belong to an organisation by now, so the address belongs to another account.
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
