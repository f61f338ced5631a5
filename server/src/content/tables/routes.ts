import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import {
  bringBackTable,
  changeRows,
  createColumn,
  createRows,
  createTable,
  getTable,
  listTables,
  moveRows,
  putRow,
  removeColumn,
  removeRow,
  removeTable,
  sortRows,
  updateColumn,
  updateRow,
  updateTable,
} from './service.ts'

export function tableRoutes(api: Api, context: Context): void {
  api.handle('listTables', ({ caller }) => listTables(context, caller))
  api.handle('createTable', (call) => createTable(context, call, call.params.organisationId, call.body))
  api.handle('getTable', async ({ params, query, reply }) => {
    const contents = await getTable(context, params, query.since)
    reply.header('etag', `"${contents.revision}"`)
    return contents
  })
  api.handle('updateTable', (call) => updateTable(context, call, call.params, call.body))
  api.handle('removeTable', async (call) => {
    await removeTable(context, call, call.params, call.ifMatch)
    return undefined
  })
  api.handle('bringBackTable', (call) => bringBackTable(context, call, call.params))
  api.handle('createColumn', (call) => createColumn(context, call, call.params, call.body))
  api.handle('updateColumn', (call) =>
    updateColumn(context, call, call.params, call.params.columnId, call.ifMatch, call.body),
  )
  api.handle('removeColumn', (call) => removeColumn(context, call, call.params, call.params.columnId, call.ifMatch))
  api.handle('createRows', (call) => createRows(context, call, call.params, call.body))
  api.handle('changeRows', (call) => changeRows(context, call, call.params, call.body))
  api.handle('updateRow', (call) => updateRow(context, call, call.params, call.params.rowId, call.ifMatch, call.body))
  api.handle('removeRow', (call) => removeRow(context, call, call.params, call.params.rowId, call.ifMatch))
  api.handle('putRow', (call) => putRow(context, call, call.params, call.params.key, call.body))
  api.handle('moveRows', (call) => moveRows(context, call, call.params, call.body))
  api.handle('sortRows', (call) => sortRows(context, call, call.params, call.body))
}
