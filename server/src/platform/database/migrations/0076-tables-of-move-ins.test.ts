import { MoveInId } from '@placard/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

const { organisationId } = SAMPLE_DISPLAY

describeDialects('migration 0076', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[DT7] goes back without the entries of tables, and comes again: tables and all other entries stay', async () => {
    const admin = await server.signIn()
    const { queries } = server.app.context.database
    const params = { organisationId, moveInId: MoveInId.parse('going') }
    const body = { id: params.moveInId, kind: 'xibo' as const, name: 'x' }
    await admin.call('beginMoveIn', { params: { organisationId }, body })
    await admin.call('tellMoveIn', { params, body: { entries: [{ thing: 'file', path: 'a.jpg', outcome: 'came' }] } })
    const columns = [{ name: 'Dish', type: 'words' as const }]
    const made = await admin.call('bringTable', { params, body: { path: 'Menu', name: 'Menu', columns } })
    expect(made.status).toBe(200)
    const read = async () => (await sql<object>`select * from move_in_entry order by path`.execute(queries)).rows
    const [table, file] = await read()
    expect(table).toMatchObject({ path: 'Menu', table_id: made.body.tableId })

    const { up, down } = stepsFrom('0076-tables-of-move-ins', dialect)
    await down(queries)
    const { table_id: _, ...former } = file as { table_id: null }
    expect(await read()).toEqual([former])
    await up(queries)
    expect(await read()).toEqual([{ ...former, table_id: null }])
    const tables = (await admin.call('listTables', { params: { organisationId } })).body
    expect(tables.map(({ id }) => id)).toContain(made.body.tableId)
    expect((await admin.call('bringTable', { params, body: { path: 'Menu', name: 'Menu' } })).body.wasThere).toBe(false)
  })
})
