import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0044', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[S30] goes back and comes again: every file is still there, without who removed it', async () => {
    const { queries } = server.app.context.database
    const read = async () =>
      (await sql<Record<string, unknown>>`select * from media_file order by id`.execute(queries)).rows
    await queries.updateTable('media_file').set({ removed_by: 'somebody@vnr.example', held_link: 'link' }).execute()

    const before = await read()
    expect(before.length).toBeGreaterThan(0)
    const { up, down } = stepsFrom('0044-file-limits', dialect)
    await down(queries)
    const without = await read()
    expect(before).toMatchObject(without)
    for (const row of without) expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['removed_by']))
    await up(queries)
    expect(await read()).toMatchObject(without.map((row) => ({ ...row, removed_by: null, held_link: null })))
  })
})
