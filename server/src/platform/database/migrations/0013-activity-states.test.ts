import { pathOf, type RouteResponse } from '@placard/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { stepsFrom } from '../migrate.ts'

const params = SAMPLE_DISPLAY

describeDialects('migration 0013', (dialect) => {
  const { server, admin: owner } = sharedTestServer({ dialect })

  async function list() {
    const response = await fetch(server.url + pathOf('listActivity', params), { headers: { cookie: owner.cookie() } })
    expect(response.status).toBe(200)
    return ((await response.json()) as RouteResponse<'listActivity'>).entries
  }

  it('[S2] a log that is there already tells the same, is counted, and is undone and gone back by', async () => {
    const { queries } = server.app.context.database
    const programme = async () => (await owner.call('getProgramme', { params })).body
    const start = await programme()
    const [item] = start.items
    const [line] = start.lines
    if (!item || !line) throw new Error('the sample is too small')
    const body = { duration: 77, title: 'Renamed' }
    await owner.call('updateItem', { params: { ...params, itemId: item.id }, body, headers: { 'if-match': '*' } })
    await owner.call('removeLine', { params: { ...params, lineId: line.id } })
    const before = await list()

    const { up, down } = stepsFrom('0013-activity-states', dialect)
    await down(queries)
    // As the version before wrote it, and what nobody can read.
    const old = await sql<{ id: number; changes: string | null }>`select id, changes from activity`.execute(queries)
    expect(old.rows.filter(({ changes }) => changes !== null).length).toBeGreaterThanOrEqual(2)
    await sql`
      insert into activity (organisation_id, display_id, at, kind, actor_kind, actor_email, changes, details)
      values (${params.organisationId}, ${params.displayId}, ${Date.now()}, 'item-changed', 'person', 'x', '{"broken', '[]')
    `.execute(queries)
    await up(queries)

    const [damaged, ...rest] = await list()
    expect(damaged?.kind).toBe('unreadable')
    expect(rest).toEqual(before)
    expect(rest[1]).toMatchObject({ kind: 'item-changed', fields: ['title', 'duration'], values: [{ present: 77 }] })
    const { rows } = await sql<{ bytes: number }>`select sum(state_bytes) as bytes from activity_use`.execute(queries)
    expect(Number(rows[0]?.bytes)).toBeGreaterThan(500)

    const [removal] = rest
    if (!removal) throw new Error('nothing is written down')
    expect((await owner.call('undoActivity', { params: { ...params, entryId: removal.id } })).status).toBe(200)
    const restored = await owner.call('restoreProgramme', { params, body: { revision: start.revision } })
    expect(restored.status).toBe(200)
    const end = await programme()
    expect(end.items.map(({ id, title }) => [id, title])).toEqual(start.items.map(({ id, title }) => [id, title]))
    await expect(sql`update activity set kind = 'x'`.execute(queries)).rejects.toThrow(/append-only/)
    await expect(sql`update activity_state set at = 1`.execute(queries)).rejects.toThrow(/append-only/)
    await expect(sql`delete from activity_state`.execute(queries)).rejects.toThrow(/append-only/)
  })
})
