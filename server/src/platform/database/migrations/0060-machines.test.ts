import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { pairAgent } from '../../../testing/agent.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0060', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('PX4 goes back and comes again, without the machines, and their screens stay paired', async () => {
    const admin = await server.signIn()
    const { queries } = server.app.context.database
    const agent = await pairAgent(server, admin, SAMPLE_DISPLAY)
    expect((await agent.hello()).status).toBe(200)
    const { up, down } = stepsFrom('0060-machines', dialect)
    await down(queries)
    await up(queries)
    const params = { organisationId: SAMPLE_DISPLAY.organisationId, screenId: agent.id }
    expect((await admin.call('getMachine', { params })).body).toMatchObject({ agent: null, commands: [] })
    expect((await agent.hello()).status).toBe(200)
  })
})
