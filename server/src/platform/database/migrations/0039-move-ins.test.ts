import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

const TABLES = ['move_in', 'move_in_entry']

describeDialects('migration 0039', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  const tables = async () =>
    (await server.app.context.database.queries.introspection.getTables())
      .map(({ name }) => name)
      .filter((name) => TABLES.includes(name))
      .sort()

  it('makes the tables, goes back, and comes again', async () => {
    const { up, down } = stepsFrom('0039-move-ins', dialect)
    const { queries } = server.app.context.database
    expect(await tables()).toEqual(TABLES)
    await down(queries)
    expect(await tables()).toEqual([])
    await up(queries)
    expect(await tables()).toEqual(TABLES)
  })
})
