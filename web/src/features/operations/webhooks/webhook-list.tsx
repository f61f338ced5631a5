import { Button } from '@mantine/core'
import {
  MAX_WEBHOOKS_PER_ORGANISATION,
  type OrganisationId,
  type Session,
  type Webhook,
  type WebhookCreated,
} from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ExternalIcon } from '../../../platform/ui/icons.tsx'
import { moment } from '../../../platform/ui/moments.ts'
import { useNotice } from '../../../platform/ui/notices.ts'
import panel from '../../../platform/ui/panel.module.css'
import { RowButton } from '../../../platform/ui/rows.tsx'
import { Section } from '../../../platform/ui/section.tsx'
import { Deliveries } from './deliveries.tsx'
import { ChangeWebhook, MakeWebhook, Secret } from './webhook-forms.tsx'
import styles from './webhooks.module.css'
import { readWebhooksAgain, useWebhooks } from './webhooks-query.ts'
import { becameOf, faringOf, stateOf } from './words.ts'

type Displays = Session['displays']
type Asked = { what: 'remove' | 'secret' | 'off'; webhook: Webhook }

/** The organisation's webhooks: their events, their state, and their messages. For owners. */
export function WebhookList({ organisationId, displays }: { organisationId: OrganisationId; displays: Displays }) {
  const i18n = useI18n()
  const { t } = i18n
  const notice = useNotice()
  const client = useQueryClient()
  const { data, error, refetch } = useWebhooks(organisationId)
  const [making, setMaking] = useState(false)
  const [changing, setChanging] = useState<Webhook>()
  const [asked, setAsked] = useState<Asked>()
  const [made, setMade] = useState<WebhookCreated>()
  const { run: doIt, doing } = useDoing<Webhook['id']>({
    tell: (words) => notice('error', words),
    after: () => readWebhooksAgain(client, organisationId),
  })

  /** Runs the action, shows a notice, and reloads the list. */
  const run = ({ id }: Webhook, work: () => Promise<string | undefined>) => {
    setAsked(undefined)
    doIt(id, async () => {
      const words = await work()
      if (words !== undefined) notice('success', words)
    })
  }
  const paramsOf = ({ id }: Webhook) => ({ organisationId, webhookId: id })
  const tryOut = (webhook: Webhook) =>
    run(webhook, async () => {
      const answer = await call('testWebhook', { params: paramsOf(webhook) })
      if (answer.outcome === 'sent') return t('webhooks.test-arrived')
      notice('error', t('webhooks.test-failed', { why: becameOf(answer, i18n) }))
      return undefined
    })
  const confirm = ({ what, webhook }: Asked) =>
    run(webhook, async () => {
      const params = paramsOf(webhook)
      switch (what) {
        case 'remove':
          await call('removeWebhook', { params })
          return t('webhooks.removed')
        case 'secret':
          setMade(await call('changeWebhookSecret', { params }))
          return undefined
        case 'off':
          await call('updateWebhook', { params, body: { on: false } })
          return t('webhooks.switched-off')
      }
    })
  const switchOn = (webhook: Webhook) =>
    run(webhook, async () => {
      await call('updateWebhook', { params: paramsOf(webhook), body: { on: true } })
      return t('webhooks.switched-on')
    })
  const close = () => {
    setMaking(false)
    setChanging(undefined)
    setMade(undefined)
    void readWebhooksAgain(client, organisationId)
  }

  return (
    <>
      <Section
        title={t('webhooks.addresses')}
        count={data?.length}
        loading={!data && !error}
        problem={error && !data ? t(`error.${codeOf(error)}`) : undefined}
        onRetry={refetch}
        tools={
          <Button
            size="sm"
            disabled={(data?.length ?? 0) >= MAX_WEBHOOKS_PER_ORGANISATION}
            onClick={() => setMaking(true)}
          >
            {t('webhooks.make')}
          </Button>
        }
      >
        <p className={panel.lead}>{t('webhooks.hint')}</p>
        {data?.length === 0 && (
          <EmptyState icon={<ExternalIcon />} title={t('webhooks.none')} lead={t('webhooks.none-lead')} />
        )}
        <ul className={styles.list}>
          {data?.map((webhook) => (
            <Entry
              key={webhook.id}
              webhook={webhook}
              organisationId={organisationId}
              displays={displays}
              busy={doing === webhook.id}
              onTest={() => tryOut(webhook)}
              onChange={() => setChanging(webhook)}
              onAsk={(what) => setAsked({ what, webhook })}
              onSwitchOn={() => switchOn(webhook)}
            />
          ))}
        </ul>
      </Section>
      {making && <MakeWebhook organisationId={organisationId} displays={displays} onMade={setMade} onClose={close} />}
      {changing && (
        <ChangeWebhook organisationId={organisationId} displays={displays} webhook={changing} onClose={close} />
      )}
      {made && <Secret made={made} onClose={close} />}
      {asked && (
        <ConfirmDialog
          question={t(`webhooks.question.${asked.what}`)}
          subject={asked.webhook.url}
          confirmLabel={t(`webhooks.${asked.what}`)}
          onConfirm={() => confirm(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

type EntryProps = {
  webhook: Webhook
  organisationId: OrganisationId
  displays: Displays
  busy: boolean
  onTest: () => void
  onChange: () => void
  onAsk: (what: Asked['what']) => void
  onSwitchOn: () => void
}

function Entry({ webhook, organisationId, displays, busy, onTest, onChange, onAsk, onSwitchOn }: EntryProps) {
  const i18n = useI18n()
  const { t, language } = i18n
  const { url, events, previousSecretUntil, createdBy } = webhook
  const { host, pathname } = new URL(url)
  const limit = webhook.displays?.map((id) => displays.find((one) => one.id === id)?.name ?? id)
  const state = stateOf(webhook)
  return (
    <li className={styles.hook}>
      <div className={styles.head}>
        <h3 className={styles.url} dir="ltr">
          {host}
          <small>{pathname === '/' ? '' : pathname}</small>
        </h3>
        <span className={styles.state} data-state={state}>
          {t(`webhooks.state.${state}`)}
        </span>
      </div>
      <p className={styles.faring} data-state={state}>
        {faringOf(webhook, i18n)}
      </p>
      <ul className={styles.events} aria-label={t('webhooks.events')}>
        {events.map((type) => (
          <li key={type}>{t(`webhooks.event.${type}`)}</li>
        ))}
      </ul>
      {limit && (
        <p className={styles.facts}>
          {limit.length === 0 ? (
            t('webhooks.no-display')
          ) : (
            <>
              {t('webhooks.limit')}: <bdi>{limit.join(', ')}</bdi>
            </>
          )}
        </p>
      )}
      {previousSecretUntil !== null && (
        <p className={styles.facts}>
          {t('webhooks.two-secrets', { time: moment(previousSecretUntil, Date.now(), language) })}
        </p>
      )}
      <p className={styles.facts}>
        {t('webhooks.made-by')} <bdi>{createdBy}</bdi>
      </p>
      <div className={styles.buttons}>
        {state === 'off' ? (
          // A separate key: a second press on the replaced button must not switch the webhook on.
          <RowButton key="on" loading={busy} label={`${t('webhooks.on')}: ${host}`} onClick={onSwitchOn}>
            {t('webhooks.on')}
          </RowButton>
        ) : (
          <RowButton key="test" loading={busy} label={`${t('webhooks.test')}: ${host}`} onClick={onTest}>
            {t('webhooks.test')}
          </RowButton>
        )}
        <RowButton label={`${t('webhooks.change')}: ${host}`} onClick={onChange}>
          {t('webhooks.change')}
        </RowButton>
        {(['secret', ...(state === 'off' ? [] : (['off'] as const)), 'remove'] as const).map((what) => (
          <Button
            key={what}
            size="sm"
            variant="subtle"
            color={what === 'remove' ? 'red' : 'gray'}
            aria-label={`${t(`webhooks.${what}`)}: ${host}`}
            onClick={() => onAsk(what)}
          >
            {t(`webhooks.${what}`)}
          </Button>
        ))}
      </div>
      <Deliveries webhook={webhook} organisationId={organisationId} />
    </li>
  )
}
