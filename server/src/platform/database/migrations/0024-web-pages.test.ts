import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { webPages } from './0024-web-pages.ts'

describeDialects('migration 0024', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[CT15] goes back and comes again: every item is still there, a page as it opens', async () => {
    const { queries } = server.app.context.database
    const read = async () => (await sql<Record<string, unknown>>`select * from item order by id`.execute(queries)).rows
    const page = { title: 'Rota', type: 'webpage' as const, url: 'https://rota.example.org/', webPage: { zoom: 150 } }
    expect((await admin.call('createItem', { params: SAMPLE_DISPLAY, body: page })).status).toBe(201)

    const before = await read()
    expect(before.some(({ web_page }) => web_page !== null)).toBe(true)
    const { up, down } = webPages()
    await down?.(queries)
    expect(await read()).toEqual(before.map(({ web_page: _, ...rest }) => rest))
    await up(queries)
    expect(await read()).toEqual(before.map((row) => ({ ...row, web_page: null })))
    const { items } = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    expect(items.at(-1)).toMatchObject({ type: 'webpage', url: page.url })
  })
})
