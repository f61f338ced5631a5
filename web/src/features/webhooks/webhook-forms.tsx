import { Button, Checkbox, TextInput } from '@mantine/core'
import {
  CreateWebhook,
  type OrganisationId,
  UpdateWebhook,
  WEBHOOK_EVENT_TYPES,
  type Webhook,
  type WebhookCreated,
} from '@placard/contract'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { type Form, useForm } from '../../form/use-form.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import panel from '../../ui/panel.module.css'
import styles from './webhooks.module.css'

type Values = { url: string; events: string[] }

type MakeProps = { organisationId: OrganisationId; onMade: (made: WebhookCreated) => void; onClose: () => void }

/** Takes the address and what it hears of. */
export function MakeWebhook({ organisationId, onMade, onClose }: MakeProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: CreateWebhook,
    start: (): Values => ({ url: '', events: [...WEBHOOK_EVENT_TYPES] }),
    words: useWords(),
    async save(body) {
      const made = await call('createWebhook', { params: { organisationId }, body })
      onClose()
      onMade(made)
    },
  })
  return (
    <FormDialog form={form} title={t('webhooks.make')} submitLabel={t('webhooks.make')} onClose={onClose}>
      <Fields form={form} />
    </FormDialog>
  )
}

type ChangeProps = { organisationId: OrganisationId; webhook: Webhook; onClose: () => void }

export function ChangeWebhook({ organisationId, webhook, onClose }: ChangeProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: UpdateWebhook,
    start: (): Values => ({ url: webhook.url, events: webhook.events }),
    words: useWords(),
    async save(body) {
      await call('updateWebhook', { params: { organisationId, webhookId: webhook.id }, body })
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('webhooks.change')} submitLabel={t('action.save')} onClose={onClose}>
      <Fields form={form} />
    </FormDialog>
  )
}

function useWords() {
  const { t } = useI18n()
  return ({ field }: { field?: string | undefined }) => (field === 'events' ? t('webhooks.events-missing') : undefined)
}

function Fields({ form }: { form: Form<Values> }) {
  const { t } = useI18n()
  return (
    <>
      <TextInput
        label={t('webhooks.url')}
        description={t('webhooks.url-hint')}
        dir="ltr"
        inputMode="url"
        placeholder="https://"
        {...form.field('url')}
        data-autofocus
      />
      <Checkbox.Group label={t('webhooks.events')} {...form.field('events')}>
        <div className={styles.choices}>
          {WEBHOOK_EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              value={type}
              label={t(`webhooks.event.${type}`)}
              description={t(`webhooks.event-hint.${type}`)}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}

/** A secret, this once. */
export function Secret({ made, onClose }: { made: WebhookCreated; onClose: () => void }) {
  const { t } = useI18n()
  return (
    <Dialog title={t('webhooks.keep-secret')} onClose={onClose} closable={false}>
      <p className={panel.lead}>{t('webhooks.secret-lead')}</p>
      <code className={styles.secret} dir="ltr">
        {made.secret}
      </code>
      {made.webhook.previousSecretUntil !== null && <p className={panel.lead}>{t('webhooks.secret-both')}</p>}
      <DialogActions>
        <CopyButton text={made.secret} copied={t('tokens.copied')} notCopied={t('tokens.not-copied')} data-autofocus>
          {t('tokens.copy')}
        </CopyButton>
        <Button onClick={onClose}>{t('tokens.kept')}</Button>
      </DialogActions>
    </Dialog>
  )
}
