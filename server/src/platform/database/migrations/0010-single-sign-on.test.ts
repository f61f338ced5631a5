import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { singleSignOn } from './0010-single-sign-on.ts'

describeDialects('migration 0010', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('goes back and comes again, and whoever was signed in still is', async () => {
    const client = await server.signIn()
    const { queries } = server.app.context.database
    const sessions = () => sql<object>`select * from session order by id`.execute(queries).then(({ rows }) => rows)
    const before = await sessions()
    expect(before).toHaveLength(1)
    const { up, down } = singleSignOn(dialect)
    await down?.(queries)
    const without = await sessions()
    expect(without).toHaveLength(1)
    expect(without[0]).not.toHaveProperty('through')
    await up(queries)
    expect(await sessions()).toEqual(before)
    expect((await client.call('getSession', { params: {} })).status).toBe(200)
  })
})
