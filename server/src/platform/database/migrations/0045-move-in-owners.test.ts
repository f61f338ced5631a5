import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { ADMIN, startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

const { organisationId } = SAMPLE_DISPLAY

describeDialects('migration 0045', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[S31] finds who began a report, and forgets the playlists that the server did not make', async () => {
    const admin = await server.signIn()
    const { queries } = server.app.context.database
    const params = { organisationId, moveInId: 'going' as never }
    await admin.call('beginMoveIn', {
      params: { organisationId },
      body: { id: params.moveInId, kind: 'files', name: 'x' },
    })
    const items = [{ title: 'x', type: 'image' as const, url: 'https://example.org/x.jpg' }]
    const { playlistId } = (await admin.call('bringPlaylist', { params, body: { path: 'a', name: 'a', items } })).body
    const { body } = await admin.call('createPlaylist', { params: { organisationId }, body: { name: 'Ours' } })
    const entry = { organisation_id: organisationId, move_in_id: 'going', outcome: 'came', reason: null, place: 5 }
    await queries
      .insertInto('move_in_entry')
      .values({
        ...entry,
        thing: 'playlist',
        path: 'b',
        size_bytes: null,
        media_id: null,
        playlist_id: body.playlist.id,
        table_id: null,
      })
      .execute()

    const { up, down } = stepsFrom('0045-move-in-owners', dialect)
    await down(queries)
    await up(queries)
    const user = await queries
      .selectFrom('user')
      .select('id')
      .where('email', '=', ADMIN.email)
      .executeTakeFirstOrThrow()
    expect(await queries.selectFrom('move_in').select('begun_by_id').execute()).toEqual([{ begun_by_id: user.id }])
    expect(await queries.selectFrom('move_in_entry').select(['path', 'playlist_id']).orderBy('path').execute()).toEqual(
      [
        { path: 'a', playlist_id: playlistId },
        { path: 'b', playlist_id: null },
      ],
    )
  })
})
