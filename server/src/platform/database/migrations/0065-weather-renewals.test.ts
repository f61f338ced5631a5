import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { weatherRenewals } from './0065-weather-renewals.ts'

describeDialects('migration 0065', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[DT6] goes back and comes again: every forecast is still there, to be renewed after the next one', async () => {
    const { queries } = server.app.context.database
    const read = async () =>
      (await sql<Record<string, unknown>>`select * from weather order by town_id`.execute(queries)).rows
    const row = {
      town_id: '2761369',
      latitude: 48.2085,
      longitude: 16.3721,
      source: 'met-norway',
      copy: '{}',
      last_modified: null,
      read_at: 1,
      next_at: 2,
      failures: 0,
      problem: null,
      status: null,
      renewed_at: 1,
      renew_at: 2,
    }
    await queries.insertInto('weather').values(row).execute()
    const [before] = await read()
    const { renewed_at: _, renew_at: __, ...rest } = before ?? {}
    const { up, down } = weatherRenewals(dialect)
    await down?.(queries)
    expect(await read()).toEqual([rest])
    await up(queries)
    expect(await read()).toEqual([{ ...rest, renewed_at: null, renew_at: null }])
  })
})
