import { Button, TextInput } from '@mantine/core'
import {
  CreateWebhook,
  type OrganisationId,
  type Webhook,
  type WebhookAnswer,
  type WebhookCreated,
} from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import ConfirmDialog from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import panel from '../../ui/panel.module.css'
import { Section } from '../../ui/section.tsx'
import { moment } from '../screens/moments.ts'
import styles from './alerts.module.css'
import { readWebhooksAgain, useWebhooks } from './alerts-query.ts'

/** Addresses that hear of incidents: made, tried, removed, with their last answers. For owners. */
export function WebhookList({ organisationId }: { organisationId: OrganisationId }) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { data, error, refetch } = useWebhooks(organisationId)
  const [making, setMaking] = useState(false)
  const [asked, setAsked] = useState<Webhook>()
  const [testing, setTesting] = useState<Webhook['id']>()

  const tryOut = async ({ id }: Webhook) => {
    setTesting(id)
    try {
      const answer = await call('testWebhook', { params: { organisationId, webhookId: id } })
      notice(answer.outcome === 'sent' ? 'success' : 'error', wordsOf(answer, t))
    } catch (cause) {
      notice('error', t(`error.${codeOf(cause)}`))
    } finally {
      await readWebhooksAgain(client, organisationId)
      setTesting(undefined)
    }
  }
  const remove = async ({ id }: Webhook) => {
    setAsked(undefined)
    try {
      await call('removeWebhook', { params: { organisationId, webhookId: id } })
      notice('success', t('alerts.hook.removed'))
    } catch (cause) {
      notice('error', t(`error.${codeOf(cause)}`))
    } finally {
      await readWebhooksAgain(client, organisationId)
    }
  }

  return (
    <Section
      title={t('alerts.hooks')}
      loading={!data && !error}
      problem={error && !data ? t(`error.${codeOf(error)}`) : undefined}
      onRetry={refetch}
      tools={
        <Button size="sm" variant="default" onClick={() => setMaking(true)}>
          {t('alerts.hook.make')}
        </Button>
      }
    >
      <p className={panel.lead}>{t('alerts.hooks-lead')}</p>
      <ul className={styles.list}>
        {data?.map((webhook) => (
          <Entry
            key={webhook.id}
            webhook={webhook}
            busy={testing === webhook.id}
            onTest={() => void tryOut(webhook)}
            onRemove={() => setAsked(webhook)}
          />
        ))}
      </ul>
      {making && (
        <MakeWebhook
          organisationId={organisationId}
          onClose={() => {
            setMaking(false)
            void readWebhooksAgain(client, organisationId)
          }}
        />
      )}
      {asked && (
        <ConfirmDialog
          question={t('alerts.hook.remove-question')}
          subject={asked.url}
          confirmLabel={t('alerts.hook.remove')}
          onConfirm={() => void remove(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </Section>
  )
}

type EntryProps = { webhook: Webhook; busy: boolean; onTest: () => void; onRemove: () => void }

function Entry({ webhook, busy, onTest, onRemove }: EntryProps) {
  const { t, language } = useI18n()
  const { url, endedAt, answers } = webhook
  return (
    <li className={styles.hook}>
      <div className={styles.what}>
        <code className={styles.url} dir="ltr">
          {url}
        </code>
        {endedAt !== null && <p className={styles.advice}>{t('alerts.hook.ended')}</p>}
        {answers.length === 0 && <p className={styles.facts}>{t('alerts.hook.no-answers')}</p>}
        <ul className={styles.answers}>
          {answers.slice(0, 5).map((answer) => (
            <li key={`${answer.at}-${answer.what}`} data-outcome={answer.outcome}>
              <time dateTime={new Date(answer.at).toISOString()}>{moment(answer.at, Date.now(), language)}</time>{' '}
              {t(`alerts.hook.what.${answer.what}`)}: {wordsOf(answer, t)}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.buttons}>
        <Button variant="default" size="sm" loading={busy} disabled={endedAt !== null} onClick={onTest}>
          {t('alerts.hook.test')}
        </Button>
        <Button variant="default" size="sm" aria-label={t('alerts.hook.remove-of', { url })} onClick={onRemove}>
          {t('alerts.hook.remove')}
        </Button>
      </div>
    </li>
  )
}

function wordsOf({ outcome, status, failure }: WebhookAnswer, t: ReturnType<typeof useI18n>['t']): string {
  if (outcome === 'sent') return t('alerts.hook.sent')
  const why = failure === null ? t('alerts.hook.status', { status: status ?? 0 }) : t(`alerts.hook.failure.${failure}`)
  return outcome === 'waiting' ? t('alerts.hook.again', { why }) : why
}

/** Takes the address, then shows the secret, this once. */
function MakeWebhook({ organisationId, onClose }: { organisationId: OrganisationId; onClose: () => void }) {
  const { t } = useI18n()
  const [made, setMade] = useState<WebhookCreated>()
  const form = useForm({
    schema: CreateWebhook,
    start: () => ({ url: '' }),
    save: async (body) => setMade(await call('createWebhook', { params: { organisationId }, body })),
  })
  if (!made) {
    return (
      <FormDialog form={form} title={t('alerts.hook.make')} submitLabel={t('alerts.hook.make')} onClose={onClose}>
        <TextInput
          label={t('alerts.hook.url')}
          description={t('alerts.hook.url-hint')}
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          {...form.field('url')}
          data-autofocus
        />
      </FormDialog>
    )
  }
  return (
    <Dialog title={t('alerts.hook.secret')} onClose={onClose} closable={false}>
      <p className={panel.lead}>{t('alerts.hook.secret-lead')}</p>
      <code className={styles.secret} dir="ltr">
        {made.secret}
      </code>
      <DialogActions>
        <CopyButton text={made.secret} copied={t('tokens.copied')} notCopied={t('tokens.not-copied')} data-autofocus>
          {t('tokens.copy')}
        </CopyButton>
        <Button onClick={onClose}>{t('tokens.kept')}</Button>
      </DialogActions>
    </Dialog>
  )
}
