import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0047', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[LY12] goes back and comes again: every display is still there, with empty corners', async () => {
    const admin = await server.signIn()
    const { queries } = server.app.context.database
    const plain = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const set = await admin.call('setCornerPiece', {
      params: { ...SAMPLE_DISPLAY, corner: 'top-right' },
      body: { piece: { kind: 'words', size: 10, text: 'Room 12', schedule: { days: [1] } } },
      headers: { 'if-match': '"0"' },
    })
    expect(set.status).toBe(200)
    const piece = { kind: 'words', size: 10, text: 'Room 12', corner: 'top-right', schedule: { days: [1] } }
    expect((await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body.cornerPieces).toEqual([piece])

    const { up, down } = stepsFrom('0047-corner-pieces', dialect)
    await down(queries)
    await up(queries)
    expect(await queries.selectFrom('corner_piece').selectAll().execute()).toEqual([])
    const revision = set.body.revision + 1
    await queries.updateTable('programme').set({ revision }).execute()
    expect((await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body).toEqual({ ...plain, revision })
  })
})
