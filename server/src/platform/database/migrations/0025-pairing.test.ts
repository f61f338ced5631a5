import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0025', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[SP2] goes back and comes again: displays are public as before, and a command goes with its screen', async () => {
    const { queries } = server.app.context.database
    const read = async () =>
      (await sql<Record<string, unknown>>`select * from programme order by id`.execute(queries)).rows
    const before = await read()
    const { up, down } = stepsFrom('0025-pairing', dialect)
    await down(queries)
    const old = await read()
    expect(old).toHaveLength(before.length)
    expect(before).toEqual(old.map((row) => expect.objectContaining(row)))
    await up(queries)
    expect(await read()).toEqual(before)
    expect((await admin.call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)

    const { organisationId: organisation_id, displayId: display_id } = SAMPLE_DISPLAY
    const about = { name: '', place: '', about: '{}', paired_at: 1, seen_at: null, sent_to: null, let_go_at: null }
    await queries
      .insertInto('paired_screen')
      .values({ id: 'a', organisation_id, display_id, secret: 's', ...about })
      .execute()
    const command = { id: 'c', kind: 'reload', address: null, made_at: 1, answered_at: null, answer: null }
    await expect(
      queries
        .insertInto('screen_command')
        .values({ ...command, screen_id: 'b' })
        .execute(),
    ).rejects.toThrow()
    await queries
      .insertInto('screen_command')
      .values({ ...command, screen_id: 'a' })
      .execute()
    await queries.deleteFrom('paired_screen').execute()
    expect(await queries.selectFrom('screen_command').select('id').execute()).toEqual([])
  })
})
