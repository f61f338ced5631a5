import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0052', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[LY10] goes back and comes again: sums from before count as the whole area', async () => {
    const { queries } = server.app.context.database
    const { organisationId, displayId } = SAMPLE_DISPLAY
    const names = { organisation_id: organisationId, display_id: displayId, screen_id: 'a'.repeat(32) }
    const { id: screen } = await queries
      .insertInto('play_screen')
      .values({ ...names, proven: 1, name: '', display_name: '', time_zone: 'UTC', first_at: 0, told_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sum = { screen, hour: 4, item: 0, showings: 1, ms: 8_000, cut: 0 }
    await queries
      .insertInto('play_sum')
      .values({ ...sum, area_ms: 2_000 })
      .execute()
    const { up, down } = stepsFrom('0052-play-areas', dialect)
    await down(queries)
    expect(await queries.selectFrom('play_sum').selectAll().execute()).toEqual([sum])
    await up(queries)
    expect(await queries.selectFrom('play_sum').selectAll().execute()).toEqual([{ ...sum, area_ms: null }])
  })
})
