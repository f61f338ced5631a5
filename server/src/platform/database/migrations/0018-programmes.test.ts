import { PlaylistId } from '@placard/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { stepsFrom } from '../migrate.ts'

const params = SAMPLE_DISPLAY
const TABLES = ['item', 'line', 'activity', 'activity_use'] as const

describeDialects('migration 0018', (dialect) => {
  const { server, admin: owner } = sharedTestServer({ dialect })

  const contents = async () => ({
    manifest: (await server.anonymous.call('getManifest', { params })).body,
    programme: (await owner.call('getProgramme', { params })).body,
    activity: (await owner.call('listActivity', { params })).body.entries.map(({ kind, revision }) => [kind, revision]),
  })

  it('[CP1] displays of before are programmes, everything is theirs as it was, and it goes back', async () => {
    const { queries } = server.app.context.database
    const { up, down } = stepsFrom('0018-programmes', dialect)
    await owner.call('createLine', { params, body: { text: 'Before' } })
    // The facts about films are of a later version.
    await queries.updateTable('media_file').set({ film: null }).execute()
    const before = await contents()
    await down(queries)
    for (const table of TABLES) {
      const { rows } = await sql<{ id: string }>`select display_id as id from ${sql.table(table)}`.execute(queries)
      expect({ table, named: rows.some(({ id }) => id === params.displayId) }).toEqual({ table, named: true })
    }
    // As the version before knew them.
    const old = await sql<object>`select * from display`.execute(queries)
    expect(old.rows.length).toBeGreaterThan(0)
    for (const row of old.rows) expect(Object.keys(row)).not.toContain('kind')
    await sql`update item set url = 'x' where media_id is not null`.execute(queries).then(
      () => expect.unreachable('a row with a file and an address'),
      () => {},
    )
    await up(queries)

    expect(await contents()).toEqual(before)
    const rows = await queries
      .selectFrom('programme')
      .select(['kind', 'revision', 'told_revision', 'removed_at'])
      .execute()
    expect(rows.length).toBe(old.rows.length)
    for (const { revision, ...row } of rows) {
      expect(row).toEqual({ kind: 'display', told_revision: revision, removed_at: null })
    }
    // A change of before is undone after it.
    const [newest] = (await owner.call('listActivity', { params })).body.entries
    if (!newest) throw new Error('nothing is written down')
    expect((await owner.call('undoActivity', { params: { ...params, entryId: newest.id } })).status).toBe(200)
    await expect(sql`update activity set kind = 'x'`.execute(queries)).rejects.toThrow(/append-only/)
    await expect(sql`update item set url = 'x' where media_id is not null`.execute(queries)).rejects.toThrow()
  })

  it('[CP1] going back takes playlists away, and nothing of the displays', async () => {
    const { queries } = server.app.context.database
    const { up, down } = stepsFrom('0018-programmes', dialect)
    const { organisationId } = params
    const before = await contents()
    const { body } = await owner.call('createPlaylist', { params: { organisationId }, body: { name: 'Menu' } })
    const playlist = { organisationId, playlistId: PlaylistId.parse(body.playlist.id) }
    await owner.call('createLine', { params: playlist, body: { text: 'Soup' } })
    const included = await owner.call('includePlaylist', { params: playlist, body: { displays: [params.displayId] } })
    expect(included.status).toBe(200)
    await down(queries)
    await up(queries)
    expect((await owner.call('listPlaylists', { params: { organisationId } })).body).toEqual([])
    const { manifest } = await contents()
    expect(manifest.items).toEqual(before.manifest.items)
    expect(manifest.lines).toEqual(before.manifest.lines)
  })
})
