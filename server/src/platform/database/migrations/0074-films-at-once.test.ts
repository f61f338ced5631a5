import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { filmsAtOnce } from './0074-films-at-once.ts'

describeDialects('migration 0074', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[LY5] goes back and comes again: every display is still there, and plays one film at once', async () => {
    const { queries } = server.app.context.database
    const read = async () =>
      (await sql<Record<string, unknown>>`select * from programme order by organisation_id, id`.execute(queries)).rows
    await queries.updateTable('programme').set({ films_at_once: 2 }).execute()
    const before = await read()
    expect(before.length).toBeGreaterThan(0)
    const { up, down } = filmsAtOnce()
    await down?.(queries)
    expect(await read()).toEqual(before.map(({ films_at_once: _, ...rest }) => rest))
    await up(queries)
    expect(await read()).toEqual(before.map((row) => ({ ...row, films_at_once: null })))
  })
})
