import type { EventLog } from '../../content/activity/service.ts'
import { keyOf, requireSight } from '../../content/programmes/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { readPastManifest } from './looking-back.ts'
import { listActivity, previewRestore, restoreProgramme, undoActivity, undoTogether } from './service.ts'
import { listTableActivity, restoreTable, undoTableActivity } from './tables.ts'

export function historyRoutes(api: Api, context: Context, events: EventLog): void {
  api.handle('listActivity', async ({ caller, params, query }) => {
    await requireSight(context.database.queries, caller, keyOf(params))
    return listActivity(context, events, caller, keyOf(params), query)
  })
  api.handle('listOrganisationActivity', ({ caller, params: { organisationId }, query }) =>
    listActivity(context, events, caller, { organisationId }, query),
  )
  api.handle('getPastManifest', async ({ caller, params, query }) => {
    await requireSight(context.database.queries, caller, keyOf(params))
    return readPastManifest(context, keyOf(params), query.at)
  })
  api.handle('undoActivity', (call) => undoActivity(context, call, keyOf(call.params), call.params.entryId))
  api.handle('undoTogether', (call) => undoTogether(context, call, call.params.organisationId, call.body))
  api.handle('previewRestore', ({ params, query }) => previewRestore(context, keyOf(params), query.revision))
  api.handle('restoreProgramme', (call) => restoreProgramme(context, call, keyOf(call.params), call.ifMatch, call.body))
  api.handle('listTableActivity', ({ caller, params, query }) =>
    listTableActivity(context, events, caller, params, query),
  )
  api.handle('undoTableActivity', (call) =>
    undoTableActivity(context, call, call.params, { id: Number(call.params.entryId) }),
  )
  api.handle('restoreTable', (call) => restoreTable(context, call, call.params, call.ifMatch, call.body))
}
