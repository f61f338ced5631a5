import { Button } from '@mantine/core'
import type { RouteResponse } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../platform/api/call.ts'
import { answerWithPasskey, browserHasPasskeys } from '../../../platform/api/passkey.ts'
import { renewSession } from '../../../platform/api/renew-session.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon } from '../../../platform/ui/icons.tsx'
import { KeyIcon } from '../../../platform/ui/key-icon.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import styles from './account.module.css'
import { ACCOUNT_KEY, PASSKEYS_KEY, useAccount, usePasskeys } from './account-query.ts'

const AddPasskey = lazyDialog(() => import('./add-passkey.tsx'))
const SetUp = lazyDialog(() => import('./set-up-second-factor.tsx'))

type Props = {
  /** The path to open once nothing is missing. */
  to: string
  onSignedIn: (session: RouteResponse<'signInByPasskey'>) => void
  /** Signs out and opens the sign-in page. */
  onSignInAgain: () => void
}

/** The organisation requires a way to sign in that this session lacks: how to get it. Shown until it is there, and then the way on. */
export function MissingStep({ to, onSignedIn, onSignInAgain }: Props) {
  const { t } = useI18n()
  const client = useQueryClient()
  const account = useAccount().data
  const passkeys = usePasskeys().data
  const [name, setName] = useState<string>()
  const [open, setOpen] = useState<'passkey' | 'app'>()
  const missing = account?.missing
  if (missing && missing.organisation !== name) setName(missing.organisation)
  const isMet = name !== undefined && missing === null

  useEffect(() => {
    if (isMet) void renewSession()
  }, [isMet])

  const readAgain = () => {
    void client.invalidateQueries({ queryKey: PASSKEYS_KEY })
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY })
  }
  const close = () => {
    setOpen(undefined)
    readAgain()
  }
  const { run, isBusy, problem } = useDoing({
    words: (error) => (error instanceof DOMException ? t('account.passkeys.failed') : undefined),
    after: readAgain,
  })
  const usePasskey = () =>
    run('passkey', async () => {
      const passkey = await answerWithPasskey(await call('startPasskeySignIn', {}))
      if (passkey) onSignedIn(await call('signInByPasskey', { body: { passkey } }))
    })

  const dialogs = (
    <>
      {open === 'passkey' && <AddPasskey onClose={close} onDone={close} />}
      {open === 'app' && <SetUp hasPasskeys={false} onClose={close} />}
    </>
  )
  if (isMet && name !== undefined) {
    return (
      <Section title={t('account.missing.met', { name })}>
        <Button component={Link} to={to} leftSection={<CheckIcon />} className={styles.button ?? ''}>
          {t('join.to-dashboard')}
        </Button>
        {dialogs}
      </Section>
    )
  }
  if (!account || !missing || !passkeys) return null
  const mayHave = account.hasPassword && browserHasPasskeys()
  const hasPasskey = passkeys.length > 0
  const hasOther = missing.requires === 'second-step' && account.secondFactor.app
  return (
    <Section
      title={t(`account.missing.${missing.requires}`, { name: missing.organisation })}
      lead={
        hasPasskey || hasOther
          ? t('account.missing.again-lead')
          : t('account.missing.lead', { name: missing.organisation })
      }
    >
      {problem && <ErrorBox message={problem} />}
      {!account.hasPassword && <p>{t('account.factor.no-password')}</p>}
      <div className={styles.ways}>
        {hasPasskey && (
          <Button leftSection={<KeyIcon size={18} />} loading={isBusy} onClick={usePasskey}>
            {t('login.code.passkey')}
          </Button>
        )}
        {hasOther && (
          <Button variant={hasPasskey ? 'default' : 'filled'} onClick={onSignInAgain}>
            {t('account.missing.again')}
          </Button>
        )}
        {!hasPasskey && mayHave && (
          <Button
            variant={hasOther ? 'default' : 'filled'}
            leftSection={<KeyIcon size={18} />}
            onClick={() => setOpen('passkey')}
          >
            {t('account.passkeys.add')}
          </Button>
        )}
        {missing.requires === 'second-step' && !account.secondFactor.on && account.hasPassword && !hasPasskey && (
          <Button variant="default" onClick={() => setOpen('app')}>
            {t('account.factor.by-app')}
          </Button>
        )}
      </div>
      {dialogs}
    </Section>
  )
}
