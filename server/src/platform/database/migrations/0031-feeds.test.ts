import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0031', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[FD1] makes the table and the column, goes back, and comes again; items stay as they are', async () => {
    const { queries } = server.app.context.database
    const read = async () => (await sql<Record<string, unknown>>`select * from item order by id`.execute(queries)).rows
    const hasTable = async () => (await queries.introspection.getTables()).some(({ name }) => name === 'feed')
    const before = await read()
    expect(before.length).toBeGreaterThan(0)
    const { up, down } = stepsFrom('0031-feeds', dialect)
    await down(queries)
    expect(await hasTable()).toBe(false)
    expect((await read())[0]).not.toHaveProperty('feed')
    await up(queries)
    expect(await hasTable()).toBe(true)
    expect(await read()).toEqual(before)
    expect((await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)
  })
})
