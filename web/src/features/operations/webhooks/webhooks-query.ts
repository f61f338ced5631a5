import type { OrganisationId, WebhookDeliveryId, WebhookId } from '@placard/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'

const keyOf = (organisationId: OrganisationId) => ['webhooks', organisationId]

/** There are no events for the state of webhooks, so it is polled while the page is open. */
export function useWebhooks(organisationId: OrganisationId) {
  return useQuery({
    queryKey: keyOf(organisationId),
    queryFn: ({ signal }) => call('listWebhooks', { params: { organisationId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: 15_000,
  })
}

/** The messages sent to one webhook, requested when the user opens the list. */
export function useDeliveries(organisationId: OrganisationId, webhookId: WebhookId) {
  return useQuery({
    queryKey: [...keyOf(organisationId), webhookId],
    queryFn: ({ signal }) => call('listWebhookDeliveries', { params: { organisationId, webhookId }, signal }),
    staleTime: 0,
    refetchInterval: 15_000,
  })
}

export function useDelivery(organisationId: OrganisationId, webhookId: WebhookId, deliveryId: WebhookDeliveryId) {
  return useQuery({
    queryKey: [...keyOf(organisationId), webhookId, deliveryId],
    queryFn: ({ signal }) => call('getWebhookDelivery', { params: { organisationId, webhookId, deliveryId }, signal }),
    staleTime: 0,
  })
}

/** Requests the webhooks and their messages again. */
export function readWebhooksAgain(client: QueryClient, organisationId: OrganisationId): Promise<void> {
  return client.invalidateQueries({ queryKey: keyOf(organisationId) })
}
