import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0046', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[LY12] goes back and comes again: every display is still there, without a layout', async () => {
    const admin = await server.signIn()
    const { queries } = server.app.context.database
    const plain = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const layout = {
      arrangement: 'side-bar' as const,
      dividers: [75],
      zones: [{ name: 'Menu' }],
    }
    const set = await admin.call('setLayout', {
      params: SAMPLE_DISPLAY,
      body: { layout },
      headers: { 'if-match': '"0"' },
    })
    expect(set.status).toBe(200)
    expect((await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body.layout?.zones).toHaveLength(1)

    const { up, down } = stepsFrom('0046-layouts', dialect)
    await down(queries)
    await up(queries)
    expect(await queries.selectFrom('zone').selectAll().execute()).toEqual([])
    const revision = set.body.revision
    await server.app.context.database.queries
      .updateTable('programme')
      .set({ revision: revision + 1 })
      .execute()
    const again = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    expect(again).toEqual({ ...plain, revision: revision + 1 })
  })
})
