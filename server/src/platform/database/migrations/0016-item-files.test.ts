import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { stepsFrom } from '../migrate.ts'

const params = SAMPLE_DISPLAY

describeDialects('migration 0016', (dialect) => {
  const { server, admin: owner } = sharedTestServer({ dialect })

  const contents = async () => ({
    manifest: (await server.anonymous.call('getManifest', { params })).body,
    programme: (await owner.call('getProgramme', { params })).body,
  })

  it('[HS9] rows of before name their files by id, every address stays to the word, and goes back', async () => {
    const { queries } = server.app.context.database
    const body = { title: 'Elsewhere', type: 'image' as const, url: 'https://example.org/media/a.jpg' }
    await owner.call('createItem', { params, body })
    // The facts about films are of a later version.
    await queries.updateTable('media_file').set({ film: null }).execute()
    const before = await contents()
    const stored = before.programme.items.filter(({ url }) => url.startsWith('/media/'))
    expect(stored.length).toBeGreaterThan(2)

    const { up, down } = stepsFrom('0016-item-files', dialect)
    await down(queries)
    // As the version before wrote them: each with its address, and a stored one with its file beside.
    const { rows } = await sql<{ url: string; media_id: string | null }>`select url, media_id from item`.execute(
      queries,
    )
    expect(rows.map(({ url }) => url).sort()).toEqual(before.programme.items.map(({ url }) => url).sort())
    expect(rows.filter(({ media_id }) => media_id !== null)).toHaveLength(stored.length)
    // And what only a hand or a version long ago wrote: another ending than the file's, and a file that is gone.
    const copy = async (id: string, url: string, mediaId: string | null) => {
      const kept = sql.raw('organisation_id, display_id, title, type, visible, position, revision, uploaded_at')
      await sql`insert into item (id, url, media_id, ${kept})
        select ${id}, ${url}, ${mediaId}, ${kept} from item where id = ${stored[0]?.id}`.execute(queries)
    }
    const picture = rows.find(({ url, media_id }) => media_id !== null && url.endsWith('.jpg'))?.media_id ?? ''
    await copy('ending', `/media/${picture}.mp4`, picture)
    await copy('gone', '/media/gone.jpg', null)
    await up(queries)

    const now = await sql<{
      id: string
      url: string | null
      media_id: string | null
    }>`select id, url, media_id from item`.execute(queries)
    for (const { id, url, media_id } of now.rows) {
      const own = stored.find((item) => item.id === id)
      expect({ id, own: own !== undefined }).toEqual({ id, own: media_id !== null })
      expect(url).toEqual(own ? null : expect.any(String))
      if (own) expect(own.url).toMatch(new RegExp(`^/media/${media_id}\\.`))
    }
    const addressOf = (id: string) => now.rows.find((row) => row.id === id)?.url
    expect([addressOf('ending'), addressOf('gone')]).toEqual([`/media/${picture}.mp4`, '/media/gone.jpg'])
    await sql`delete from item where id in ('ending', 'gone')`.execute(queries)
    expect(await contents()).toEqual(before)
    await expect(sql`update item set url = 'x' where media_id is not null`.execute(queries)).rejects.toThrow()
  })
})
