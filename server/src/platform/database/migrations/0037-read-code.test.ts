import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0037', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[TW2] goes back and comes again: every display is still there, and offers nothing', async () => {
    const { queries } = server.app.context.database
    const read = async () =>
      (await sql<Record<string, unknown>>`select * from programme order by id`.execute(queries)).rows
    const readCode = 'card' as const
    expect((await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { readCode } })).status).toBe(200)

    const before = await read()
    expect(before.some((row) => row.read_code === 'card' && typeof row.short_code === 'string')).toBe(true)
    const { up, down } = stepsFrom('0037-read-code', dialect)
    await down(queries)
    const without = await read()
    expect(before).toMatchObject(without)
    for (const row of without) expect(row).not.toHaveProperty('short_code')
    await up(queries)
    expect(await read()).toMatchObject(without.map((row) => ({ ...row, read_code: null, short_code: null })))
    expect((await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body).not.toHaveProperty('readCode')
    expect((await fetch(`${server.url}/read/vnr/ece`)).status).toBe(200)
  })
})
