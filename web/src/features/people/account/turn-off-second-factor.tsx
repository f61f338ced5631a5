import { TextInput, UnstyledButton } from '@mantine/core'
import { RemoveSecondFactor, StartPasskey } from '@placard/contract'
import { type ReactNode, useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { answerWithPasskey, browserHasPasskeys } from '../../../platform/api/passkey.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { type Form, useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import styles from './account.module.css'
import { CurrentPassword } from './current-password.tsx'

type Props = {
  /** False: there is no authenticator app, and the code is a recovery code. */
  hasApp: boolean
  hasPasskeys: boolean
  onClose: () => void
  onDone: () => void
}

/** Asks for the password, and for a code or a passkey. */
export default function TurnOffSecondFactor({ hasApp, hasPasskeys, onClose, onDone }: Props) {
  const { t } = useI18n()
  const mayUsePasskey = hasPasskeys && browserHasPasskeys()
  const [by, setBy] = useState<'code' | 'passkey'>(mayUsePasskey && !hasApp ? 'passkey' : 'code')
  const other = mayUsePasskey && (
    <UnstyledButton className={styles.link ?? ''} onClick={() => setBy(by === 'code' ? 'passkey' : 'code')}>
      {t(by === 'code' ? 'account.factor.use-passkey' : 'account.factor.use-code')}
    </UnstyledButton>
  )
  const Way = by === 'code' ? ByCode : ByPasskey
  return <Way key={by} hasApp={hasApp} other={other} onClose={onClose} onDone={onDone} />
}

type WayProps = { hasApp: boolean; other: ReactNode; onClose: () => void; onDone: () => void }

function ByCode({ hasApp, other, onClose, onDone }: WayProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: RemoveSecondFactor,
    start: () => ({ password: '', code: '' }),
    save: async (body) => {
      await call('removeSecondFactor', { body })
      onDone()
    },
    words: ({ field, code }) =>
      field === 'password' && code === 'invalid-field' ? t('error.wrong-password') : undefined,
  })

  return (
    <Around form={form} onClose={onClose}>
      <TextInput
        label={t(hasApp ? 'login.code.label' : 'login.code.recovery-label')}
        description={t(hasApp ? 'login.code.hint' : 'login.code.recovery-hint')}
        autoComplete={hasApp ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={64}
        {...form.field('code')}
      />
      {other}
    </Around>
  )
}

function ByPasskey({ other, onClose, onDone }: WayProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: StartPasskey,
    start: () => ({ password: '' }),
    save: async ({ password }) => {
      const passkey = await answerWithPasskey(await call('startPasskeyProof', {}))
      if (!passkey) return
      await call('removeSecondFactorByPasskey', { body: { password, passkey } })
      onDone()
    },
    words: ({ field, code }) => {
      if (field === 'password' && code === 'invalid-field') return t('error.wrong-password')
      return code === 'unexpected-answer' ? t('account.passkeys.failed') : undefined
    },
  })

  return (
    <Around form={form} onClose={onClose}>
      <p className={panel.lead}>{t('account.factor.then-passkey')}</p>
      {other}
    </Around>
  )
}

type AroundProps<Values> = { form: Form<Values & { password: string }>; onClose: () => void; children: ReactNode }

function Around<Values>({ form, onClose, children }: AroundProps<Values>) {
  const { t } = useI18n()
  return (
    <FormDialog
      form={form}
      title={t('account.factor.off-title')}
      submitLabel={t('account.factor.turn-off')}
      danger
      onClose={onClose}
    >
      <p className={panel.lead}>{t('account.factor.off-lead')}</p>
      <CurrentPassword {...form.field('password')} data-autofocus />
      {children}
    </FormDialog>
  )
}
