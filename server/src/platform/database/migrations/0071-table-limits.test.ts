import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { enterAs } from '../../../testing/people.ts'
import { type Client, startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0071', (dialect) => {
  let server: TestServer
  let admin: Client

  beforeAll(async () => {
    server = await startTestServer({ dialect })
    admin = await server.signIn()
  })
  afterAll(() => server.close())

  it('[F118] goes back and comes again: who was limited to a table is limited to no display, never to all', async () => {
    const { organisationId } = SAMPLE_DISPLAY
    const { queries } = server.app.context.database
    const params = { organisationId }
    const { body } = await admin.call('createTable', { params, body: { name: 'Menu' } })
    const tables = [body.table.id]
    const cook = await enterAs(server, 'cook', { role: 'editor', tables })
    await enterAs(server, 'colleague', { role: 'editor' })
    await admin.call('createInvitation', { params, body: { role: 'editor', tables } })
    await admin.call('createToken', { params, body: { name: 'Till', role: 'editor', tables, days: 1 } })
    expect((await cook.client.call('getTable', { params: { ...params, tableId: body.table.id } })).status).toBe(200)

    const { up, down } = stepsFrom('0071-table-limits', dialect)
    await down(queries)
    const displaysOf = (table: 'profile' | 'invitation' | 'api_token') =>
      queries.selectFrom(table).select('displays').execute()
    expect(await displaysOf('invitation')).toEqual([{ displays: '[]' }])
    expect(await displaysOf('api_token')).toEqual([{ displays: '[]' }])
    const found = await queries.selectFrom('profile').select(['email', 'displays']).execute()
    expect(found.filter(({ displays }) => displays !== null)).toEqual([{ email: cook.email, displays: '[]' }])

    await up(queries)
    const session = (await cook.client.call('getSession', { params: {} })).body
    expect(session).toMatchObject({ limited: true, tables: null, displays: [] })
    expect((await cook.client.call('getTable', { params: { ...params, tableId: body.table.id } })).status).toBe(403)
  })
})
