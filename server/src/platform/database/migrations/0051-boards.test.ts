import { NO_PICTURE } from '@placard/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { boards } from './0051-boards.ts'

describeDialects('migration 0051', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[DT3] goes back and comes again: every item is still there, a board without its settings', async () => {
    const { queries } = server.app.context.database
    const read = async () => (await sql<Record<string, unknown>>`select * from item order by id`.execute(queries)).rows
    const { body: made } = await admin.call('createTable', {
      params: { organisationId: SAMPLE_DISPLAY.organisationId },
      body: { name: 'Menu', columns: [{ name: 'Dish', type: 'words' }], rows: [{ cells: { Dish: 'Soup' } }] },
    })
    const board = { tableId: made.table.id, look: 'menu' as const }
    const body = { title: 'Menu', type: 'board' as const, url: NO_PICTURE, board }
    expect((await admin.call('createItem', { params: SAMPLE_DISPLAY, body })).status).toBe(201)

    const before = await read()
    expect(before.some((row) => row.table_id === made.table.id && row.board !== null)).toBe(true)
    const { up, down } = boards()
    await down?.(queries)
    expect(await read()).toEqual(before.map(({ board: _, table_id: __, ...rest }) => rest))
    await up(queries)
    expect(await read()).toEqual(before.map((row) => ({ ...row, board: null, table_id: null })))
    const { items } = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    expect(items.some(({ type }) => type === 'board')).toBe(false)
  })
})
