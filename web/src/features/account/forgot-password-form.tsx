import { Alert, Button } from '@mantine/core'
import { Email, problemOf, RESET_LINK_EXPIRES_MS } from '@placard/contract'
import { type FormEvent, useState } from 'react'
import { ApiError, codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useHelp } from '../../api/help.ts'
import { ContactLink } from '../../ui/contact-link.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './account.module.css'

const MINUTES = RESET_LINK_EXPIRES_MS / 60_000

/** What was typed stays, so that the link can be asked for once more. */
export function ForgotPasswordForm() {
  const { t } = useI18n()
  const ways = useHelp()
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    setSentTo(undefined)
    const address = Email.safeParse(email)
    setWrong(address.success ? undefined : t(`error.${problemOf(address.error).code}`))
    if (!address.success) return
    setBusy(true)
    try {
      await call('requestPasswordReset', { body: { email: address.data } })
      setSentTo(address.data)
    } catch (error) {
      const message = t(`error.${codeOf(error)}`)
      if (error instanceof ApiError && error.field === 'email') setWrong(message)
      else setProblem(message)
    } finally {
      setBusy(false)
    }
  }

  if (ways.isPending) return null
  if (ways.data && !ways.data.byMail) {
    return (
      <Alert color="petrol" variant="light" role="status" title={t('forgot.no-mail')}>
        {t('forgot.no-mail-lead')}
        {ways.data.contact && (
          <p>
            {t('contact.us')} <ContactLink contact={ways.data.contact} />
          </p>
        )}
      </Alert>
    )
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {problem && <ErrorBox message={problem} />}
      {sentTo !== undefined && (
        <Alert color="petrol" variant="light" role="status" title={t('forgot.done')}>
          {t('forgot.done-lead', { email: sentTo, minutes: MINUTES })}
        </Alert>
      )}
      <EmailField value={email} problem={wrong} onChange={setEmail} autoFocus />
      <Button type="submit" fullWidth size="md" loading={busy}>
        {t('forgot.submit')}
      </Button>
    </form>
  )
}
