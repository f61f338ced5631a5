import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0027', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[PP2] goes back and comes again; sums go with their screen, and outlive the display', async () => {
    const { queries } = server.app.context.database
    const entries = async () =>
      (await sql<{ rows: number | string }>`select count(*) as rows from activity`.execute(queries)).rows[0]?.rows
    const before = await entries()
    const { up, down } = stepsFrom('0027-plays', dialect)
    await down(queries)
    await up(queries)
    expect(await entries()).toEqual(before)

    const { id } = await queries
      .insertInto('play_screen')
      .values({
        organisation_id: SAMPLE_DISPLAY.organisationId,
        display_id: 'gone',
        screen_id: 'a',
        proven: 0,
        name: '',
        display_name: 'Gone',
        time_zone: 'UTC',
        first_at: 1,
        told_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await queries.insertInto('play_sum').values({ screen: id, hour: 1, item: 0, showings: 0, ms: 5, cut: 0 }).execute()
    await queries.deleteFrom('play_screen').execute()
    expect(await queries.selectFrom('play_sum').select('ms').execute()).toEqual([])
  })
})
