import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { decks } from './0023-decks.ts'

describeDialects('migration 0023', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[CT8] goes back and comes again: files and items of before are as they were, and are no pages', async () => {
    const { queries } = server.app.context.database
    const read = async () => {
      const of = async (table: string) =>
        (await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by id`.execute(queries)).rows
      return { files: await of('media_file'), items: await of('item') }
    }
    const before = await read()
    const manifest = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    expect(before.files.length).toBeGreaterThan(1)
    const { up, down } = decks()
    await down?.(queries)
    const without = await read()
    for (const row of without.files) expect(row).not.toHaveProperty('deck_id')
    for (const row of without.items) expect(row).not.toHaveProperty('deck')
    await up(queries)
    expect(await read()).toEqual(before)
    for (const { deck_id, page } of (await read()).files) expect([deck_id, page]).toEqual([null, null])
    expect((await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body).toEqual(manifest)
  })
})
