import { Button } from '@mantine/core'
import type { OwnSession } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import panel from '../../../platform/ui/panel.module.css'
import { RowButton } from '../../../platform/ui/rows.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import styles from './account.module.css'
import { SESSIONS_KEY, useSessions } from './account-query.ts'
import { timeAgo } from './relative-time.ts'
import { isThisNetwork } from './session-address.ts'

export function SessionList() {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { data, error, refetch } = useSessions()
  /** The sessions that are being ended: one by its id, or all others. */
  const { run, doing: ending } = useDoing<OwnSession['id'] | 'others'>({
    tell: (words) => notice('error', words),
    after: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })

  const end = (what: OwnSession['id'] | 'others') =>
    run(what, async () => {
      if (what === 'others') await call('removeOtherSessions', {})
      else await call('removeSession', { params: { sessionId: what } })
      notice('success', t(what === 'others' ? 'account.sessions.others-ended' : 'account.sessions.ended'))
    })

  return (
    <Section
      title={t('account.sessions.heading')}
      lead={t('account.sessions.lead')}
      problem={error && !data ? t(`error.${codeOf(error)}`) : undefined}
      onRetry={refetch}
    >
      <ul className={panel.rows}>
        {data?.map((session) => (
          <Entry key={session.id} session={session} busy={ending === session.id} onEnd={() => end(session.id)} />
        ))}
      </ul>
      {data && data.length > 1 && (
        <Button
          variant="default"
          className={styles.button ?? ''}
          loading={ending === 'others'}
          onClick={() => end('others')}
        >
          {t('account.sessions.end-others')}
        </Button>
      )}
    </Section>
  )
}

function Entry({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { t, language } = useI18n()
  const { browser, system, through, address, current } = session
  const device =
    browser && system
      ? t('account.sessions.device', { browser, system })
      : (browser ?? system ?? t('account.sessions.unknown'))
  const [now] = useState(Date.now)
  const when = (instant: number) => timeAgo(instant, Math.max(now, session.lastSeenAt), language)
  return (
    <li className={panel.row} data-beside="">
      <ScreenIcon />
      <div className={panel.who}>
        <strong>{device}</strong>{' '}
        {current && (
          <span className={panel.state} data-on="">
            {t('account.sessions.here')}
          </span>
        )}
        <small>
          {address && <bdi>{isThisNetwork(address) ? t('account.sessions.this-network') : address}</bdi>}
          {address && ' · '}
          {through !== null && `${t('account.sessions.through', { name: through })} · `}
          {t('account.sessions.seen', { when: when(session.lastSeenAt) })}
          {' · '}
          {t('account.sessions.signed-in', { when: when(session.signedInAt) })}
        </small>
      </div>
      {!current && (
        <RowButton label={t('account.sessions.end-of', { device })} loading={busy} onClick={onEnd}>
          {t('account.sessions.end')}
        </RowButton>
      )}
    </li>
  )
}
