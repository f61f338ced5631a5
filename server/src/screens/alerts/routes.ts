import type { FastifyInstance } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import type { AlertWatch } from './service.ts'

const FORM_BYTES = 1_000

/** @param scope a separate scope: mail programs send a form (RFC 8058) */
export function mailProgramRoutes(scope: FastifyInstance, api: Api, alerts: AlertWatch): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
  )
  api.handle('unsubscribeFromAlerts', async ({ params, request }) => {
    await alerts.quiet({ what: 'unsubscribe', key: params.keyId }, request.ip)
    return undefined
  })
}

export function alertRoutes(api: Api, alerts: AlertWatch): void {
  api.handle('getAlerts', ({ caller }) => alerts.get(caller))
  api.handle('updateAlertChoice', ({ caller, body }) => alerts.choose(caller, body))
  api.handle('muteIncident', ({ caller, params, body }) => alerts.mute(caller, params.incidentId, body.for))
  api.handle('quietAlerts', async ({ body, request }) => {
    await alerts.quiet(body, request.ip)
    return undefined
  })
}
