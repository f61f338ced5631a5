import {
  AlertChoice,
  AlertKey,
  Alerts,
  CreateWebhook,
  Incident,
  MuteIncident,
  OneClick,
  QuietAlerts,
  Webhook,
  WebhookAnswer,
  WebhookCreated,
} from '../alert.ts'
import { IncidentId, WebhookId } from '../id.ts'
import { z } from '../zod.ts'
import { ORGANISATION, organisation } from './address.ts'
import type { DetailsOf, Routes } from './shape.ts'

const ALERTS = `${ORGANISATION}/alerts`
const WEBHOOKS = `${ORGANISATION}/webhooks`
const webhook = organisation.extend({ webhookId: WebhookId })

export const ALERT_ROUTES = {
  getAlerts: {
    method: 'GET',
    path: ALERTS,
    access: 'viewer',
    params: organisation,
    response: Alerts,
    status: 200,
  },
  /** Each one's own: of which displays they hear by mail. */
  updateAlertChoice: {
    method: 'PATCH',
    path: `${ALERTS}/choice`,
    access: 'viewer',
    person: true,
    params: organisation,
    body: AlertChoice,
    response: AlertChoice,
    status: 200,
  },
  /** For everybody who is told of it. */
  muteIncident: {
    method: 'POST',
    path: `${ALERTS}/:incidentId/mute`,
    access: 'editor',
    params: organisation.extend({ incidentId: IncidentId }),
    body: MuteIncident,
    response: Incident,
    status: 200,
  },
  /** By the key in somebody's mails: without a session, and only as far as its owner may. */
  quietAlerts: {
    method: 'POST',
    path: '/api/alerts/quiet',
    access: 'public',
    body: QuietAlerts,
    response: 'none',
    status: 204,
  },
  /** RFC 8058: a mail program's own button. */
  unsubscribeFromAlerts: {
    method: 'POST',
    path: '/api/alerts/unsubscribe/:keyId',
    access: 'public',
    params: z.object({ keyId: AlertKey }),
    body: OneClick,
    response: 'none',
    status: 204,
  },
  listWebhooks: {
    method: 'GET',
    path: WEBHOOKS,
    access: 'owner',
    person: true,
    params: organisation,
    response: z.array(Webhook),
    status: 200,
  },
  createWebhook: {
    method: 'POST',
    path: WEBHOOKS,
    access: 'owner',
    person: true,
    params: organisation,
    body: CreateWebhook,
    response: WebhookCreated,
    status: 201,
  },
  removeWebhook: {
    method: 'DELETE',
    path: `${WEBHOOKS}/:webhookId`,
    access: 'owner',
    person: true,
    params: webhook,
    response: 'none',
    status: 204,
  },
  /** Sends one message now, once. What became of it is the answer. */
  testWebhook: {
    method: 'POST',
    path: `${WEBHOOKS}/:webhookId/tests`,
    access: 'owner',
    person: true,
    params: webhook,
    response: WebhookAnswer,
    status: 200,
  },
} as const satisfies Routes

export const ALERT_DETAILS = {
  getAlerts: {
    tag: 'Alerts',
    summary: 'Lists what is wrong with screens now, and what was in the last 30 days.',
    errors: [],
  },
  updateAlertChoice: {
    tag: 'Alerts',
    summary: 'Chooses the displays of whose screens one hears by mail.',
    errors: ['display-not-found'],
  },
  muteIncident: {
    tag: 'Alerts',
    summary: 'Says nothing more of an incident, for an hour or until the screen is back.',
    errors: ['incident-not-found'],
    onFullDisk: true,
  },
  quietAlerts: {
    tag: 'Alerts',
    summary: 'Mutes incidents, or ends one’s mails, by the key in these mails.',
    errors: ['alert-link-not-valid', 'not-allowed', 'too-many-requests'],
    onFullDisk: true,
  },
  unsubscribeFromAlerts: {
    tag: 'Alerts',
    summary: 'Ends one’s mails of alerts; mail programs send it (RFC 8058).',
    errors: ['alert-link-not-valid', 'too-many-requests'],
    ofMailProgram: true,
    onFullDisk: true,
  },
  listWebhooks: {
    tag: 'Alerts',
    summary: 'Lists the webhooks of the organisation with their last answers.',
    errors: [],
  },
  createWebhook: {
    tag: 'Alerts',
    summary: 'Makes a webhook; its secret is told this once.',
    errors: ['too-many-webhooks', 'webhook-url-not-valid', 'too-long'],
  },
  removeWebhook: {
    tag: 'Alerts',
    summary: 'Removes a webhook; nothing more is sent there.',
    errors: ['webhook-not-found'],
  },
  testWebhook: {
    tag: 'Alerts',
    summary: 'Sends a test to a webhook.',
    errors: ['webhook-not-found', 'too-many-requests'],
  },
} as const satisfies DetailsOf<typeof ALERT_ROUTES>
