import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { ConfirmSecondFactor, type Session } from '@placard/contract'
import { useRef, useState } from 'react'
import { type ApiErrorCode, codeOf } from '../../../platform/api/api-error.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import styles from './session.module.css'
import { useFinishSignIn } from './session-query.ts'

/** The data that is sent with the code. */
export type CodeWanted = { pending: string; invitation?: string | undefined }

type Props = {
  wanted: CodeWanted
  onSignedIn: (session: Session) => void
  /** Returns to the password, with the reason if there is one. */
  onBack: (reason?: ApiErrorCode) => void
}

/** The second step of a sign-in. */
export default function CodeForm({ wanted: { pending, invitation }, onSignedIn, onBack }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const finish = useFinishSignIn()
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const form = useForm({
    schema: ConfirmSecondFactor,
    start: () => ({ code: '' }),
    save: async ({ code }) => {
      try {
        onSignedIn(await finish({ pending, code, invitation }))
      } catch (error) {
        const reason = codeOf(error)
        if (reason === 'sign-in-expired') return onBack(reason)
        if (reason !== 'not-subscribed') throw error
        notice('error', t('error.not-subscribed'))
        onBack()
      }
    },
    wholeAt: 'code',
  })
  const field = useRef<HTMLInputElement>(null)

  const other = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    form.change({ code: '' })
    field.current?.focus()
  }

  return (
    <FormBody form={form}>
      <div role="status">
        <h2 className={styles.step}>{t('login.code.title')}</h2>
        <p className={styles.hint}>{t('login.code.lead')}</p>
      </div>
      <TextInput
        ref={field}
        label={t(kind === 'app' ? 'login.code.label' : 'login.code.recovery-label')}
        description={t(kind === 'app' ? 'login.code.hint' : 'login.code.recovery-hint')}
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={64}
        {...form.field('code')}
        data-autofocus
        autoFocus
      />
      <Button type="submit" fullWidth size="md" loading={form.isBusy}>
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
    </FormBody>
  )
}
