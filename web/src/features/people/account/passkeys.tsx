import { Button } from '@mantine/core'
import type { Passkey } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { browserHasPasskeys } from '../../../platform/api/passkey.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { KeyIcon } from '../../../platform/ui/key-icon.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import panel from '../../../platform/ui/panel.module.css'
import { RowButton } from '../../../platform/ui/rows.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import styles from './account.module.css'
import { ACCOUNT_KEY, PASSKEYS_KEY, useAccount, usePasskeys } from './account-query.ts'
import { timeAgo } from './relative-time.ts'

const AddPasskey = lazyDialog(() => import('./add-passkey.tsx'))
const RenamePasskey = lazyDialog(() => import('./rename-passkey.tsx'))
const RemovePasskey = lazyDialog(() => import('./remove-passkey.tsx'))

type Open = { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey }

/** The passkeys of the account. */
export function Passkeys() {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const account = useAccount().data
  const { data, error, refetch, isPending } = usePasskeys()
  const [open, setOpen] = useState<Open>()

  const close = () => setOpen(undefined)
  const done = (words: string) => {
    close()
    notice('success', words)
    void client.invalidateQueries({ queryKey: PASSKEYS_KEY })
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY })
  }

  const mayAdd = account?.hasPassword === true && browserHasPasskeys()
  return (
    <Section
      title={t('account.passkeys.heading')}
      count={data?.length || undefined}
      lead={t('account.passkeys.lead')}
      loading={isPending}
      problem={error && !data ? t(`error.${codeOf(error)}`) : undefined}
      onRetry={refetch}
    >
      {data && data.length > 0 && (
        <ul className={panel.rows}>
          {data.map((passkey) => (
            <Entry
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpen({ name: 'rename', passkey })}
              onRemove={() => setOpen({ name: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {account?.hasPassword === false && <p>{t('account.passkeys.no-password')}</p>}
      {account?.hasPassword === true && !browserHasPasskeys() && <p>{t('account.passkeys.not-here')}</p>}
      {mayAdd && (
        <Button
          variant={data?.length === 0 ? 'filled' : 'default'}
          className={styles.button ?? ''}
          onClick={() => setOpen({ name: 'add' })}
        >
          {t('account.passkeys.add')}
        </Button>
      )}
      {open?.name === 'add' && <AddPasskey onClose={close} onDone={() => done(t('account.passkeys.added'))} />}
      {open?.name === 'rename' && (
        <RenamePasskey passkey={open.passkey} onClose={close} onDone={() => done(t('account.passkeys.renamed'))} />
      )}
      {open?.name === 'remove' && (
        <RemovePasskey passkey={open.passkey} onClose={close} onDone={() => done(t('account.passkeys.removed'))} />
      )}
    </Section>
  )
}

type EntryProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

function Entry({ passkey, onRename, onRemove }: EntryProps) {
  const { t, language } = useI18n()
  const { name, synced, createdAt, lastUsedAt } = passkey
  const [now] = useState(Date.now)
  const when = (instant: number) => timeAgo(instant, Math.max(now, instant), language)
  return (
    <li className={panel.row}>
      <KeyIcon />
      <div className={panel.who}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <small>
          {lastUsedAt === null ? t('account.passkeys.unused') : t('account.passkeys.used', { when: when(lastUsedAt) })}
          {' · '}
          {t('account.passkeys.made', { when: when(createdAt) })}
          {synced && ` · ${t('account.passkeys.synced')}`}
        </small>
      </div>
      <div className={panel.tools}>
        <RowButton label={t('account.passkeys.rename-of', { name })} onClick={onRename}>
          {t('account.passkeys.rename')}
        </RowButton>
        <RowButton danger label={t('account.passkeys.remove-of', { name })} onClick={onRemove}>
          {t('account.passkeys.remove')}
        </RowButton>
      </div>
    </li>
  )
}
