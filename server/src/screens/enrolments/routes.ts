import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { createEnrolment, listEnrolments, withdrawEnrolment } from './service.ts'

export function enrolmentRoutes(api: Api, context: Context): void {
  api.handle('listEnrolments', ({ caller }) => listEnrolments(context, caller))
  api.handle('createEnrolment', ({ caller, body }) => createEnrolment(context, caller, body))
  api.handle('withdrawEnrolment', async ({ caller, params }) => {
    await withdrawEnrolment(context, caller, params.enrolmentId)
    return undefined
  })
}
