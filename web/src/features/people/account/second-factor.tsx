import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import panel from '../../../platform/ui/panel.module.css'
import { Section } from '../../../platform/ui/section.tsx'
import styles from './account.module.css'
import { ACCOUNT_KEY, useAccount, usePasskeys } from './account-query.ts'

const SetUp = lazyDialog(() => import('./set-up-second-factor.tsx'))
const TurnOff = lazyDialog(() => import('./turn-off-second-factor.tsx'))

/** With this many codes left, the user is advised to create new ones. */
const FEW_CODES = 3

export function SecondFactor() {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { data, error, refetch } = useAccount()
  const passkeys = usePasskeys().data ?? []
  const [open, setOpen] = useState<'set-up' | 'turn-off'>()

  const close = () => {
    setOpen(undefined)
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY })
  }

  const factor = data?.secondFactor
  return (
    <Section
      title={t('account.factor.heading')}
      state={
        factor && (
          <span className={panel.state} data-on={factor.on ? '' : undefined}>
            {t(factor.on ? 'account.factor.on' : 'account.factor.off')}
          </span>
        )
      }
      lead={t('account.factor.lead')}
      problem={error && !data ? t(`error.${codeOf(error)}`) : undefined}
      onRetry={refetch}
    >
      {factor?.on && (
        <p>
          {t('account.factor.left', { count: factor.recoveryCodesLeft })}{' '}
          {factor.recoveryCodesLeft <= FEW_CODES && t('account.factor.few')}
        </p>
      )}
      {data && !data.hasPassword && <p>{t('account.factor.no-password')}</p>}
      {factor && (factor.on || data.hasPassword) && (
        <Button
          variant={factor.on ? 'default' : 'filled'}
          className={styles.button ?? ''}
          onClick={() => setOpen(factor.on ? 'turn-off' : 'set-up')}
        >
          {t(factor.on ? 'account.factor.turn-off' : 'account.factor.turn-on')}
        </Button>
      )}
      {open === 'set-up' && <SetUp hasPasskeys={passkeys.length > 0} onClose={close} />}
      {open === 'turn-off' && (
        <TurnOff
          hasApp={factor?.app ?? true}
          hasPasskeys={passkeys.length > 0}
          onClose={close}
          onDone={() => {
            close()
            notice('success', t('account.factor.turned-off'))
          }}
        />
      )}
    </Section>
  )
}
