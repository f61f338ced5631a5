import { Checkbox, TextInput } from '@mantine/core'
import {
  CreateWebhook,
  type OrganisationId,
  type Session,
  UpdateWebhook,
  WEBHOOK_EVENT_TYPES,
  type Webhook,
  type WebhookCreated,
} from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { type Form, useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { SecretDialog } from '../../../platform/ui/secret-dialog.tsx'
import styles from './webhooks.module.css'

type Displays = Session['displays']
type Values = { url: string; events: string[]; displays: string[] }

const bodyOf = ({ displays, ...rest }: Values) => ({ ...rest, displays: displays.length === 0 ? null : displays })

type MakeProps = {
  organisationId: OrganisationId
  displays: Displays
  onMade: (made: WebhookCreated) => void
  onClose: () => void
}

/** The form for the address and the events of a new webhook. */
export function MakeWebhook({ organisationId, displays, onMade, onClose }: MakeProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: CreateWebhook,
    start: (): Values => ({ url: '', events: [...WEBHOOK_EVENT_TYPES], displays: [] }),
    bodyOf,
    words: useWords(),
    async save(body) {
      const made = await call('createWebhook', { params: { organisationId }, body })
      onClose()
      onMade(made)
    },
  })
  return (
    <FormDialog form={form} title={t('webhooks.make')} submitLabel={t('webhooks.make')} onClose={onClose}>
      <Fields form={form} displays={displays} />
    </FormDialog>
  )
}

type ChangeProps = { organisationId: OrganisationId; displays: Displays; webhook: Webhook; onClose: () => void }

export function ChangeWebhook({ organisationId, displays, webhook, onClose }: ChangeProps) {
  const { t } = useI18n()
  const form = useForm({
    schema: UpdateWebhook,
    start: (): Values => ({ url: webhook.url, events: webhook.events, displays: webhook.displays ?? [] }),
    bodyOf,
    words: useWords(),
    async save(body) {
      await call('updateWebhook', { params: { organisationId, webhookId: webhook.id }, body })
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={t('webhooks.change')} onClose={onClose}>
      <Fields form={form} displays={displays} />
    </FormDialog>
  )
}

function useWords() {
  const { t } = useI18n()
  return ({ field }: { field?: string | undefined }) => (field === 'events' ? t('webhooks.events-missing') : undefined)
}

function Fields({ form, displays }: { form: Form<Values>; displays: Displays }) {
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
      {(displays.length > 1 || form.values.displays.length > 0) && (
        <Checkbox.Group label={t('webhooks.limit')} description={t('webhooks.limit-hint')} {...form.field('displays')}>
          <div className={styles.choices}>
            {displays.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={<bdi>{name}</bdi>} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  )
}

/** Shows the secret, which is only displayed once. */
export function Secret({ made, onClose }: { made: WebhookCreated; onClose: () => void }) {
  const { t } = useI18n()
  return (
    <SecretDialog
      title={t('webhooks.keep-secret')}
      lead={t('webhooks.secret-lead')}
      secret={made.secret}
      onClose={onClose}
    >
      {made.webhook.previousSecretUntil !== null && <p className={panel.lead}>{t('webhooks.secret-both')}</p>}
    </SecretDialog>
  )
}
