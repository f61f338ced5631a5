import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { pairAgent } from '../../../testing/agent.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { agentUpdates } from './0068-agent-updates.ts'

describeDialects('migration 0068', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('PX6 goes back and comes again: machines stay, and say again which version they run', async () => {
    const admin = await server.signIn()
    const { queries } = server.app.context.database
    const agent = await pairAgent(server, admin, SAMPLE_DISPLAY)
    const update = { hash: 'a'.repeat(64), isSettled: true, failed: null }
    expect((await agent.hello({ update })).status).toBe(200)
    const count = () => queries.selectFrom('machine_update').selectAll().execute()
    expect(await count()).toMatchObject([{ screen_id: agent.id, hash: update.hash }])
    const { up, down } = agentUpdates(dialect)
    await down?.(queries)
    await up(queries)
    expect(await count()).toEqual([])
    const params = { organisationId: SAMPLE_DISPLAY.organisationId, screenId: agent.id }
    expect((await admin.call('getMachine', { params })).body.agent).toMatchObject({ machine: expect.any(String) })
    expect((await agent.hello({ update })).status).toBe(200)
    expect(await count()).toHaveLength(1)
  })
})
