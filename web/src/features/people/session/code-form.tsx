import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { ConfirmSecondFactor, type Session } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ApiErrorCode, codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { answerWithPasskey, browserHasPasskeys } from '../../../platform/api/passkey.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { KeyIcon } from '../../../platform/ui/key-icon.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import styles from './session.module.css'
import { begin, useFinishSignIn } from './session-query.ts'

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
  const client = useQueryClient()
  const step = useQuery({
    queryKey: ['passkey-step', pending],
    queryFn: ({ signal }) => call('startPasskeyStep', { body: { pending }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [typed, setKind] = useState<'app' | 'recovery'>('app')
  const hasApp = step.data?.app ?? true
  const kind = hasApp ? typed : 'recovery'
  const form = useForm({
    schema: ConfirmSecondFactor,
    start: () => ({ code: '' }),
    save: ({ code }) => finished(() => finish({ pending, code, invitation })),
    wholeAt: 'code',
  })
  const passkey = useDoing({
    words: (error) => (error instanceof DOMException ? t('login.passkey.failed') : undefined),
  })

  async function finished(work: () => Promise<Session | undefined>): Promise<void> {
    try {
      const session = await work()
      if (session) onSignedIn(session)
    } catch (error) {
      const reason = codeOf(error)
      if (reason === 'sign-in-expired') return onBack(reason)
      if (reason !== 'not-subscribed') throw error
      notice('error', t('error.not-subscribed'))
      onBack()
    }
  }

  const usePasskey = () =>
    passkey.run('passkey', () =>
      finished(async () => {
        const { request } = await call('startPasskeyStep', { body: { pending } })
        const answer = request && (await answerWithPasskey(request))
        if (!answer) return undefined
        const session = await call('finishSignInByPasskey', { body: { pending, passkey: answer, invitation } })
        begin(client, session)
        return session
      }),
    )
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
      {step.data?.request && browserHasPasskeys() && (
        <>
          {passkey.problem && <ErrorBox message={passkey.problem} />}
          <Button
            variant={hasApp ? 'default' : 'filled'}
            fullWidth
            size="md"
            leftSection={<KeyIcon size={18} />}
            loading={passkey.isBusy}
            onClick={usePasskey}
          >
            {t('login.code.passkey')}
          </Button>
          <p className={styles.or}>
            <span>{t('login.single.or')}</span>
          </p>
        </>
      )}
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
      <Button type="submit" fullWidth size="md" variant={hasApp ? 'filled' : 'default'} loading={form.isBusy}>
        {t('login.submit')}
      </Button>
      <div className={styles.between}>
        {hasApp && (
          <UnstyledButton className={styles.link ?? ''} onClick={other}>
            {t(kind === 'app' ? 'login.code.use-recovery' : 'login.code.use-app')}
          </UnstyledButton>
        )}
        <UnstyledButton className={styles.link ?? ''} onClick={() => onBack()}>
          {t('login.code.back')}
        </UnstyledButton>
      </div>
    </FormBody>
  )
}
