import type { Api } from '../../platform/http/api.ts'
import type { Webhooks } from './service.ts'

export function webhookRoutes(api: Api, webhooks: Webhooks): void {
  api.handle('listWebhooks', ({ caller }) => webhooks.list(caller))
  api.handle('createWebhook', ({ caller, body }) => webhooks.create(caller, body))
  api.handle('updateWebhook', ({ caller, params, body }) => webhooks.update(caller, params.webhookId, body))
  api.handle('removeWebhook', async ({ caller, params }) => {
    await webhooks.remove(caller, params.webhookId)
    return undefined
  })
  api.handle('changeWebhookSecret', ({ caller, params }) => webhooks.changeSecret(caller, params.webhookId))
  api.handle('testWebhook', ({ caller, params }) => webhooks.test(caller, params.webhookId))
  api.handle('listWebhookDeliveries', ({ caller, params }) => webhooks.listDeliveries(caller, params.webhookId))
  api.handle('getWebhookDelivery', ({ caller, params }) =>
    webhooks.getDelivery(caller, params.webhookId, params.deliveryId),
  )
  api.handle('resendWebhookDelivery', ({ caller, params }) =>
    webhooks.resend(caller, params.webhookId, params.deliveryId),
  )
  api.handle('resendWebhookDeliveries', ({ caller, params }) => webhooks.resendAll(caller, params.webhookId))
}
