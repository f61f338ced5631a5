import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { fillsWithoutLines } from './0014-fills-without-lines.ts'
import { programmes } from './0018-programmes.ts'

describeDialects('migration 0014', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[G2] goes back and comes again: every display is still there, and keeps its band', async () => {
    const { queries } = server.app.context.database
    const displays = () => sql<object>`select * from display order by id`.execute(queries).then(({ rows }) => rows)
    const later = programmes(dialect)
    await later.down?.(queries)
    const before = await displays()
    expect(before.length).toBeGreaterThan(0)
    const { up, down } = fillsWithoutLines()
    await down?.(queries)
    const without = await displays()
    expect(without).toHaveLength(before.length)
    for (const display of without) expect(display).not.toHaveProperty('fills_without_lines')
    await up(queries)
    expect(await displays()).toEqual(before)
    for (const display of before) expect(display).toMatchObject({ fills_without_lines: 0 })
    await later.up(queries)
  })
})
