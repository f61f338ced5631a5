import { Button, PasswordInput, TextInput } from '@mantine/core'
import { RemoveSecondFactor } from '@placard/contract'
import { type FormEvent, useState } from 'react'
import { ApiError, codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './account.module.css'

type Problems = { password?: string; code?: string; form?: string }

export default function TurnOffSecondFactor({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useI18n()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const parsed = RemoveSecondFactor.safeParse({ password, code })
    const fields = new Set(parsed.error?.issues.map(({ path }) => path[0]))
    setProblems({
      ...(fields.has('password') ? { password: t('error.wrong-password') } : {}),
      ...(fields.has('code') ? { code: t('error.wrong-code') } : {}),
    })
    if (!parsed.success) return
    setBusy(true)
    try {
      await call('removeSecondFactor', { body: { password, code } })
      onDone()
    } catch (error) {
      const message = t(`error.${codeOf(error)}`)
      const field = error instanceof ApiError ? error.field : undefined
      setProblems(field === 'password' || field === 'code' ? { [field]: message } : { form: message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={t('account.factor.off-title')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.lead}>{t('account.factor.off-lead')}</p>
        {problems.form && <ErrorBox message={problems.form} />}
        <PasswordInput
          name="password"
          label={t('account.password.current')}
          autoComplete="current-password"
          dir="ltr"
          value={password}
          error={problems.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
          data-autofocus
        />
        <TextInput
          name="code"
          label={t('login.code.label')}
          description={t('login.code.hint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={64}
          value={code}
          error={problems.code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" color="red" loading={busy}>
            {t('account.factor.turn-off')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
