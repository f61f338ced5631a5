import {
  type DisplayId,
  MAX_MOVE_IN_ENTRIES_AT_ONCE,
  MediaId,
  MOVE_INS_KEPT,
  MOVE_INS_KEPT_IN_ALL,
  MoveInId,
  NO_PICTURE,
  type PlaylistKey,
  type RouteBodyInput,
  type TableId,
} from '@placard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs } from '../../testing/people.ts'
import { ADMIN, type Client, startTestServer, type TestServer } from '../../testing/server.ts'

const { organisationId } = SAMPLE_DISPLAY
type Entry = RouteBodyInput<'tellMoveIn'>['entries'][number]

describeDialects('[MV1] moving in', (dialect) => {
  let server: TestServer
  let admin: Client
  let made = 0

  beforeAll(async () => {
    server = await startTestServer({ dialect })
    admin = await server.signIn()
  })
  afterAll(() => server.close())

  const newKey = () => {
    made += 1
    return { organisationId, moveInId: MoveInId.parse(`going-${made}`) }
  }
  const beginAs = ({ moveInId }: ReturnType<typeof newKey>, name: string) =>
    admin.call('beginMoveIn', { params: { organisationId }, body: { id: moveInId, kind: 'files', name } })
  async function begin() {
    const key = newKey()
    expect((await beginAs(key, 'Reception')).status).toBe(200)
    return key
  }
  const tell = (params: ReturnType<typeof newKey>, entries: Entry[], ended?: boolean) =>
    admin.call('tellMoveIn', { params, body: ended === undefined ? { entries } : { entries, ended } })
  const report = async (params: ReturnType<typeof newKey>) => (await admin.call('getMoveIn', { params })).body
  const item = (title: string, more = {}) => ({
    title,
    type: 'image' as const,
    url: `https://example.org/${title}.jpg`,
    ...more,
  })
  const playlists = async () => (await admin.call('listPlaylists', { params: { organisationId } })).body
  const bring = (params: ReturnType<typeof newKey>, body: RouteBodyInput<'bringPlaylist'>) =>
    admin.call('bringPlaylist', { params, body })
  const programme = async (key: PlaylistKey) => (await admin.call('getProgramme', { params: key })).body

  it('[MV1] keeps what became of each thing, the later word of two, in order', async () => {
    const key = await begin()
    expect((await tell(key, [{ thing: 'file', path: 'b.jpg', outcome: 'not', reason: 'file.heif' }])).status).toBe(204)
    // The same entry twice in one call.
    await tell(key, [
      { thing: 'file', path: 'a.jpg', outcome: 'not' },
      { thing: 'file', path: 'a.jpg', outcome: 'came' },
    ])
    await tell(key, [{ thing: 'file', path: 'b.jpg', outcome: 'there' }])
    await tell(key, [{ thing: 'entry', path: 'b.jpg', outcome: 'came' }], true)
    const { entries, ...head } = await report(key)
    expect(entries).toEqual([
      { thing: 'file', path: 'b.jpg', outcome: 'there' },
      { thing: 'file', path: 'a.jpg', outcome: 'came' },
      { thing: 'entry', path: 'b.jpg', outcome: 'came' },
    ])
    expect(head).toMatchObject({ kind: 'files', name: 'Reception', came: 2, there: 1, not: 0 })
    expect(head.endedAt).toBeGreaterThanOrEqual(head.beganAt)
    const listed = (await admin.call('listMoveIns', { params: { organisationId } })).body
    expect(listed).toContainEqual(head)
  })

  it('[MV1] a playlist comes with all of its items, in order, with their seconds and their times', async () => {
    const key = await begin()
    const schedule = { from: '2026-12-01T08:00', until: '2026-12-24T18:00' }
    const items = [item('one', { duration: 12 }), item('two', { visible: false, schedule })]
    const first = await bring(key, { path: 'Hall', name: 'Hall', items })
    expect(first).toMatchObject({ status: 200, body: { wasThere: false } })
    const held = await programme({ organisationId, playlistId: first.body.playlistId })
    expect(held.items).toMatchObject([
      { title: 'one', duration: 12, visible: true },
      { title: 'two', visible: false, schedule },
    ])
    expect(held.revision).toBe(1)
    const { entries } = await report(key)
    expect(entries).toEqual([{ thing: 'playlist', path: 'Hall', outcome: 'came', playlistId: first.body.playlistId }])
    const params = { organisationId, playlistId: first.body.playlistId }
    const log = (await admin.call('listActivity', { params })).body.entries
    expect(log).toMatchObject([{ kind: 'imported', count: 2 }])
  })

  it('[F97] an entry that is sent again is added once, also by another person at the same moment', async () => {
    const key = await begin()
    const body = { path: 'Menu', name: 'Menu', items: [item('soup')] }
    const answers = await Promise.all([bring(key, body), bring(key, body), bring(key, body)])
    const ids = new Set(answers.map((answer) => answer.body.playlistId))
    expect(ids.size).toBe(1)
    expect(answers.filter((answer) => !answer.body.wasThere)).toHaveLength(1)
    expect((await playlists()).filter(({ name }) => name === 'Menu')).toHaveLength(1)
    // A later report about the playlist does not change that.
    await tell(key, [{ thing: 'playlist', path: 'Menu', outcome: 'there' }])
    expect((await bring(key, body)).body).toEqual({ playlistId: [...ids][0], wasThere: true })
    expect((await beginAs(key, 'Else')).body.name).toBe('Reception')
  })

  it('[F97] a playlist that did not come at first comes later, and is known from then on', async () => {
    const key = await begin()
    const body = { path: 'Late', name: 'Late', items: [item('soup')] }
    await tell(key, [{ thing: 'playlist', path: 'Late', outcome: 'not', reason: 'error.too-many-playlists' }])
    const { playlistId } = (await bring(key, body)).body
    expect((await report(key)).entries).toEqual([{ thing: 'playlist', path: 'Late', outcome: 'came', playlistId }])
    expect((await bring(key, body)).body).toEqual({ playlistId, wasThere: true })
    // A report without the id does not remove the stored id.
    await tell(key, [{ thing: 'playlist', path: 'Late', outcome: 'there' }])
    expect((await report(key)).entries).toEqual([{ thing: 'playlist', path: 'Late', outcome: 'there', playlistId }])
  })

  it('[F97] one that was removed since comes anew', async () => {
    const key = await begin()
    const body = { path: 'Gone', name: 'Gone', items: [item('soup')] }
    const first = (await bring(key, body)).body
    const params = { organisationId, playlistId: first.playlistId }
    expect((await admin.call('removePlaylist', { params, headers: { 'if-match': '*' } })).status).toBeLessThan(300)
    const second = (await bring(key, body)).body
    expect(second.wasThere).toBe(false)
    expect((await report(key)).entries).toMatchObject([{ path: 'Gone', playlistId: second.playlistId }])
    expect((await bring(key, body)).body).toEqual({ playlistId: second.playlistId, wasThere: true })
  })

  it('[F97] keeps how large a file was, so that another one of its name is not taken for it', async () => {
    const key = await begin()
    const large = { thing: 'file' as const, path: 'a.mp4', outcome: 'came' as const, size: 5_000_000_000 }
    await tell(key, [large, { thing: 'file', path: 'b.jpg', outcome: 'came', size: 0 }])
    expect((await report(key)).entries).toEqual([large, { ...large, path: 'b.jpg', size: 0 }])
    await tell(key, [{ ...large, size: 7 }])
    expect((await report(key)).entries[0]?.size).toBe(7)
    expect((await tell(key, [{ ...large, size: -1 }])).status).toBe(422)
  })

  it('[B164] one item that cannot be takes the whole playlist with it: nothing comes by half', async () => {
    const key = await begin()
    const before = (await playlists()).length
    const body = { path: 'Bad', name: 'Bad', items: [item('good'), item('gone', { url: '/media/nowhere.jpg' })] }
    expect(await bring(key, body)).toMatchObject({
      status: 404,
      body: { error: { code: 'media-not-found', field: 'items.1' } },
    })
    const unsafe = { ...body, items: [item('bad', { url: 'javascript:alert(1)' })] }
    expect(await bring(key, unsafe)).toMatchObject({ status: 422 })
    const many = { ...body, items: Array.from({ length: 501 }, () => item('one')) }
    expect(await bring(key, many)).toMatchObject({ status: 409, body: { error: { code: 'too-many-items' } } })
    expect(await playlists()).toHaveLength(before)
    expect((await report(key)).entries).toEqual([])
  })

  const TABLE = {
    path: 'hall.zip › Menu',
    name: 'Menu',
    columns: [
      { id: 'x00000', name: 'Dish', type: 'words' },
      { id: 'x00001', name: 'Price', type: 'number' },
      { id: 'x00002', name: 'From', type: 'date' },
    ],
    rows: [{ cells: { x00000: 'Soup', x00001: 1.234, x00002: '2026-12-24' } }, { cells: { x00000: 'Pie' } }],
  } as const satisfies RouteBodyInput<'bringTable'>
  const bringTable = (params: ReturnType<typeof newKey>, body: RouteBodyInput<'bringTable'> = TABLE, client = admin) =>
    client.call('bringTable', { params, body })
  const tables = async () => (await admin.call('listTables', { params: { organisationId } })).body
  const boardOf = (tableId: TableId) => ({
    title: 'Menu',
    type: 'board' as const,
    url: NO_PICTURE,
    board: { tableId, look: 'plain' as const, columns: ['x00001', 'x00000'] as never },
  })

  it('[DT7] a table comes with typed columns and rows, once for each path, and boards of a playlist draw it', async () => {
    const key = await begin()
    const answers = await Promise.all([bringTable(key), bringTable(key), bringTable(key)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.filter(({ body }) => !body.wasThere)).toHaveLength(1)
    const tableId = answers[0]?.body.tableId as TableId
    expect(new Set(answers.map(({ body }) => body.tableId)).size).toBe(1)
    const { table, rows } = (await admin.call('getTable', { params: { organisationId, tableId } })).body
    expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
      ['Dish', 'words'],
      ['Price', 'number'],
      ['From', 'date'],
    ])
    expect(rows.map(({ cells }) => cells)).toEqual([
      { x00000: 'Soup', x00001: 1.234, x00002: '2026-12-24' },
      { x00000: 'Pie' },
    ])
    const items = [boardOf(tableId), item('map')]
    const { playlistId } = (await bring(key, { path: 'Hall', name: 'Hall', items })).body
    const [board] = (await programme({ organisationId, playlistId })).items
    expect(board).toMatchObject({ type: 'board', playable: true, board: { tableId, columns: ['x00001', 'x00000'] } })
    expect((await report(key)).entries).toEqual([
      { thing: 'table', path: TABLE.path, outcome: 'came', tableId },
      { thing: 'playlist', path: 'Hall', outcome: 'came', playlistId },
    ])

    // One that was removed comes anew.
    await admin.call('removePlaylist', { params: { organisationId, playlistId }, headers: { 'if-match': '*' } })
    const removed = { params: { organisationId, tableId }, headers: { 'if-match': '*' } }
    expect((await admin.call('removeTable', removed)).status).toBe(204)
    const again = (await bringTable(key, { ...TABLE, reason: 'moving.why.without-rows' })).body
    expect(again.wasThere).toBe(false)
    expect((await report(key)).entries[0]).toEqual({
      thing: 'table',
      path: TABLE.path,
      outcome: 'came',
      reason: 'moving.why.without-rows',
      tableId: again.tableId,
    })
  })

  it('[B220] a board of a table that was not brought takes its playlist with it, and a bad cell its table: nothing by half', async () => {
    const key = await begin()
    const before = [await playlists(), await tables()]
    const items = [item('map'), boardOf(`_t-${'z'.repeat(20)}` as TableId)]
    expect(await bring(key, { path: 'Hall', name: 'Hall', items })).toMatchObject({
      status: 404,
      body: { error: { code: 'table-not-found', field: expect.stringMatching(/^items\.1/) } },
    })
    const rows = [{ cells: { x00000: 'Soup' } }, { cells: { x00002: '31.02.2026' } }]
    expect(await bringTable(key, { ...TABLE, rows })).toMatchObject({
      status: 422,
      body: { error: { code: 'date-not-valid', field: 'rows.1.cells.x00002' } },
    })
    const many = Array.from({ length: 2_001 }, () => ({ cells: {} }))
    expect(await bringTable(key, { ...TABLE, rows: many })).toMatchObject({
      body: { error: { code: 'too-many-rows' } },
    })
    const twice = [...TABLE.columns, { id: 'x00003', name: 'DISH', type: 'words' as const }]
    expect(await bringTable(key, { ...TABLE, columns: twice })).toMatchObject({
      body: { error: { code: 'column-name-taken' } },
    })
    expect([await playlists(), await tables()]).toEqual(before)
    expect((await report(key)).entries).toEqual([])
  })

  it('[B220] only the server says that a table came, and nobody brings one into a report that is not theirs', async () => {
    const key = await begin()
    const told = { thing: 'table', path: TABLE.path, outcome: 'came' } as const
    expect((await tell(key, [told])).status).toBe(422)
    const receipt = { ...told, outcome: 'there', tableId: `_t-${'z'.repeat(20)}` } as Entry
    expect((await tell(key, [receipt])).status).toBe(422)
    expect((await tell(key, [{ ...told, outcome: 'not', reason: 'error.too-many-tables' }])).status).toBe(204)
    const before = await tables()
    expect(await bringTable(key, TABLE, await enter('editor'))).toMatchObject({ status: 404 })
    expect(await bringTable(key, TABLE, await enter('editor', [SAMPLE_DISPLAY.displayId]))).toMatchObject({
      status: 403,
    })
    expect(await bringTable(key, TABLE, await enter('viewer'))).toMatchObject({ status: 403 })
    expect(await tables()).toEqual(before)
    const { tableId } = (await bringTable(key)).body
    // A later word of the page keeps the receipt.
    await tell(key, [{ ...told, outcome: 'there' }])
    expect((await report(key)).entries).toEqual([{ ...told, outcome: 'there', tableId }])
  })

  it('[B164] a report that nobody began takes nothing, and no report takes entries that are too long or not well formed', async () => {
    const key = await begin()
    const no = { ...key, moveInId: MoveInId.parse('nobody') }
    expect(await tell(no, [])).toMatchObject({ status: 404, body: { error: { code: 'move-in-not-found' } } })
    const several = Array.from({ length: MAX_MOVE_IN_ENTRIES_AT_ONCE + 1 }, (_, index) => ({
      thing: 'file' as const,
      path: `${index}`,
      outcome: 'came' as const,
    }))
    expect((await tell(key, several)).status).toBe(422)
    expect((await tell(key, [{ thing: 'file', path: 'x'.repeat(501), outcome: 'came' }])).status).toBe(422)
    expect((await tell(key, [{ thing: 'file', path: 'a\u0000b', outcome: 'came' }])).status).toBe(422)
  })

  async function enter(role: 'viewer' | 'editor', displays: DisplayId[] | null = null): Promise<Client> {
    made += 1
    return (await enterAs(server, `moving-${made}`, { role, displays })).client
  }
  const listAs = async (client: Client) => (await client.call('listMoveIns', { params: { organisationId } })).body
  const withoutRequest = ({ status, body }: { status: number; body: unknown }) => ({
    status,
    body: { ...(body as object), requestId: '' },
  })

  it('[S31] a report is there for whoever began it and for owners; for everybody else it is not', async () => {
    const key = await begin()
    await tell(key, [{ thing: 'file', path: 'secret.jpg', outcome: 'came' }])
    const nowhere = { ...key, moveInId: MoveInId.parse('never-was') }
    const items = [item('soup')]
    for (const client of [await enter('editor'), await enter('editor', [SAMPLE_DISPLAY.displayId])]) {
      expect(await listAs(client)).toEqual([])
      const calls = (params: typeof key) => [
        () => client.call('getMoveIn', { params }),
        () => client.call('tellMoveIn', { params, body: { entries: [], ended: true } }),
        () => client.call('removeMoveIn', { params }),
      ]
      for (const [index, call] of calls(key).entries()) {
        const answer = withoutRequest(await call())
        expect(answer).toMatchObject({ status: 404, body: { error: { code: 'move-in-not-found' } } })
        expect(answer).toEqual(withoutRequest(await (calls(nowhere)[index] as typeof call)()))
      }
      const begun = { id: key.moveInId, kind: 'files' as const, name: 'Mine' }
      expect((await client.call('beginMoveIn', { params: { organisationId }, body: begun })).status).toBe(404)
    }
    const unlimited = await enter('editor')
    const body = { path: 'Hall', name: 'Hall', items }
    expect((await unlimited.call('bringPlaylist', { params: key, body })).status).toBe(404)
    const { endedAt, entries } = await report(key)
    expect({ endedAt, entries: entries.length }).toEqual({ endedAt: null, entries: 1 })

    const theirs = newKey()
    const own = { id: theirs.moveInId, kind: 'files' as const, name: 'Theirs' }
    await unlimited.call('beginMoveIn', { params: { organisationId }, body: own })
    expect((await listAs(unlimited)).map(({ id }) => id)).toEqual([theirs.moveInId])
    expect((await listAs(admin)).map(({ id }) => id)).toEqual(expect.arrayContaining([theirs.moveInId, key.moveInId]))
    expect((await admin.call('removeMoveIn', { params: theirs })).status).toBe(204)
  })

  it('[S31] beginning many pushes out one’s own alone, and of all together those of whoever has most', async () => {
    const key = await begin()
    const editor = await enter('editor')
    const beginAll = async (client: Client, count: number) => {
      for (let index = 0; index < count; index += 1) {
        const body = { id: newKey().moveInId, kind: 'files' as const, name: 'x' }
        await client.call('beginMoveIn', { params: { organisationId }, body })
      }
    }
    await beginAll(editor, MOVE_INS_KEPT + 3)
    expect(await listAs(editor)).toHaveLength(MOVE_INS_KEPT)
    expect((await admin.call('getMoveIn', { params: key })).status).toBe(200)
    // Reports of people who have left count as well.
    const { queries } = server.app.context.database
    const rows = Array.from({ length: MOVE_INS_KEPT_IN_ALL }, (_, index) => ({
      organisation_id: organisationId,
      id: `former-${index}`,
      kind: 'files',
      name: 'x',
      begun_by: `former-${index % 20}@vnr.example`,
      begun_by_id: `former-${index % 20}`,
      began_at: index,
      ended_at: null,
    }))
    await queries.insertInto('move_in').values(rows).execute()
    await beginAll(admin, 1)
    const all = await listAs(admin)
    expect(all).toHaveLength(MOVE_INS_KEPT_IN_ALL)
    expect((await admin.call('getMoveIn', { params: key })).status).toBe(200)
    await queries.deleteFrom('move_in').where('id', 'like', 'former-%').execute()
  })

  it('[S31] only what the server did counts as done: a told playlist is no receipt', async () => {
    const key = await begin()
    const other = await bring(key, { path: 'Other', name: 'Other', items: [item('soup')] })
    const receipt = { thing: 'playlist', path: 'Foyer', outcome: 'there', playlistId: other.body.playlistId } as const
    expect((await tell(key, [receipt as Entry])).status).toBe(422)
    expect((await tell(key, [{ thing: 'playlist', path: 'Foyer', outcome: 'came' }])).status).toBe(422)
    expect((await tell(key, [{ thing: 'playlist', path: 'Foyer', outcome: 'there' }])).status).toBe(204)
    const brought = (await bring(key, { path: 'Foyer', name: 'Foyer', items: [item('soup')] })).body
    expect(brought.wasThere).toBe(false)
    expect(brought.playlistId).not.toBe(other.body.playlistId)
    expect((await playlists()).filter(({ name }) => name === 'Foyer')).toHaveLength(1)
    const told = { thing: 'file' as const, path: 'a.jpg', outcome: 'came' as const, mediaId: MediaId.parse('nowhere') }
    expect(await tell(key, [{ thing: 'file', path: 'b.jpg', outcome: 'came' }, told])).toMatchObject({
      status: 404,
      body: { error: { code: 'media-not-found', field: 'entries.1.mediaId' } },
    })
    expect((await report(key)).entries.map(({ path }) => path)).toEqual(['Other', 'Foyer'])
  })

  it('[MV1] [S31] a report is removed, which the activity says, and the oldest make room', async () => {
    const key = await begin()
    await tell(key, [{ thing: 'file', path: 'a', outcome: 'came' }])
    expect((await admin.call('removeMoveIn', { params: key })).status).toBe(204)
    expect((await admin.call('getMoveIn', { params: key })).status).toBe(404)
    const { entries } = (await admin.call('listOrganisationActivity', { params: { organisationId } })).body
    expect(entries.find(({ kind }) => kind === 'move-in-removed')).toMatchObject({
      kind: 'move-in-removed',
      subject: { type: 'move-in', title: 'Reception' },
      actor: { email: ADMIN.email },
    })
    for (let count = 0; count < MOVE_INS_KEPT + 2; count += 1) await begin()
    const { body } = await admin.call('listMoveIns', { params: { organisationId } })
    expect(body.filter(({ by }) => by === ADMIN.email)).toHaveLength(MOVE_INS_KEPT)
  })
})
