import { WebhookList } from '../../../features/operations/webhooks/webhook-list.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { OwnersPage } from '../../../shell/owners-page.tsx'

/** The webhooks of the organisation. */
export default function Webhooks() {
  const { t } = useI18n()
  return (
    <OwnersPage title={t('webhooks.title')} lead={t('webhooks.lead')} width="list">
      {({ id }, { displays }) => <WebhookList organisationId={id} displays={displays} />}
    </OwnersPage>
  )
}
