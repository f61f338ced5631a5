import type { Session } from '@placard/contract'
import { WebhookList } from '../../../features/operations/webhooks/webhook-list.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireSession } from '../../../shell/require-session.tsx'

export default function Webhooks() {
  return <RequireSession>{(session) => <WebhooksPage session={session} />}</RequireSession>
}

/** The webhooks of the organisation. Users who are not owners read whom to ask. */
function WebhooksPage({ session }: { session: Session }) {
  const { t } = useI18n()
  const { organisation } = session
  const owned = session.role === 'owner' && organisation
  return (
    <InnerPage
      session={session}
      title={t('webhooks.title')}
      lead={owned ? t('webhooks.lead') : t('error.not-allowed')}
      width="list"
    >
      {owned && <WebhookList organisationId={organisation.id} displays={session.displays} />}
    </InnerPage>
  )
}
