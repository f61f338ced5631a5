import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { itemFit } from './0006-item-fit.ts'

describeDialects('migration 0006', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('goes back and comes again, and every item is still there', async () => {
    const { queries } = server.app.context.database
    const items = () => sql<object>`select * from item order by id`.execute(queries).then(({ rows }) => rows)
    const before = await items()
    expect(before.length).toBeGreaterThan(0)
    const { up, down } = itemFit(dialect)
    await down?.(queries)
    const without = await items()
    expect(without).toHaveLength(before.length)
    for (const item of without)
      for (const column of ['fit', 'focus_x', 'focus_y']) expect(item).not.toHaveProperty(column)
    await up(queries)
    expect(await items()).toEqual(before)
  })
})
