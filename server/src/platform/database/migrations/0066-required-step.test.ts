import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { ADMIN, startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0066', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('WD7 goes back and comes again: nothing is required, and every session stays', async () => {
    await server.signIn(ADMIN)
    const { queries } = server.app.context.database
    await queries.updateTable('organisation').set({ required_step: 'passkey' }).execute()
    await queries.updateTable('session').set({ step: 'code' }).execute()
    const { up, down } = stepsFrom('0066-required-step', dialect)
    await down(queries)
    await up(queries)
    const organisations = await queries.selectFrom('organisation').select('required_step').execute()
    expect(organisations.length).toBeGreaterThan(0)
    expect(new Set(organisations.map((one) => one.required_step))).toEqual(new Set([null]))
    expect((await queries.selectFrom('session').select('step').execute()).map(({ step }) => step)).toEqual([null])
    expect((await (await server.signIn(ADMIN)).call('getSession', { params: {} })).status).toBe(200)
  })
})
