import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { ADMIN } from '../../../testing/server.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { library } from './0021-library.ts'

describeDialects('migration 0021', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[LB1] files of before are called what shows them, and were uploaded by who added that', async () => {
    const { queries } = server.app.context.database
    const files = () => sql<Record<string, unknown>>`select * from media_file order by id`.execute(queries)
    const { rows: before } = await files()
    expect(before.length).toBeGreaterThan(1)
    // An item of the sample's first file, added by somebody by hand.
    const url = `/media/${before[0]?.id}.${before[0]?.content_type === 'image/jpeg' ? 'jpg' : 'mp4'}`
    const type = url.endsWith('jpg') ? ('image' as const) : ('video' as const)
    await sql`delete from item where media_id = ${before[0]?.id}`.execute(queries)
    const added = await admin.call('createItem', { params: SAMPLE_DISPLAY, body: { title: 'By hand', type, url } })
    expect(added.status).toBe(201)

    const { up, down } = library(dialect)
    await down?.(queries)
    for (const row of (await files()).rows) expect(row).not.toHaveProperty('labels')
    await up(queries)

    const { rows: after } = await files()
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after[0]).toMatchObject({ name: 'By hand', uploaded_by: ADMIN.email, labels: '', kept: 0, removed_at: null })
    const titles = await queries.selectFrom('item').select(['media_id', 'title']).execute()
    for (const { id, name } of after) {
      expect(titles.filter((item) => item.media_id === id).map(({ title }) => title)).toContain(name)
    }
  })
})
