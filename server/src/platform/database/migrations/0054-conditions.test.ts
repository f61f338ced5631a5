import { Condition, NO_PICTURE, RowId } from '@placard/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { conditions } from './0054-conditions.ts'

const ANY = { 'if-match': '*' }

describeDialects('migration 0054', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[DT6] goes back and comes again: everything is still there, without its condition', async () => {
    const { queries } = server.app.context.database
    const tables = ['item', 'line', 'zone', 'corner_piece'] as const
    const read = () =>
      Promise.all(
        tables.map(
          async (table) =>
            (
              await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by programme_id`.execute(
                queries,
              )
            ).rows,
        ),
      )
    const { organisationId } = SAMPLE_DISPLAY
    const { body: made } = await admin.call('createTable', {
      params: { organisationId },
      body: {
        name: 'Menu',
        columns: [{ name: 'Sold out', type: 'yes-no' }],
        rows: [{ id: RowId.parse('soup'), cells: {} }],
      },
    })
    const columnId = made.table.columns[0]?.id
    const condition = Condition.parse({
      all: [
        {
          value: { of: 'cell', tableId: made.table.id, rowId: 'soup', columnId },
          operator: '=',
          constant: true,
          names: ['Menu', '', 'Sold out'],
        },
      ],
      otherwise: 'off',
    })
    const notice = { look: 'paper' as const, heading: 'No soup', body: '', byline: '' }
    const item = { title: 'No soup', type: 'notice' as const, url: NO_PICTURE, notice, condition }
    const piece = { kind: 'words' as const, text: 'No soup', size: 10, condition }
    const { body: playlist } = await admin.call('createPlaylist', {
      params: { organisationId },
      body: { name: 'Soup' },
    })
    const zones = [{ playlistId: playlist.playlist.id, stays: false, condition }]
    const layout = { arrangement: 'side-bar' as const, dividers: [75], side: 'end' as const, pinned: false, zones }
    const corner = { ...SAMPLE_DISPLAY, corner: 'top-left' as const }
    const answers = [
      await admin.call('createItem', { params: SAMPLE_DISPLAY, body: item }),
      await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'No soup', condition } }),
      await admin.call('setCornerPiece', { params: corner, body: { piece }, headers: ANY }),
      await admin.call('setLayout', { params: SAMPLE_DISPLAY, body: { layout }, headers: ANY }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 200])

    const before = await read()
    for (const rows of before) {
      const asked = rows.filter((row) => row.condition === JSON.stringify(condition))
      expect(asked.map((row) => row.value_sources)).toEqual([`,${made.table.id},`])
    }
    const { up, down } = conditions(dialect)
    await down?.(queries)
    for (const [index, rows] of (await read()).entries()) {
      expect(rows).toHaveLength(before[index]?.length as number)
      for (const row of rows) expect(row).not.toHaveProperty('condition')
    }
    await up(queries)
    for (const [index, rows] of (await read()).entries()) {
      expect(rows.map((row) => row.condition)).toEqual(before[index]?.map(() => null))
    }
  })
})
