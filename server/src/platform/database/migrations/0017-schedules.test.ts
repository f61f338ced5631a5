import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { schedules } from './0017-schedules.ts'

describeDialects('migration 0017', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it.each(['item', 'line'])(
    '[SD1] goes back and comes again: every %s is still there, and always on',
    async (table) => {
      const { queries } = server.app.context.database
      const rows = async () => (await sql<object>`select * from ${sql.table(table)} order by id`.execute(queries)).rows
      const before = await rows()
      expect(before.length).toBeGreaterThan(0)
      const { up, down } = schedules()
      await down?.(queries)
      const without = await rows()
      expect(without).toHaveLength(before.length)
      for (const row of without) expect(row).not.toHaveProperty('schedule')
      await up(queries)
      expect(await rows()).toEqual(before)
      for (const row of before) expect(row).toMatchObject({ schedule: null })
    },
  )
})
