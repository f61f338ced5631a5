import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

const SCREEN = 'a'.repeat(32)
/** The running server does not send meanwhile. A time far ahead would count as due, by a clock that was wrong. */
const LATER = Date.now() + 5 * 60_000
const told = {
  what: 'alarm',
  suspectsServer: false,
  incidents: [
    {
      id: 'i1',
      kind: 'silent',
      screenId: SCREEN,
      name: 'Left',
      displayId: 'ece',
      displayName: 'Hall',
      timeZone: 'UTC',
      beganAt: 1_000,
      closedAt: null,
    },
  ],
}

describeDialects('migration 0034', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('keeps what is on its way, to people and to webhooks, with what was answered', async () => {
    const { up, down } = stepsFrom('0034-one-way-to-webhooks', dialect)
    const { queries } = server.app.context.database
    await down(queries)
    const before = queries as never as typeof queries & { insertInto(table: string): never }
    const insert = (table: 'webhook' | 'delivery', row: object) =>
      before
        .insertInto(table)
        .values(row as never)
        .execute()
    await insert('webhook', {
      id: 'w',
      organisation_id: 'vnr',
      url: 'https://hooks.example/',
      secret: 'whsec_c2VjcmV0',
      created_by: '',
      created_at: 1,
      events: '["screen.dark","screen.back"]',
    })
    const { member_id } = await queries.selectFrom('profile').select('member_id').executeTakeFirstOrThrow()
    const fared = { created_at: 5_000, attempts: 2, next_at: LATER, answered_at: 6_000, failure: null }
    const row = { organisation_id: 'vnr', message: JSON.stringify(told), outcome: 'waiting', ...fared }
    const back = { ...told, what: 'back', incidents: [{ ...told.incidents[0], closedAt: 4_000 }] }
    await insert('delivery', { id: 'mail', member_id, ...row })
    await insert('delivery', { id: 'd1', webhook_id: 'w', ...row, status: 500 })
    await insert('delivery', { id: 'd2', webhook_id: 'w', ...row, message: JSON.stringify(back), outcome: 'sent' })
    await insert('delivery', { id: 'd3', webhook_id: 'w', ...row, message: '{"what":"test"}', outcome: 'failed' })
    await up(queries)
    expect(await queries.selectFrom('delivery').selectAll().execute()).toEqual([{ id: 'mail', member_id, ...row }])
    const deliveries = await queries.selectFrom('webhook_delivery').selectAll().orderBy('id').execute()
    expect(deliveries).toMatchObject([
      { id: 'd1', event_id: 'd1', webhook_id: 'w', outcome: 'waiting', ...fared, status: 500 },
      { id: 'd2', outcome: 'sent', status: null },
      { id: 'd3', outcome: 'failed' },
    ])
    const events = await queries.selectFrom('webhook_event').selectAll().orderBy('id').execute()
    const screen = { screen: { id: SCREEN, name: 'Left' }, display: { id: 'ece', name: 'Hall' }, kind: 'silent' }
    expect(events.map(({ type, data, due_at }) => ({ type, due_at, ...JSON.parse(data) }))).toMatchObject([
      { type: 'screen.dark', due_at: null, what: 'alarm', count: 1, screens: [screen] },
      { type: 'screen.back', screens: [{ ...screen, until: '1970-01-01T00:00:04.000Z' }] },
      { type: 'test' },
    ])
    await down(queries)
    expect(await queries.selectFrom('delivery').select('id').execute()).toEqual([{ id: 'mail' }])
    await up(queries)
  })
})
