import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0056', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[DT2] goes back and comes again: tables keep their rows and follow nothing', async () => {
    const { organisationId } = SAMPLE_DISPLAY
    const admin = await server.signIn()
    const { queries } = server.app.context.database
    const body = {
      name: 'Menu',
      columns: [{ id: 'dish01', name: 'Dish', type: 'words' as const }],
      rows: [{ cells: { Dish: 'Soup' } }],
    }
    const made = await admin.call('createTable', { params: { organisationId }, body: body as never })
    const key = { organisationId, tableId: made.body.table.id }
    const source = { url: 'https://10.0.0.1/menu.csv', columns: [{ from: 'Dish', to: 'dish01' as never }] }
    expect((await admin.call('setTableSource', { params: key, body: source })).status).toBe(200)

    const { up, down } = stepsFrom('0056-table-sources', dialect)
    await down(queries)
    await up(queries)
    const { table, rows } = (await admin.call('getTable', { params: key })).body
    expect({ source: table.source, rows: rows.length }).toEqual({ source: null, rows: 1 })
    expect((await admin.call('setTableSource', { params: key, body: source })).body.table.source).toMatchObject({
      isFailing: true,
    })
  })
})
