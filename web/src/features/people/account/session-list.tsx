import { Button } from '@mantine/core'
import type { OwnSession } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import styles from './account.module.css'
import { SESSIONS_KEY, useSessions } from './account-query.ts'
import { timeAgo } from './relative-time.ts'
import { isThisNetwork } from './session-address.ts'

export function SessionList() {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const headingId = useId()
  const { data, error, refetch } = useSessions()
  /** The sessions that are being ended: one by its id, or all others. */
  const [ending, setEnding] = useState<OwnSession['id'] | 'others'>()

  const end = async (what: OwnSession['id'] | 'others') => {
    setEnding(what)
    try {
      if (what === 'others') await call('removeOtherSessions', {})
      else await call('removeSession', { params: { sessionId: what } })
      notice('success', t(what === 'others' ? 'account.sessions.others-ended' : 'account.sessions.ended'))
    } catch (cause) {
      notice('error', t(`error.${codeOf(cause)}`))
    } finally {
      await client.invalidateQueries({ queryKey: SESSIONS_KEY })
      setEnding(undefined)
    }
  }

  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div>
        <div className={styles.heading}>
          <h2 id={headingId}>{t('account.sessions.heading')}</h2>
        </div>
        <p className={styles.lead}>{t('account.sessions.lead')}</p>
      </div>
      {error && !data && (
        <>
          <ErrorBox message={`${t('account.load-failed')} ${t(`error.${codeOf(error)}`)}`} />
          <Button variant="default" className={styles.button ?? ''} onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
        </>
      )}
      <ul className={styles.sessions}>
        {data?.map((session) => (
          <Entry key={session.id} session={session} busy={ending === session.id} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      {data && data.length > 1 && (
        <Button
          variant="default"
          className={styles.button ?? ''}
          loading={ending === 'others'}
          onClick={() => void end('others')}
        >
          {t('account.sessions.end-others')}
        </Button>
      )}
    </section>
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
    <li className={styles.session}>
      <ScreenIcon />
      <div className={styles.device}>
        <strong>{device}</strong>{' '}
        {current && (
          <span className={styles.state} data-on="">
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
        <Button
          variant="default"
          size="sm"
          loading={busy}
          aria-label={t('account.sessions.end-of', { device })}
          onClick={onEnd}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  )
}
