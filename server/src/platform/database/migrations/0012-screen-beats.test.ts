import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { screenBeats } from './0012-screen-beats.ts'

describeDialects('migration 0012', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('goes back and comes again, the screens stay, and a beat goes with its screen', async () => {
    const { queries } = server.app.context.database
    const { organisationId: organisation_id, displayId: display_id } = SAMPLE_DISPLAY
    const told = { first_seen_at: 1, seen_at: 1, user_agent: '', state: '{}', events: '[]', reports: '[]' }
    await queries
      .insertInto('screen')
      .values({ organisation_id, display_id, id: 'a', name: 'Hall', ...told })
      .execute()
    const { up, down } = screenBeats(dialect)
    await down?.(queries)
    await up(queries)
    expect(await queries.selectFrom('screen').select('name').execute()).toEqual([{ name: 'Hall' }])

    const beat = { organisation_id, display_id, heard_at: 3, painted_at: 2, build: null, item_id: null }
    await queries
      .insertInto('screen_beat')
      .values({ ...beat, screen_id: 'a' })
      .execute()
    await expect(
      queries
        .insertInto('screen_beat')
        .values({ ...beat, screen_id: 'b' })
        .execute(),
    ).rejects.toThrow()
    await queries.deleteFrom('screen').execute()
    expect(await queries.selectFrom('screen_beat').select('screen_id').execute()).toEqual([])
  })
})
