import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { rowsOf } from '../../../testing/rows-of.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { films } from './0022-films.ts'

const TABLES = { item: { sound: null }, media_file: { film: null }, upload: { kind: 'picture', insists: 0 } }

describeDialects('migration 0022', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[CT5] goes back and comes again: everything is still there, without what was read of films', async () => {
    const { queries } = server.app.context.database
    const read = () => rowsOf(queries, Object.keys(TABLES))
    await admin.call('createUpload', {
      params: { organisationId: SAMPLE_DISPLAY.organisationId },
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
    })
    const before = await read()
    for (const rows of Object.values(before)) expect(rows.length).toBeGreaterThan(0)
    const { up, down } = films()
    await down?.(queries)
    const without = await read()
    for (const [table, columns] of Object.entries(TABLES)) {
      const rest = (row: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !Object.hasOwn(columns, name)))
      expect(without[table]).toEqual(before[table]?.map(rest))
    }
    await up(queries)
    const again = await read()
    for (const [table, columns] of Object.entries(TABLES)) {
      expect(again[table]).toEqual(before[table]?.map((row) => ({ ...row, ...columns })))
    }
  })
})
