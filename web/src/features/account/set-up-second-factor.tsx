import { Button, PasswordInput, TextInput } from '@mantine/core'
import type { SecondFactorSecret } from '@placard/contract'
import { type FormEvent, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './account.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

type Step =
  | { name: 'password' }
  | { name: 'app'; offer: SecondFactorSecret }
  | { name: 'codes'; recoveryCodes: string[] }

/** The password, the app, and then the codes that stand in for it. */
export default function SetUpSecondFactor({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const [step, setStep] = useState<Step>({ name: 'password' })
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const goOn = async (event: FormEvent, work: () => Promise<Step>) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      setStep(await work())
    } catch (error) {
      setProblem(t(`error.${codeOf(error)}`))
    } finally {
      setBusy(false)
    }
  }

  const begin = async (): Promise<Step> => ({
    name: 'app',
    offer: await call('beginSecondFactor', { body: { password } }),
  })
  const confirm = async (): Promise<Step> => ({
    name: 'codes',
    recoveryCodes: (await call('confirmSecondFactor', { body: { code } })).recoveryCodes,
  })

  switch (step.name) {
    case 'password':
      return (
        <Dialog title={t('account.factor.setup')} onClose={onClose}>
          <form className={styles.form} onSubmit={(event) => void goOn(event, begin)} noValidate>
            <p className={styles.lead}>{t('account.factor.password-lead')}</p>
            <PasswordInput
              name="password"
              label={t('account.password.current')}
              autoComplete="current-password"
              dir="ltr"
              value={password}
              error={problem}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
              data-autofocus
            />
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                {t('action.cancel')}
              </Button>
              <Button type="submit" loading={busy} disabled={password === ''}>
                {t('account.factor.next')}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      )
    case 'app':
      return (
        <Dialog key="app" title={t('account.factor.setup')} onClose={onClose}>
          <form className={styles.form} onSubmit={(event) => void goOn(event, confirm)} noValidate>
            <p className={styles.lead}>{t('account.factor.scan')}</p>
            <QrCode text={step.offer.uri} label={t('account.factor.qr')} />
            <p className={styles.key}>
              <span>{t('account.factor.key')}</span>
              <code dir="ltr">{step.offer.secret.match(/.{1,4}/g)?.join(' ')}</code>
            </p>
            <TextInput
              name="code"
              label={t('login.code.label')}
              description={t('account.factor.confirm-hint')}
              autoComplete="one-time-code"
              inputMode="numeric"
              dir="ltr"
              maxLength={16}
              value={code}
              error={problem}
              onChange={(event) => setCode(event.currentTarget.value)}
              data-autofocus
            />
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                {t('action.cancel')}
              </Button>
              <Button type="submit" loading={busy}>
                {t('account.factor.confirm')}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      )
    case 'codes':
      return (
        <Dialog key="codes" title={t('account.factor.codes')} closable={false} onClose={onClose}>
          <RecoveryCodes codes={step.recoveryCodes} onKept={onClose} />
        </Dialog>
      )
  }
}
