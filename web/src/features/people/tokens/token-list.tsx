import { Button } from '@mantine/core'
import type { ApiToken, Session } from '@placard/contract'
import { PAGES } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { useNotice } from '../../../platform/ui/notices.ts'
import { MakeToken } from './make-token.tsx'
import styles from './tokens.module.css'

type Organisation = NonNullable<Session['organisation']>

/** The API tokens of the organisation, for owners: create, list, revoke. */
export function TokenList({ organisation, session }: { organisation: Organisation; session: Session }) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const headingId = useId()
  const [making, setMaking] = useState(false)
  const [asked, setAsked] = useState<ApiToken>()
  const [ending, setEnding] = useState<ApiToken['id']>()
  const params = { organisationId: organisation.id }
  const queryKey = ['tokens', organisation.id]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('listTokens', { params, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

  const revoke = async (token: ApiToken) => {
    setAsked(undefined)
    setEnding(token.id)
    try {
      await call('removeToken', { params: { ...params, tokenId: token.id } })
      notice('success', t('tokens.revoked'))
    } catch (cause) {
      notice('error', t(`error.${codeOf(cause)}`))
    } finally {
      await client.invalidateQueries({ queryKey })
      setEnding(undefined)
    }
  }

  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div className={styles.heading}>
        <h2 id={headingId}>{t('tokens.tokens')}</h2>
        <Button size="sm" onClick={() => setMaking(true)}>
          {t('tokens.make')}
        </Button>
      </div>
      <p className={styles.lead}>
        {t('tokens.lead')} <a href={PAGES.apiDocs}>{t('tokens.docs')}</a>
      </p>
      {error && !data && (
        <>
          <ErrorBox message={t(`error.${codeOf(error)}`)} />
          <Button variant="default" className={styles.button ?? ''} onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
        </>
      )}
      {data?.length === 0 && <p className={styles.empty}>{t('tokens.none')}</p>}
      <ul className={styles.tokens}>
        {data?.map((token) => (
          <Entry
            key={token.id}
            token={token}
            displays={session.displays}
            busy={ending === token.id}
            onRevoke={() => setAsked(token)}
          />
        ))}
      </ul>
      {making && (
        <MakeToken
          organisation={organisation}
          displays={session.displays}
          onClose={() => {
            setMaking(false)
            void client.invalidateQueries({ queryKey })
          }}
        />
      )}
      {asked && (
        <ConfirmDialog
          question={t('tokens.revoke-question')}
          subject={asked.name}
          confirmLabel={t('tokens.revoke')}
          onConfirm={() => void revoke(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

type EntryProps = { token: ApiToken; displays: Session['displays']; busy: boolean; onRevoke: () => void }

function Entry({ token, displays, busy, onRevoke }: EntryProps) {
  const { t, language } = useI18n()
  const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium' })
  const moment = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeStyle: 'short' })
  const limit = token.displays?.map((id) => displays.find((one) => one.id === id)?.name ?? id)
  return (
    <li className={styles.token}>
      <div className={styles.what}>
        <strong dir="auto">{token.name}</strong> <span className={styles.role}>{t(`tokens.role.${token.role}`)}</span>
        <small>{limit ? <bdi>{limit.join(', ')}</bdi> : t('tokens.all-displays')}</small>
        <small>
          {token.lastUsedAt === null ? t('tokens.unused') : t('tokens.used', { when: moment.format(token.lastUsedAt) })}
          {' · '}
          {t('tokens.expires', { when: day.format(token.expiresAt) })}
        </small>
        <small>
          {t('tokens.made-by')} <bdi>{token.createdBy}</bdi>
        </small>
      </div>
      <Button
        variant="default"
        size="sm"
        loading={busy}
        aria-label={t('tokens.revoke-of', { name: token.name })}
        onClick={onRevoke}
      >
        {t('tokens.revoke')}
      </Button>
    </li>
  )
}
