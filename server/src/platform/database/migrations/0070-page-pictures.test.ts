import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { pairAgent, tinyPicture } from '../../../testing/agent.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0070', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('PX3 goes back and comes again: pictures of agents stay, and those that a page composed go', async () => {
    const admin = await server.signIn()
    const { queries } = server.app.context.database
    const agent = await pairAgent(server, admin, SAMPLE_DISPLAY)
    await agent.hello()
    const params = { organisationId: SAMPLE_DISPLAY.organisationId, screenId: agent.id }
    const { body } = await admin.call('commandMachine', { params, body: { kind: 'picture' } })
    expect((await agent.send(body.id, await tinyPicture())).status).toBe(204)
    const [taken] = await queries.selectFrom('machine_picture').selectAll().execute()
    await queries
      .insertInto('machine_picture')
      .values({ ...taken, id: 'b'.repeat(8), by: 'page' } as never)
      .execute()
    const { up, down } = stepsFrom('0070-page-pictures', dialect)
    await down(queries)
    const kept = await queries.selectFrom('machine_picture').selectAll().execute()
    expect(kept.map(({ id }) => id)).toEqual([taken?.id])
    expect(kept[0]).not.toHaveProperty('by')
    await up(queries)
    expect((await admin.call('getMachine', { params })).body.pictures).toMatchObject([{ by: 'agent' }])
  })
})
