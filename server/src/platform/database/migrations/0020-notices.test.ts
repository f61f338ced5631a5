import { NO_PICTURE } from '@placard/contract'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { rowsOf } from '../../../testing/rows-of.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { notices } from './0020-notices.ts'

const TABLES = { item: ['notice'], programme: ['language'], organisation: ['brand_colour', 'brand_media_id'] }

describeDialects('migration 0020', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[CT10] goes back and comes again: everything is still there, without the words and what they are drawn with', async () => {
    const { queries } = server.app.context.database
    const read = () => rowsOf(queries, Object.keys(TABLES))
    const { organisationId } = SAMPLE_DISPLAY
    const { items } = (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
    const logoUrl = items.find(({ type }) => type === 'image')?.url ?? ''
    await admin.call('updateBrand', { params: { organisationId }, body: { colour: '#1a5fb4', logoUrl } })
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { language: 'de' } })
    const notice = { look: 'paper' as const, heading: 'Closed' }
    const body = { title: 'Closed', type: 'notice' as const, url: NO_PICTURE, notice }
    expect((await admin.call('createItem', { params: SAMPLE_DISPLAY, body })).status).toBe(201)

    const before = await read()
    for (const [table, columns] of Object.entries(TABLES)) {
      for (const column of columns) expect(before[table]?.some((row) => row[column] !== null)).toBe(true)
    }
    const { up, down } = notices()
    await down?.(queries)
    const without = await read()
    for (const [table, columns] of Object.entries(TABLES)) {
      const rest = (row: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)))
      expect(without[table]).toEqual(before[table]?.map(rest))
    }
    await up(queries)
    const again = await read()
    for (const [table, columns] of Object.entries(TABLES)) {
      const emptied = Object.fromEntries(columns.map((column) => [column, null]))
      expect(again[table]).toEqual(before[table]?.map((row) => ({ ...row, ...emptied })))
    }
    // A notice that lost its words is left out, and the rest plays.
    const manifest = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    expect(manifest.items).toHaveLength(items.length)
  })
})
