import { IncidentId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import { AlertChoice, AlertKey, Alerts, Incident, MuteIncident, OneClick, QuietAlerts } from '../alert.ts'

const ALERTS = `${ORGANISATION}/alerts`

export const ALERT_ROUTES = {
  getAlerts: {
    method: 'GET',
    path: ALERTS,
    access: 'viewer',
    params: organisation,
    response: Alerts,
  },
  /** The caller's own setting: the displays whose alerts they get by mail. */
  updateAlertChoice: {
    method: 'PATCH',
    path: `${ALERTS}/choice`,
    access: 'viewer',
    person: true,
    params: organisation,
    body: AlertChoice,
    response: AlertChoice,
  },
  /** Applies to all recipients. */
  muteIncident: {
    method: 'POST',
    path: `${ALERTS}/:incidentId/mute`,
    access: 'editor',
    params: organisation.extend({ incidentId: IncidentId }),
    body: MuteIncident,
    response: Incident,
  },
  /** Authorised by the key in a member's mails, without a session, and limited to that member's rights. */
  quietAlerts: {
    method: 'POST',
    path: '/api/alerts/quiet',
    access: 'public',
    body: QuietAlerts,
    response: 'none',
  },
  /** RFC 8058: called by a mail program's own button. */
  unsubscribeFromAlerts: {
    method: 'POST',
    path: '/api/alerts/unsubscribe/:keyId',
    access: 'public',
    params: z.object({ keyId: AlertKey }),
    body: OneClick,
    response: 'none',
  },
} as const satisfies Routes

export const ALERT_DETAILS = {
  getAlerts: {
    summary: 'Lists the current incidents, and those of the last 30 days.',
    errors: [],
  },
  updateAlertChoice: {
    summary: 'Sets the displays for which the caller gets alerts by email.',
    errors: ['display-not-found'],
  },
  muteIncident: {
    summary: 'Mutes an incident for an hour or until the screen is back.',
    errors: ['incident-not-found'],
    onFullDisk: true,
  },
  quietAlerts: {
    summary: 'Mutes incidents or ends the emails, with the key from an email.',
    errors: ['alert-link-not-valid', 'not-allowed', 'too-many-requests'],
    onFullDisk: true,
  },
  unsubscribeFromAlerts: {
    summary: 'Ends the alert emails. Mail programs send this (RFC 8058).',
    errors: ['alert-link-not-valid', 'too-many-requests'],
    ofMailProgram: true,
    onFullDisk: true,
  },
} as const satisfies DetailsOf<typeof ALERT_ROUTES>
