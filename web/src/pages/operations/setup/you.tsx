import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { FormBody } from '../../../platform/form/form-body.tsx'
import type { Form } from '../../../platform/form/use-form.ts'
import { EmailField } from '../../../platform/ui/email-field.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { NewPasswordField } from '../../../platform/ui/new-password.tsx'
import type { SetupDraft } from './draft.ts'
import styles from './setup.module.css'

export const YOUR_FIELDS: ReadonlySet<string> = new Set(['name', 'email', 'password'])

type Props = { form: Form<SetupDraft>; onBack: () => void; onDone: () => void }

/** The step for the person who runs the installation. */
export function YouForm({ form, onBack, onDone }: Props) {
  const { t } = useI18n()
  const { email, password } = form.values
  // The email is there but the password is not: the page was reloaded.
  const [isBack] = useState(() => email !== '' && password === '')

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (form.check(YOUR_FIELDS)) onDone()
  }

  // An error about the whole form is shown in the last step.
  return (
    <FormBody form={{ ...form, submit, problem: undefined }} className={styles.column}>
      <TextInput label={t('setup.name')} autoComplete="name" {...form.field('name')} />
      <EmailField description={t('setup.email-hint')} {...form.field('email')} />
      <NewPasswordField label={t('login.password')} {...form.field('password')} />
      {isBack && password === '' && (
        <p className={styles.note} role="status">
          {t('setup.password-again')}
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="default" size="md" onClick={onBack}>
          {t('setup.back')}
        </Button>
        <Button type="submit" size="md">
          {t('setup.continue')}
        </Button>
      </div>
    </FormBody>
  )
}
