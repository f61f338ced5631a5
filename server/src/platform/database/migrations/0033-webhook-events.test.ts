import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0033', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('keeps the webhooks that are there, with what they heard of, back and forth', async () => {
    const { up, down } = stepsFrom('0033-webhook-events', dialect)
    const { queries } = server.app.context.database
    await down(queries)
    const tables = (await queries.introspection.getTables()).map(({ name }) => name)
    expect(tables.filter((name) => name.startsWith('webhook'))).toEqual(['webhook'])
    const webhook = {
      organisation_id: 'vnr',
      url: 'https://hooks.example/alarm',
      secret: 'whsec_c2VjcmV0',
      created_by: 'admin@vnr.example',
      created_at: 1,
    }
    for (const [id, ended_at] of [
      ['one', null],
      ['other', 5],
    ] as const)
      await queries
        .insertInto('webhook')
        .values({ id, ended_at, ...webhook } as never)
        .execute()
    await up(queries)
    const kept = await queries.selectFrom('webhook').selectAll().orderBy('id').execute()
    expect(kept).toMatchObject([
      { id: 'one', ...webhook, events: '["screen.dark","screen.back"]', ended_at: null, ended_because: null },
      { id: 'other', ...webhook, ended_at: 5, ended_because: 'gone' },
    ])
    await down(queries)
    await up(queries)
    expect(await queries.selectFrom('webhook').select('id').execute()).toHaveLength(2)
  })
})
