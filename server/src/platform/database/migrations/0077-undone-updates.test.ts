import type { IncidentKind } from '@placard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { undoneUpdates } from './0077-undone-updates.ts'

describeDialects('migration 0077', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('PX6 a screen has an incident about its version beside the others; it goes back, and comes again', async () => {
    const { queries } = server.app.context.database
    const { organisationId, displayId } = SAMPLE_DISPLAY
    let made = 0
    const rowOf = (kind: IncidentKind) => ({
      ...{ id: `incident-${made++}`, organisation_id: organisationId, display_id: displayId, name: 'Hall', kind },
      ...{ screen_id: 'a'.repeat(32), failing: 1 as const, began_at: 1, opened_at: 1, told_at: null, told_to: '[]' },
      ...{ reminded_at: null, reminders: 0, changes: '[]', muted_until: null, closed_at: null, back_at: null },
    })
    const versions = JSON.stringify({ running: '1.4.0', undone: '1.5.0' })
    const open = (kind: IncidentKind) =>
      queries
        .insertInto('incident')
        .values({ ...rowOf(kind), versions })
        .execute()
    for (const kind of ['dark', 'hot', 'update-undone'] as const) await open(kind)
    for (const kind of ['silent', 'hot', 'update-undone'] as const) await expect(open(kind)).rejects.toThrow()
    const read = async () => (await queries.selectFrom('incident').selectAll().orderBy('id').execute()) as object[]
    const before = await read()
    const { up, down } = undoneUpdates()
    await down?.(queries)
    const without = before.map((row) => {
      const { versions: _, ...rest } = row as { versions: string }
      return rest
    })
    expect(await read()).toEqual(without.slice(0, 2))
    // The version before has one incident of a page, and one of each kind that it knows.
    await expect(
      queries
        .insertInto('incident')
        .values(rowOf('silent') as never)
        .execute(),
    ).rejects.toThrow()
    await up(queries)
    expect(await read()).toEqual(without.slice(0, 2).map((row) => ({ ...row, versions: null })))
    await open('update-undone')
    await expect(open('silent')).rejects.toThrow()
    expect(await read()).toHaveLength(3)
  })
})
