import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { NEW_SCREEN, pairScreen } from '../../../testing/pair-screen.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
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
    const { player, screen } = await pairScreen(server, admin, 'One')
    const { id } = screen
    const before = (await player.call('enterScreen', { params: {}, body: NEW_SCREEN })).body
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
    expect((await player.call('enterScreen', { params: {}, body: NEW_SCREEN })).body).toEqual(before)
  })
})
