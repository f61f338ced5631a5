import { Button, Skeleton } from '@mantine/core'
import type { OrganisationId, Webhook, WebhookDelivery } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { moment } from '../../../platform/ui/moments.ts'
import { useNotice } from '../../../platform/ui/notices.ts'
import styles from './webhooks.module.css'
import { readWebhooksAgain, useDeliveries, useDelivery } from './webhooks-query.ts'
import { becameOf } from './words.ts'

type Props = { webhook: Webhook; organisationId: OrganisationId }

/** The messages sent to a webhook and their results, loaded when opened. */
export function Deliveries(props: Props) {
  const { t } = useI18n()
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('webhooks.history')}</summary>
      {open && <History {...props} />}
    </details>
  )
}

function History({ webhook, organisationId }: Props) {
  const i18n = useI18n()
  const { t, language } = i18n
  const notice = useNotice()
  const client = useQueryClient()
  const { data, error } = useDeliveries(organisationId, webhook.id)
  const [shown, setShown] = useState<WebhookDelivery>()
  const { run, isBusy } = useDoing({
    tell: (words) => notice('error', words),
    after: () => readWebhooksAgain(client, organisationId),
  })
  const isOn = webhook.endedAt === null
  const hasFailed = data?.some(({ outcome, type }) => outcome === 'failed' && type !== 'test') ?? false

  const sendAll = () =>
    run('send all', async () => {
      const { count } = await call('resendWebhookDeliveries', { params: { organisationId, webhookId: webhook.id } })
      notice('success', t('webhooks.sent-all-again', { count }))
    })

  if (error && !data) return <ErrorBox message={t(`error.${codeOf(error)}`)} />
  if (!data) return <Skeleton height="4rem" radius="md" />
  return (
    <>
      <p className={styles.facts}>{data.length === 0 ? t('webhooks.nothing-sent') : t('webhooks.history-lead')}</p>
      {hasFailed && isOn && (
        <Button size="sm" variant="default" loading={isBusy} onClick={sendAll}>
          {t('webhooks.send-all-again')}
        </Button>
      )}
      <ul className={styles.deliveries}>
        {data.map((delivery) => (
          <li key={delivery.id} data-outcome={delivery.outcome}>
            <time dateTime={new Date(delivery.at).toISOString()}>{moment(delivery.at, Date.now(), language)}</time>
            <strong>{t(`webhooks.event.${delivery.type}`)}</strong>
            <span className={styles.became}>{becameOf(delivery, i18n)}</span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('webhooks.show')}: ${t(`webhooks.event.${delivery.type}`)}, ${moment(delivery.at, Date.now(), language)}`}
              onClick={() => setShown(delivery)}
            >
              {t('webhooks.show')}
            </Button>
          </li>
        ))}
      </ul>
      {shown && (
        <Delivery
          delivery={data.find(({ id }) => id === shown.id) ?? shown}
          webhook={webhook}
          organisationId={organisationId}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

type DeliveryProps = Props & { delivery: WebhookDelivery; onClose: () => void }

/** One message: its content, the answer, and a button to send it again. */
function Delivery({ delivery, webhook, organisationId, onClose }: DeliveryProps) {
  const i18n = useI18n()
  const { t, language, number } = i18n
  const notice = useNotice()
  const client = useQueryClient()
  const { data, error } = useDelivery(organisationId, webhook.id, delivery.id)
  const { run, isBusy } = useDoing({
    tell: (words) => notice('error', words),
    after: () => readWebhooksAgain(client, organisationId),
  })
  const { attempts, answeredAt, tookMs } = delivery

  const sendAgain = () =>
    run('send again', async () => {
      const params = { organisationId, webhookId: webhook.id, deliveryId: delivery.id }
      const after = await call('resendWebhookDelivery', { params })
      const isSent = after.outcome === 'sent'
      notice(isSent ? 'success' : 'error', isSent ? t('webhooks.arrived') : becameOf(after, i18n))
    })

  return (
    <Dialog title={t(`webhooks.event.${delivery.type}`)} onClose={onClose} size="large">
      <p className={styles.became} data-outcome={delivery.outcome} role="status">
        {becameOf(delivery, i18n)}
      </p>
      <p className={styles.facts}>
        {t('webhooks.tries', { count: attempts })}
        {answeredAt !== null && ` · ${moment(answeredAt, Date.now(), language)}`}
        {tookMs !== null && ` · ${number(tookMs)} ms`}
        {' · '}
        <code dir="ltr">{delivery.id}</code>
      </p>
      {error && !data && <ErrorBox message={t(`error.${codeOf(error)}`)} />}
      {!data && !error && <Skeleton height="8rem" radius="md" />}
      {data && (
        <>
          <h3 className={styles.part}>{t('webhooks.what-was-sent')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className={styles.text} dir="ltr" tabIndex={0}>
            {JSON.stringify(JSON.parse(data.body), null, 2)}
          </pre>
          <h3 className={styles.part}>{t('webhooks.what-was-answered')}</h3>
          {data.answer ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <pre className={styles.text} dir="ltr" tabIndex={0}>
              {data.answer}
            </pre>
          ) : (
            <p className={styles.facts}>{t('webhooks.no-words')}</p>
          )}
        </>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('action.close')}
        </Button>
        {webhook.endedAt === null && (
          <Button loading={isBusy} onClick={sendAgain}>
            {t('webhooks.send-again')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
