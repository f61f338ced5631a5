import { DisplayId, OrganisationId } from '@placard/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const ELSEWHERE = { organisationId: OrganisationId.parse('elsewhere'), displayId: DisplayId.parse('hall') }
const MANY = 120

describeDialects('a share of the database', (dialect) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ dialect })
    await makePlace(server, ELSEWHERE)
  })
  afterAll(() => server.close())

  it('[S2] a change of one organisation does not wait for the hundred that another one has sent before', async () => {
    const busy = await enterAs(server, 'busy', { role: 'editor' })
    const other = await enterAs(server, 'other', { home: ELSEWHERE, role: 'editor' })
    const add = (client: typeof other.client, params: typeof ELSEWHERE, text: string) =>
      client.call('createLine', { params, body: { text } })
    let answered = 0
    const many = Array.from({ length: MANY }, async (_, index) => {
      const { status } = await add(busy.client, SAMPLE_DISPLAY, `Line ${index}`)
      answered += 1
      return status
    })
    while (answered === 0) await new Promise(setImmediate)
    const before = answered
    expect((await add(other.client, ELSEWHERE, 'Ours')).status).toBe(201)
    const meanwhile = answered - before
    const statuses = await Promise.all(many)
    expect(statuses.every((status) => status === 201)).toBe(true)
    expect(meanwhile).toBeLessThan(MANY / 3)
  })

  it('goes back after a statement that failed, and after a transaction that was undone', async () => {
    const { database } = server.app.context
    for (let count = 0; count < 20; count += 1) {
      const wrong = sql`select no_such_column from organisation`.execute(database.queries)
      await expect(wrong).rejects.toThrow()
      const undone = database.transaction(() => Promise.reject(new Error('undone')))
      await expect(undone).rejects.toThrow('undone')
    }
    await expect(database.queries.selectFrom('organisation').select('id').execute()).resolves.not.toEqual([])
  })
})
