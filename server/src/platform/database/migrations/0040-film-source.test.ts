import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0040', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[CT2] goes back and comes again: every file is still there, and is known by what was sent alone', async () => {
    const { queries } = server.app.context.database
    const read = async () =>
      (await sql<Record<string, unknown>>`select * from media_file order by id`.execute(queries)).rows
    await queries
      .updateTable('media_file')
      .set({ source_sha256: 'a'.repeat(64) })
      .execute()

    const before = await read()
    expect(before.length).toBeGreaterThan(0)
    const { up, down } = stepsFrom('0040-film-source', dialect)
    await down(queries)
    const without = await read()
    expect(before).toMatchObject(without)
    for (const row of without) expect(row).not.toHaveProperty('source_sha256')
    await up(queries)
    expect(await read()).toMatchObject(without.map((row) => ({ ...row, source_sha256: null })))
  })
})
