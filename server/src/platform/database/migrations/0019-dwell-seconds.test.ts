import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { dwellSeconds } from './0019-dwell-seconds.ts'

describeDialects('migration 0019', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[TM3] goes back and comes again: every display is still there, and is reckoned with half a minute', async () => {
    const { queries } = server.app.context.database
    const programmes = () => sql<object>`select * from programme order by id`.execute(queries).then(({ rows }) => rows)
    const before = await programmes()
    expect(before.length).toBeGreaterThan(0)
    const { up, down } = dwellSeconds()
    await down?.(queries)
    const without = await programmes()
    expect(without).toHaveLength(before.length)
    for (const programme of without) expect(programme).not.toHaveProperty('dwell_seconds')
    await up(queries)
    expect(await programmes()).toEqual(before)
    for (const programme of before) expect(programme).toMatchObject({ dwell_seconds: 30 })
  })
})
