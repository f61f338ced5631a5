import { NativeSelect, TextInput } from '@mantine/core'
import { BeginSecondFactor, ConfirmSecondFactor, type SecondFactorSecret } from '@placard/contract'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { QrCode } from '../../../platform/ui/qr-code.tsx'
import styles from './account.module.css'
import { CurrentPassword } from './current-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Step =
  | { name: 'password' }
  | { name: 'app'; offer: SecondFactorSecret }
  | { name: 'codes'; recoveryCodes: string[] }

type Props = {
  /** True: the account has passkeys, which can be the second step without an app. */
  hasPasskeys: boolean
  onClose: () => void
}

/** Asks for the password, then connects the authenticator app, then shows the recovery codes. */
export default function SetUpSecondFactor({ hasPasskeys, onClose }: Props) {
  const { t } = useI18n()
  const [step, setStep] = useState<Step>({ name: 'password' })
  switch (step.name) {
    case 'password':
      return (
        <AskPassword
          hasPasskeys={hasPasskeys}
          onOffered={(offer) => setStep({ name: 'app', offer })}
          onTurnedOn={(recoveryCodes) => setStep({ name: 'codes', recoveryCodes })}
          onClose={onClose}
        />
      )
    case 'app':
      return (
        <AskCode
          offer={step.offer}
          onConfirmed={(recoveryCodes) => setStep({ name: 'codes', recoveryCodes })}
          onClose={onClose}
        />
      )
    case 'codes':
      return (
        <Dialog key="codes" title={t('account.factor.codes')} closable={false} onClose={onClose}>
          <RecoveryCodes codes={step.recoveryCodes} onKept={onClose} />
        </Dialog>
      )
  }
}

type PasswordProps = {
  hasPasskeys: boolean
  onOffered: (offer: SecondFactorSecret) => void
  /** It is on already, with the passkeys. */
  onTurnedOn: (recoveryCodes: string[]) => void
  onClose: () => void
}

function AskPassword({ hasPasskeys, onOffered, onTurnedOn, onClose }: PasswordProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: BeginSecondFactor,
    start: () => ({ password: '', by: hasPasskeys ? 'passkey' : 'app' }),
    bodyOf: ({ password }) => ({ password }),
    save: async (body) => {
      if (form.values.by === 'app') return onOffered(await call('beginSecondFactor', { body }))
      onTurnedOn((await call('turnSecondFactorOnByPasskey', { body })).recoveryCodes)
    },
    wholeAt: 'password',
  })
  return (
    <FormDialog
      form={form}
      title={t('account.factor.setup')}
      submitLabel={t('account.factor.next')}
      ready={form.values.password !== ''}
      onClose={onClose}
    >
      <p className={panel.lead}>{t('account.factor.password-lead')}</p>
      {hasPasskeys && (
        <NativeSelect
          label={t('account.factor.by')}
          data={[
            { value: 'passkey', label: t('account.factor.by-passkey') },
            { value: 'app', label: t('account.factor.by-app') },
          ]}
          {...form.field('by')}
        />
      )}
      <CurrentPassword {...form.field('password')} data-autofocus />
    </FormDialog>
  )
}

type CodeProps = {
  offer: SecondFactorSecret
  onConfirmed: (recoveryCodes: string[]) => void
  onClose: () => void
}

function AskCode({ offer, onConfirmed, onClose }: CodeProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: ConfirmSecondFactor,
    start: () => ({ code: '' }),
    save: async (body) => onConfirmed((await call('confirmSecondFactor', { body })).recoveryCodes),
    wholeAt: 'code',
  })
  return (
    <FormDialog
      form={form}
      title={t('account.factor.setup')}
      submitLabel={t('account.factor.confirm')}
      onClose={onClose}
    >
      <p className={panel.lead}>{t('account.factor.scan')}</p>
      <QrCode text={offer.uri} label={t('account.factor.qr')} />
      <p className={styles.key}>
        <span>{t('account.factor.key')}</span>
        <code dir="ltr">{offer.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <TextInput
        label={t('login.code.label')}
        description={t('account.factor.confirm-hint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        dir="ltr"
        maxLength={16}
        {...form.field('code')}
        data-autofocus
      />
    </FormDialog>
  )
}
