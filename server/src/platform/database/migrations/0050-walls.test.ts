import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { createClient, startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0050', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[LY8] goes back and comes again: every screen is still paired, without a wall', async () => {
    const admin = await server.signIn()
    const { queries } = server.app.context.database
    const { organisationId, displayId } = SAMPLE_DISPLAY
    const player = createClient(server.url)
    const body = { secret: null, width: 1920, height: 1080, timeZone: 'UTC' }
    const entered = (await player.call('enterScreen', { params: {}, body })).body
    if (entered.status !== 'waiting') throw new Error('a new screen was known')
    const params = { organisationId, code: entered.code }
    const { id } = (await admin.call('pairScreen', { params, body: { as: 'new', displayId, name: 'One' } })).body
    const before = (await player.call('enterScreen', { params: {}, body })).body
    const measures = { panelWidthMm: 1_210, panelHeightMm: 680.4, frameSideMm: 0.9, frameTopMm: 12 }
    const wall = { columns: 2, rows: 1, ...measures, cells: [{ column: 0, row: 0, screenId: id }] }
    const set = await admin.call('setWall', { params: SAMPLE_DISPLAY, body: { wall }, headers: { 'if-match': '"0"' } })
    expect(set.status).toBe(200)
    expect((await admin.call('getWall', { params: SAMPLE_DISPLAY })).body.wall).toMatchObject(wall)

    const { up, down } = stepsFrom('0050-walls', dialect)
    await down(queries)
    await up(queries)
    expect((await admin.call('getWall', { params: SAMPLE_DISPLAY })).body).toMatchObject({
      wall: null,
      screens: [{ id, name: 'One', number: 1 }],
    })
    expect((await player.call('enterScreen', { params: {}, body })).body).toEqual(before)
  })
})
