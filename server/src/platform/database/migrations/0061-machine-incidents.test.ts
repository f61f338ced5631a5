import type { IncidentKind } from '@placard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0061', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('PX5 a screen has one open incident of its page, and one of each kind of its machine', async () => {
    const { queries } = server.app.context.database
    const { organisationId, displayId } = SAMPLE_DISPLAY
    let made = 0
    const open = (kind: IncidentKind) =>
      queries
        .insertInto('incident')
        .values({
          ...{ id: `incident-${made++}`, organisation_id: organisationId, display_id: displayId, name: 'Hall', kind },
          ...{ screen_id: 'a'.repeat(32), failing: 1, began_at: 1, opened_at: 1, told_at: null, told_to: '[]' },
          ...{ reminded_at: null, reminders: 0, changes: '[]', muted_until: null, closed_at: null, back_at: null },
        })
        .execute()
    for (const kind of ['dark', 'panel-off', 'hot', 'disk-full'] as const) await open(kind)
    for (const kind of ['silent', 'unsteady', 'hot'] as const) await expect(open(kind)).rejects.toThrow()
    const { up, down } = stepsFrom('0061-machine-incidents', dialect)
    await down(queries)
    const left = () => queries.selectFrom('incident').select('kind').execute()
    expect(await left()).toEqual([{ kind: 'dark' }])
    await expect(open('hot')).rejects.toThrow()
    await up(queries)
    await open('hot')
    expect(await left()).toHaveLength(2)
  })
})
