import { Alert, Button } from '@mantine/core'
import { RESET_LINK_EXPIRES_MS, RequestPasswordReset } from '@placard/contract'
import { type FormEvent, useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { useHelp } from '../../../platform/api/help.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { ContactLink } from '../../../platform/ui/contact-link.tsx'
import { EmailField } from '../../../platform/ui/email-field.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

const MINUTES = RESET_LINK_EXPIRES_MS / 60_000

/** Requests a link by email. The typed address stays, so that the link can be requested again. */
export function ForgotPasswordForm() {
  const { t } = useI18n()
  const ways = useHelp()
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    schema: RequestPasswordReset,
    start: () => ({ email: '' }),
    save: async (body) => {
      await call('requestPasswordReset', { body })
      setSentTo(body.email)
    },
  })
  const submit = (event?: FormEvent) => {
    setSentTo(undefined)
    form.submit(event)
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
    <FormBody form={{ ...form, submit }}>
      {sentTo !== undefined && (
        <Alert color="petrol" variant="light" role="status" title={t('forgot.done')}>
          {t('forgot.done-lead', { email: sentTo, minutes: MINUTES })}
        </Alert>
      )}
      <EmailField {...form.field('email')} autoFocus />
      <Button type="submit" fullWidth size="md" loading={form.isBusy}>
        {t('forgot.submit')}
      </Button>
    </FormBody>
  )
}
