import { WebhookDeliveryId, WebhookId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import {
  CreateWebhook,
  UpdateWebhook,
  Webhook,
  WebhookCreated,
  WebhookDelivery,
  WebhookDeliveryWhole,
  WebhookResent,
} from '../webhook.ts'

const WEBHOOKS = `${ORGANISATION}/webhooks`
const WEBHOOK = `${WEBHOOKS}/:webhookId`
const DELIVERY = `${WEBHOOK}/deliveries/:deliveryId`
const webhook = organisation.extend({ webhookId: WebhookId })
const delivery = webhook.extend({ deliveryId: WebhookDeliveryId })

export const WEBHOOK_ROUTES = {
  /** Oldest first. */
  listWebhooks: {
    method: 'GET',
    path: WEBHOOKS,
    access: 'owner',
    person: true,
    params: organisation,
    response: z.array(Webhook),
  },
  createWebhook: {
    method: 'POST',
    path: WEBHOOKS,
    access: 'owner',
    person: true,
    params: organisation,
    body: CreateWebhook,
    response: WebhookCreated,
    creates: true,
  },
  updateWebhook: {
    method: 'PATCH',
    path: WEBHOOK,
    access: 'owner',
    person: true,
    params: webhook,
    body: UpdateWebhook,
    response: Webhook,
  },
  removeWebhook: {
    method: 'DELETE',
    path: WEBHOOK,
    access: 'owner',
    person: true,
    params: webhook,
    response: 'none',
  },
  /**
   * Creates a new secret. The previous one stays valid for a day, so that no message is rejected while the receiver is updated.
   */
  changeWebhookSecret: {
    method: 'POST',
    path: `${WEBHOOK}/secrets`,
    access: 'owner',
    person: true,
    params: webhook,
    response: WebhookCreated,
    creates: true,
  },
  /** Sends a test immediately, once. The answer has the outcome. */
  testWebhook: {
    method: 'POST',
    path: `${WEBHOOK}/tests`,
    access: 'owner',
    person: true,
    params: webhook,
    response: WebhookDelivery,
  },
  /** The newest 100 messages of the last 30 days. */
  listWebhookDeliveries: {
    method: 'GET',
    path: `${WEBHOOK}/deliveries`,
    access: 'owner',
    person: true,
    params: webhook,
    response: z.array(WebhookDelivery),
  },
  getWebhookDelivery: {
    method: 'GET',
    path: DELIVERY,
    access: 'owner',
    person: true,
    params: delivery,
    response: WebhookDeliveryWhole,
  },
  /** Sends it again immediately. If that fails, it is retried like a new message. */
  resendWebhookDelivery: {
    method: 'POST',
    path: `${DELIVERY}/tries`,
    access: 'owner',
    person: true,
    params: delivery,
    response: WebhookDelivery,
  },
  /** Resends all messages that were not delivered. */
  resendWebhookDeliveries: {
    method: 'POST',
    path: `${WEBHOOK}/deliveries/tries`,
    access: 'owner',
    person: true,
    params: webhook,
    response: WebhookResent,
  },
} as const satisfies Routes

export const WEBHOOK_DETAILS = {
  listWebhooks: {
    summary: 'Lists the webhooks of the organisation with their status.',
    errors: [],
  },
  createWebhook: {
    summary: 'Creates a webhook. Its secret is returned only once.',
    errors: [
      'too-many-webhooks',
      'webhook-url-not-valid',
      'webhook-address-not-allowed',
      'too-long',
      'display-not-found',
    ],
  },
  updateWebhook: {
    summary: 'Changes the address or the events of a webhook, or switches it on or off.',
    errors: [
      'webhook-not-found',
      'webhook-url-not-valid',
      'webhook-address-not-allowed',
      'too-long',
      'display-not-found',
    ],
  },
  removeWebhook: {
    summary: 'Removes a webhook. It receives no more messages.',
    errors: ['webhook-not-found'],
  },
  changeWebhookSecret: {
    summary: 'Replaces the secret of a webhook. The previous secret keeps working for 24 hours.',
    errors: ['webhook-not-found'],
  },
  testWebhook: {
    summary: 'Sends a test message to a webhook.',
    errors: ['webhook-not-found', 'webhook-is-off', 'too-many-requests'],
  },
  listWebhookDeliveries: {
    summary: 'Lists the deliveries to a webhook.',
    errors: ['webhook-not-found'],
  },
  getWebhookDelivery: {
    summary: 'Returns the exact request and response of a delivery.',
    errors: ['webhook-delivery-not-found'],
  },
  resendWebhookDelivery: {
    summary: 'Sends a delivery again.',
    errors: ['webhook-not-found', 'webhook-delivery-not-found', 'webhook-is-off', 'too-many-requests'],
  },
  resendWebhookDeliveries: {
    summary: 'Sends all failed deliveries again.',
    errors: ['webhook-not-found', 'webhook-is-off'],
  },
} as const satisfies DetailsOf<typeof WEBHOOK_ROUTES>
