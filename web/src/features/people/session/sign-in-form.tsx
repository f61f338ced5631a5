import { Button, Checkbox, PasswordInput } from '@mantine/core'
import { type Session, SignIn, type SignOnOutcome } from '@placard/contract'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { EmailField } from '../../../platform/ui/email-field.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import type { CodeWanted } from './code-form.tsx'
import { NeedHelp } from './need-help.tsx'
import styles from './session.module.css'
import { useSignIn } from './session-query.ts'
import { SingleSignOn } from './single-sign-on.tsx'
import { type TypedAddress, typedAddress } from './typed-address.ts'

const CodeForm = lazyDialog(() => import('./code-form.tsx'), { quiet: true })
const PasskeySignIn = lazyDialog(() => import('./passkey-sign-in.tsx'), { patient: true })
const NotSubscribed = lazyDialog(() => import('./not-subscribed.tsx'), { quiet: true, ahead: false })

type Props = {
  /** Prefilled when the user signs in again. */
  email?: string
  /** The path to open after signing in with the identity provider; undefined: this page stays as it is. */
  next?: string
  /**
   * The result of a sign-in with the identity provider, after the user has returned. For an invitation, its page says why it was
   * refused.
   */
  outcome?: SignOnOutcome | undefined
  /** Accepted by an account that belongs to no organisation. */
  invitation?: string | undefined
  submitLabel?: string
  /** Given if another form of the page contains the same address. */
  address?: TypedAddress
  onSignedIn: (session: Session) => void
}

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
  /** A code is required as well: the data to send with it. */
  const [wanted, setWanted] = useState<CodeWanted | undefined>(
    outcome?.status === 'code-wanted' ? { ...outcome, invitation } : undefined,
  )
  /** The password was right, but the account has no access to an organisation. */
  const [waits, setWaits] = useState(false)
  const wait = () => {
    notice('error', t('error.not-subscribed'))
    setWaits(true)
  }
  const form = useForm({
    schema: SignIn,
    start: () => ({ email: knownEmail, password: '', remember: false }),
    bodyOf: (values) => ({ ...values, email: address?.value ?? values.email, invitation }),
    save: async (body) => {
      try {
        const answer = await signIn(body)
        if (answer.status === 'signed-in') onSignedIn(answer.session)
        else setWanted({ ...answer, invitation })
      } catch (error) {
        if (codeOf(error) !== 'not-subscribed') throw error
        wait()
      }
    },
    problems: outcome?.status === 'refused' && invitation === undefined ? [{ code: outcome.code }] : [],
    // A2: all errors in one box; an invalid password has the same message as a wrong one.
    shows: [],
    focus: 'password',
    words: ({ field }) => (field === 'password' ? t('error.invalid-credential') : undefined),
  })
  const email = typedAddress(form.field('email'), address)

  if (wanted) {
    return (
      <CodeForm
        wanted={wanted}
        onSignedIn={onSignedIn}
        onBack={(reason) => {
          setWanted(undefined)
          form.change({ password: '' })
          if (reason) form.refuse({ code: reason })
        }}
      />
    )
  }
  if (waits) return <NotSubscribed email={email.value} onBack={() => setWaits(false)} />
  return (
    <>
      <FormBody form={form}>
        <EmailField
          {...email}
          autoComplete="username webauthn"
          {...(knownEmail ? {} : { 'data-autofocus': true, autoFocus: true })}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          dir="ltr"
          {...form.field('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
          {...(knownEmail ? { 'data-autofocus': true } : {})}
        />
        <div className={styles.between}>
          <Checkbox label={t('login.remember')} {...form.toggle('remember')} />
          <NeedHelp />
        </div>
        <Button type="submit" fullWidth size="md" loading={form.isBusy}>
          {submitLabel ?? t('login.submit')}
        </Button>
      </FormBody>
      {'PublicKeyCredential' in window && (
        <div className={styles.single} data-late>
          <PasskeySignIn
            remember={form.values.remember}
            invitation={invitation}
            onSignedIn={onSignedIn}
            onWaits={wait}
          />
        </div>
      )}
      <SingleSignOn
        remember={form.values.remember}
        wasRefused={outcome?.status === 'refused'}
        next={next}
        invitation={invitation}
      />
    </>
  )
}
