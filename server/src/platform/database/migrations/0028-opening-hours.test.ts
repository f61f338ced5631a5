import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0028', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[SH2] goes back and comes again: every display is still there, and always open', async () => {
    const { queries } = server.app.context.database
    const read = async () =>
      (await sql<Record<string, unknown>>`select * from programme order by id`.execute(queries)).rows
    const openingHours = { hours: [{ from: '07:00', until: '18:00' }] }
    expect((await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { openingHours } })).status).toBe(200)

    const before = await read()
    expect(before.some(({ opening_hours }) => opening_hours !== null)).toBe(true)
    const { up, down } = stepsFrom('0028-opening-hours', dialect)
    await down(queries)
    const without = await read()
    expect(before).toMatchObject(without)
    for (const row of without) expect(row).not.toHaveProperty('opening_hours')
    await up(queries)
    expect(await read()).toMatchObject(without.map((row) => ({ ...row, opening_hours: null })))
    expect((await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body).not.toHaveProperty('openingHours')
  })
})
