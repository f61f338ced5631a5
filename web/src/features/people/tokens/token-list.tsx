import { Button } from '@mantine/core'
import type { ApiToken, Session } from '@placard/contract'
import { PAGES } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { tablesOf } from '../../../platform/api/tables.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { CopyButton } from '../../../platform/ui/copy-button.tsx'
import { dateAndTime } from '../../../platform/ui/date-and-time.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { useNotice } from '../../../platform/ui/notices.ts'
import panel from '../../../platform/ui/panel.module.css'
import { publicOrigin } from '../../../platform/ui/public-origin.ts'
import { RowButton, Rows } from '../../../platform/ui/rows.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import { LimitWords } from '../members/limit-words.tsx'
import { MakeToken } from './make-token.tsx'
import styles from './tokens.module.css'

type Organisation = NonNullable<Session['organisation']>

/** The API tokens of the organisation, for owners: create, list, revoke. */
export function TokenList({ organisation, session }: { organisation: Organisation; session: Session }) {
  const { t, language } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [making, setMaking] = useState(false)
  const [asked, setAsked] = useState<ApiToken>()
  const params = { organisationId: organisation.id }
  const queryKey = ['tokens', organisation.id]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('listTokens', { params, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const access = useQuery({
    queryKey: ['assistants', organisation.id],
    queryFn: ({ signal }) => call('getAssistantAccess', { params, signal }),
  })
  const path = access.data?.path
  const assistants = path ? publicOrigin() + path : undefined
  const { run, doing: ending } = useDoing<ApiToken['id']>({
    tell: (words) => notice('error', words),
    after: () => client.invalidateQueries({ queryKey }),
  })

  const revoke = (token: ApiToken) => {
    setAsked(undefined)
    run(token.id, async () => {
      await call('removeToken', { params: { ...params, tokenId: token.id } })
      notice('success', t('tokens.revoked'))
    })
  }
  const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium' })
  const { data: tables = [] } = useQuery(tablesOf(organisation.id))

  return (
    <Section
      title={t('tokens.tokens')}
      problem={error && !data ? t(`error.${codeOf(error)}`) : undefined}
      onRetry={refetch}
      tools={
        <Button size="sm" onClick={() => setMaking(true)}>
          {t('tokens.make')}
        </Button>
      }
    >
      <p className={panel.lead}>
        {t('tokens.lead')} <a href={PAGES.apiDocs}>{t('tokens.docs')}</a>
      </p>
      {assistants !== undefined && (
        <div className={styles.assistants}>
          <p className={panel.lead}>{t('tokens.assistants')}</p>
          <code dir="ltr">{assistants}</code>
          <CopyButton size="xs" text={assistants} copied={t('tokens.copied')} notCopied={t('tokens.not-copied')}>
            {t('tokens.assistants-copy')}
          </CopyButton>
        </div>
      )}
      {data?.length === 0 && <p className={panel.lead}>{t('tokens.none')}</p>}
      <Rows
        of={data ?? []}
        words={({ name }) => name}
        beside
        end={(token) => (
          <RowButton
            label={t('tokens.revoke-of', { name: token.name })}
            loading={ending === token.id}
            onClick={() => setAsked(token)}
          >
            {t('tokens.revoke')}
          </RowButton>
        )}
      >
        {({ name, role, lastUsedAt, expiresAt, createdBy, ...limit }) => (
          <>
            <strong dir="auto">{name}</strong> <span className={panel.state}>{t(`tokens.role.${role}`)}</span>
            <small>
              <LimitWords limit={limit} displays={session.displays} tables={tables} />
            </small>
            <small>
              {lastUsedAt === null ? t('tokens.unused') : t('tokens.used', { when: dateAndTime(lastUsedAt, language) })}
              {' · '}
              {t('tokens.expires', { when: day.format(expiresAt) })}
            </small>
            <small>
              {t('tokens.made-by')} <bdi>{createdBy}</bdi>
            </small>
          </>
        )}
      </Rows>
      {making && (
        <MakeToken
          organisation={organisation}
          displays={session.displays}
          assistants={assistants}
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
          onConfirm={() => revoke(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </Section>
  )
}
