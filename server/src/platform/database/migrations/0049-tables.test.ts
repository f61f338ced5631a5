import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0049', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[DT1] goes back and comes again: everything else is still there, without tables', async () => {
    const { organisationId } = SAMPLE_DISPLAY
    const admin = await server.signIn()
    const { queries } = server.app.context.database
    const displays = (await admin.call('listDisplays', { params: { organisationId } })).body
    const body = {
      name: 'Menu',
      columns: [{ name: 'Dish', type: 'words' as const }],
      rows: [{ cells: { Dish: 'Soup' } }],
    }
    expect((await admin.call('createTable', { params: { organisationId }, body })).status).toBe(201)

    const { up, down } = stepsFrom('0049-tables', dialect)
    await down(queries)
    await up(queries)
    expect((await admin.call('listTables', { params: { organisationId } })).body).toEqual([])
    expect((await admin.call('listDisplays', { params: { organisationId } })).body).toEqual(displays)
    expect((await admin.call('createTable', { params: { organisationId }, body })).status).toBe(201)
  })
})
