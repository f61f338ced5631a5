import { NO_PICTURE, RowId, wordsOfValue } from '@placard/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { valueSources } from './0053-value-sources.ts'

describeDialects('migration 0053', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[DT4] goes back and comes again: every item and line is still there, without its sources', async () => {
    const { queries } = server.app.context.database
    const read = async (table: 'item' | 'line') =>
      (await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by id`.execute(queries)).rows
    const { body: made } = await admin.call('createTable', {
      params: { organisationId: SAMPLE_DISPLAY.organisationId },
      body: {
        name: 'Menu',
        columns: [{ name: 'Dish', type: 'words' }],
        rows: [{ id: RowId.parse('soup'), cells: { Dish: 'Soup' } }],
      },
    })
    const columnId = made.table.columns[0]?.id as never
    const words = wordsOfValue({ of: 'cell', tableId: made.table.id, rowId: RowId.parse('soup'), columnId })
    const notice = { look: 'paper' as const, heading: `Today: ${words}`, body: '', byline: '' }
    const body = { title: 'Today', type: 'notice' as const, url: NO_PICTURE, notice }
    expect((await admin.call('createItem', { params: SAMPLE_DISPLAY, body })).status).toBe(201)
    expect((await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: words } })).status).toBe(201)

    const before = [await read('item'), await read('line')]
    for (const rows of before) expect(rows.filter((row) => row.value_sources === `,${made.table.id},`)).toHaveLength(1)
    const { up, down } = valueSources()
    await down?.(queries)
    const without = before.map((rows) => rows.map(({ value_sources: _, ...rest }) => rest))
    expect([await read('item'), await read('line')]).toEqual(without)
    await up(queries)
    const again = without.map((rows) => rows.map((row) => ({ ...row, value_sources: null })))
    expect([await read('item'), await read('line')]).toEqual(again)
  })
})
