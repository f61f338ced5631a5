import {
  ColumnId,
  DisplayId,
  type DisplayKey,
  type ItemId,
  type LibraryFile,
  type LibraryPage,
  MediaId,
  NO_PICTURE,
  OrganisationId,
  type ProgrammeKey,
  pathOf,
  type RouteName,
  type RowId,
  type TableKey,
  type UndoTogether,
} from '@placard/contract'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { fillLibrary } from '../../testing/fill-library.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { programmeMaker } from '../../testing/programme-maker.ts'
import { ADMIN, type Answer } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'
import { uniquePicture } from '../../testing/unique-picture.ts'

const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }
const DAY_MS = 24 * 60 * 60_000

describeDialects('the library', (dialect) => {
  const { server, admin, signInAgain } = sharedTestServer({ dialect, now: () => Date.now() + aheadMs })
  const { makeDisplay, makePlaylist } = programmeMaker(() => admin)
  let aheadMs = 0
  let made = 0

  async function ask<Body>(name: RouteName, query: Record<string, string> = {}, client = admin): Promise<Answer<Body>> {
    const address = `${pathOf(name, params as never)}?${new URLSearchParams(query)}`
    const response = await fetch(server.url + address, { headers: { cookie: client.cookie() } })
    return { status: response.status, body: (await response.json()) as Body, headers: response.headers }
  }
  const list = async (query: Record<string, string> = {}, client = admin) => {
    const { status, body } = await ask<LibraryPage>('listLibraryFiles', query, client)
    expect(status).toBe(200)
    return body
  }
  const idsOf = (files: readonly LibraryFile[]) => files.map(({ id }) => id)
  const find = async (words: string, client = admin) => idsOf((await list({ words }, client)).files)

  const picture = () => {
    made += 1
    return uniquePicture(made)
  }
  async function upload(bytes: Uint8Array, client = admin): Promise<MediaId> {
    const headers = { 'content-type': 'image/jpeg' }
    const { status, body } = await client.call('uploadMedia', { params, body: bytes, headers })
    expect(status).toBe(201)
    return body.id
  }
  const add = async (name: string, bytes?: Uint8Array, client = admin) => {
    const mediaId = await upload(bytes ?? (await picture()), client)
    const { status, body } = await client.call('addLibraryFile', { params, body: { mediaId, name } })
    expect(status).toBe(200)
    return body
  }
  const added = async (name: string, client = admin) => (await add(name, undefined, client)).file.id
  const get = async (mediaId: MediaId, client = admin) =>
    client.call('getLibraryFile', { params: { ...params, mediaId } })
  async function show(key: ProgrammeKey, id: MediaId, title = 'Shown', more: object = {}): Promise<ItemId> {
    const body = { title, type: 'image' as const, url: `/media/${id}.jpg`, ...more }
    const answer = await admin.call('createItem', { params: key, body })
    expect(answer.status).toBe(201)
    return answer.body.item.id
  }
  const items = async (key: ProgrammeKey) => (await admin.call('getProgramme', { params: key })).body.items
  const urls = async (key: ProgrammeKey) => (await items(key)).map(({ url }) => url)
  const at = (id: MediaId) => `/media/${id}.jpg`

  it('[LB1] says of a file what it is, who uploaded it, and where it is on', async () => {
    const [key, playlist] = [await makeDisplay(), await makePlaylist()]
    const id = await added('Harbour at dawn')
    await show(key, id, 'Good morning', { visible: false })
    await show(playlist, id, 'Evening', { schedule: { days: [1] } })
    const { status, body } = await get(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      url: at(id),
      thumbnailUrl: `/media/${id}/thumbnail.webp`,
      kind: 'picture',
      name: 'Harbour at dawn',
      uploadedBy: ADMIN.email,
      labels: [],
      alternativeText: '',
      uses: 2,
      goesAt: null,
      elsewhere: 0,
      places: [
        { kind: 'display', programmeId: key.displayId, title: 'Good morning', visible: false, scheduled: false },
        { kind: 'playlist', programmeId: playlist.playlistId, title: 'Evening', visible: true, scheduled: true },
      ],
    })
    expect((await list()).files[0]).toMatchObject({ id, uses: 2 })
  })

  it('[DT7] [LB1] says which tables show a picture, keeps it, and does not remove it', async () => {
    const id = await added('Soup')
    const unused = async () => idsOf((await list({ unused: '1' })).files)
    expect(await unused()).toContain(id)
    const [photo, back] = ['photo1', 'photo2'].map((column) => ColumnId.parse(column)) as [ColumnId, ColumnId]
    const columns = [
      { id: photo, name: 'Photo', type: 'picture' as const },
      { id: back, name: 'Back', type: 'picture' as const },
    ]
    const rows = [{ cells: { Photo: id, Back: id } }, { cells: { Photo: id } }]
    const menu = await admin.call('createTable', { params, body: { name: 'Menu', columns, rows } })
    expect(menu.status).toBe(201)
    const tableId = menu.body.table.id
    expect((await get(id)).body).toMatchObject({
      uses: 1,
      elsewhere: 0,
      goesAt: null,
      places: [{ kind: 'table', tableId, programmeId: null, name: 'Menu', visible: true }],
    })
    expect(await unused()).not.toContain(id)

    const remove = () => admin.call('removeLibraryFiles', { params, body: { ids: [id], everywhere: true } })
    expect(await remove()).toMatchObject({ status: 409, body: { error: { code: 'file-in-table', field: 'ids.0' } } })
    const table = { ...params, tableId }
    expect((await admin.call('removeTable', { params: table, headers: { 'if-match': '*' } })).status).toBe(204)
    expect((await get(id)).body).toMatchObject({ uses: 0, places: [] })
    expect((await admin.call('bringBackTable', { params: table })).status).toBe(200)
    expect((await get(id)).body.uses).toBe(1)

    const cells = { Photo: null, Back: null }
    const update = (await admin.call('getTable', { params: table })).body.rows.map((row) => ({ id: row.id, cells }))
    expect((await admin.call('changeRows', { params: table, body: { update } })).status).toBe(200)
    expect((await get(id)).body).toMatchObject({ uses: 0, places: [] })
    expect((await remove()).status).toBe(200)
  })

  it('[LB1] a file without a name is called what the first item that shows it is called', async () => {
    const id = await upload(await picture())
    expect((await get(id)).body.name).toBe('')
    const key = await makeDisplay()
    await show(key, id, 'Called so')
    await show(key, id, 'And not so')
    expect((await get(id)).body.name).toBe('Called so')
  })

  it('[LB1] pages go on where they were, whatever comes meanwhile: nothing twice, nothing left out', async () => {
    await fillLibrary(server.app.context.database, organisationId, 150)
    const before = idsOf((await list()).files)
    const all: MediaId[] = []
    let after: string | undefined
    do {
      const page = await list(after === undefined ? {} : { after })
      all.push(...idsOf(page.files))
      await added('Comes in between')
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(all.slice(0, before.length)).toEqual(before)
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((id) => id.startsWith('filled-'))).toHaveLength(150)
    const { body } = await ask<{ files: number }>('getLibrary')
    expect(body.files).toBeGreaterThan(all.length)
  })

  it('[LB1] finds by words in name, label, alternative text and the titles that show it, in any case', async () => {
    const [named, labelled, described, titled] = [
      await added('Übersicht der Gebäude'),
      await added('One'),
      await added('Two'),
      await added('Three'),
    ]
    const update = (mediaId: MediaId, body: object) =>
      admin.call('updateLibraryFile', { params: { ...params, mediaId }, body })
    expect((await update(labelled, { labels: ['Sommerfest', 'SOMMERFEST', '100%'] })).body.labels).toEqual([
      'Sommerfest',
      '100%',
    ])
    expect((await update(described, { alternativeText: 'Eine Brücke im Nebel' })).status).toBe(200)
    await show(await makeDisplay(), titled, 'Zimmer frei')
    expect(await find('übersicht gebäude')).toEqual([named])
    expect(await find('ÜBERSICHT')).toEqual([named])
    expect(await find('sommer')).toEqual([labelled])
    expect(await find('brücke nebel')).toEqual([described])
    expect(await find('zimmer FREI')).toEqual([titled])
    expect(await find('übersicht nebel')).toEqual([])
    // Characters with a meaning in SQL are literal here.
    expect(await find('100%')).toEqual([labelled])
    expect(await find('_%')).toEqual([])
    expect(await find("' or 1=1 --")).toEqual([])
    expect(await find('\\')).toEqual([])
  })

  it('[LB1] narrows by kind, person, label, and to what nothing shows', async () => {
    const editor = await enterAs(server, 'narrow', { role: 'editor' })
    const id = await added('Narrowed', editor.client)
    const narrowed = async (query: Record<string, string>) => idsOf((await list({ words: 'narrowed', ...query })).files)
    expect(await narrowed({ person: editor.email })).toEqual([id])
    expect(await narrowed({ person: ADMIN.email })).toEqual([])
    expect(await narrowed({ kind: 'picture', unused: '1' })).toEqual([id])
    expect(await narrowed({ kind: 'film' })).toEqual([])
    await admin.call('updateLibraryFile', { params: { ...params, mediaId: id }, body: { labels: ['Open day'] } })
    expect(await narrowed({ label: 'Open day' })).toEqual([id])
    expect(await narrowed({ label: 'Open' })).toEqual([])
    const { body } = await ask<{ labels: string[]; people: string[] }>('getLibrary')
    expect(body.labels).toContain('Open day')
    expect(body.people).toContain(editor.email)
    await show(await makeDisplay(), id)
    expect(await narrowed({ unused: '1' })).toEqual([])
  })

  it('[LB1] narrows by the days between which a file was stored, as they are in a zone', async () => {
    const id = await added('Dated')
    const { queries } = server.app.context.database
    // In Tokyo, it is already the fifth.
    const at = Date.parse('2020-03-04T20:00:00Z')
    await queries.updateTable('media_file').set({ created_at: at }).where('id', '=', id).execute()
    const between = async (query: Record<string, string>) => idsOf((await list({ words: 'dated', ...query })).files)
    expect(await between({ from: '2020-03-04', to: '2020-03-04' })).toEqual([id])
    expect(await between({ from: '2020-03-05' })).toEqual([])
    expect(await between({ to: '2020-03-03' })).toEqual([])
    const timeZone = 'Asia/Tokyo'
    expect(await between({ from: '2020-03-05', to: '2020-03-05', timeZone })).toEqual([id])
    expect(await between({ to: '2020-03-04', timeZone })).toEqual([])
    // With dates only, in addition to the cursor of the page before, and with an empty range.
    expect(idsOf((await list({ from: '2020-01-01', to: '2020-12-31' })).files)).toEqual([id])
    expect(idsOf((await list({ to: '2020-12-31', after: `${at}.${id}` })).files)).toEqual([])
    expect(await between({ from: '2020-03-05', to: '2020-03-04' })).toEqual([])
  })

  it('[LB1] [LB3] [LB4] a take-over that is prepared or runs is a place, keeps its file and is not replaced', async () => {
    const [id, by] = [await added('Assembly point'), await added('Another plan')]
    const place = await makeDisplay()
    const content = { kind: 'file' as const, url: at(id), title: 'Assembly point' }
    const { body: prepared } = await admin.call('prepareTakeOver', { params, body: { name: 'Fire', content } })
    const uses = async () => (await get(id)).body
    expect(await uses()).toMatchObject({
      uses: 1,
      elsewhere: 0,
      goesAt: null,
      places: [{ kind: 'take-over', name: 'Fire', visible: false, programmeId: null }],
    })
    expect(idsOf((await list({ unused: '1', words: 'Assembly' })).files)).toEqual([])
    const refusal = { status: 409, body: { error: { code: 'file-in-take-over', field: 'ids.1' } } }
    const body = { ids: [by, id], everywhere: true }
    expect(await admin.call('removeLibraryFiles', { params, body })).toMatchObject(refusal)
    expect((await get(by)).status).toBe(200)

    const started = await admin.call('startTakeOver', {
      params,
      body: { prepared: prepared.id, displays: [place.displayId], drill: true, minutes: 5 },
    })
    expect(started.status).toBe(201)
    expect(await uses()).toMatchObject({ uses: 2, places: [{ name: 'Fire', visible: true }, { visible: false }] })
    const limited = await enterAs(server, 'elsewhere-limited', { role: 'editor', displays: [SAMPLE_DISPLAY.displayId] })
    // A take-over on other displays is counted; prepared ones are visible to everybody.
    expect((await get(id, limited.client)).body).toMatchObject({ elsewhere: 1, places: [{ visible: false }] })

    await show(place, id, 'Plan')
    const replaced = await admin.call('replaceLibraryFile', { params: { ...params, mediaId: id }, body: { by } })
    expect(replaced.body.changes).toHaveLength(1)
    expect(await uses()).toMatchObject({ uses: 2, places: [{ kind: 'take-over' }, { kind: 'take-over' }] })

    await admin.call('endTakeOver', { params: { ...params, overId: started.body.id } })
    await admin.call('removePreparedTakeOver', { params: { ...params, overId: prepared.id } })
    expect((await uses()).uses).toBe(0)
    const removed = await admin.call('removeLibraryFiles', { params, body: { ids: [id], everywhere: false } })
    expect(removed.status).toBe(200)
  })

  it.each([
    { after: 'x' },
    { after: '1.../../etc' },
    { after: `${'9'.repeat(16)}.a` },
    { kind: 'sound' },
    { words: 'x'.repeat(201) },
    { words: '\u0000' },
    { label: 'x'.repeat(41) },
    { unused: 'yes' },
    { from: '2020-02-30' },
    { to: 'yesterday' },
    { from: '2020-03-04', timeZone: 'Mars/Base' },
    { nothing: 'x' },
  ])('[LB1] refuses a question that it does not understand: %j', async (query) => {
    expect((await ask('listLibraryFiles', query as Record<string, string>)).status).toBeGreaterThanOrEqual(400)
    expect((await ask('listLibraryFiles', query as Record<string, string>)).status).toBeLessThan(500)
  })

  it('[LB1] another organisation sees nothing of it, and names nothing of it', async () => {
    const home = { organisationId: OrganisationId.parse('elsewhere'), displayId: DisplayId.parse('hall') }
    await makePlace(server, home)
    const { client } = await enterAs(server, 'stranger', { role: 'owner', home })
    const id = await added('Ours alone')
    const theirs = { organisationId: home.organisationId }
    const call = (name: RouteName, body?: object, more: object = {}) =>
      client.call(name as 'putLibraryFiles', { params: { ...theirs, ...more } as never, body: body as never })
    for (const answer of [
      await call('getLibraryFile', undefined, { mediaId: id }),
      await call('addLibraryFile', { mediaId: id, name: 'Mine' }),
      await call('updateLibraryFile', { name: 'Mine' }, { mediaId: id }),
      await call('labelLibraryFiles', { ids: [id], add: ['x'], remove: [] }),
      await call('putLibraryFiles', { ids: [id], displays: [home.displayId], playlists: [] }),
      await call('replaceLibraryFile', { by: 'x' }, { mediaId: id }),
      await call('removeLibraryFiles', { ids: [id], everywhere: true }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'media-not-found' } } })
    }
    expect(await call('bringBackLibraryFiles', { ids: [id] })).toMatchObject({ body: { error: { code: 'file-gone' } } })
    expect((await get(id)).body).toMatchObject({ name: 'Ours alone', labels: [], uses: 0 })
  })

  it('[LB1] somebody limited to a display sees the places there, and how many others there are', async () => {
    const [mine, other] = [await makeDisplay(), await makeDisplay()]
    const [seen, unseen] = [await makePlaylist([mine.displayId]), await makePlaylist([other.displayId])]
    const { client } = await enterAs(server, 'limited', { role: 'editor', displays: [mine.displayId] })
    const id = await added('Everywhere')
    for (const key of [mine, other, seen, unseen]) await show(key, id, 'Geheim')
    const { body } = await get(id, client)
    expect(body.uses).toBe(4)
    expect(body.places.map(({ programmeId }) => programmeId)).toEqual([mine.displayId, seen.playlistId])
    expect(body.elsewhere).toBe(2)
    // A search does not reveal the titles on other displays either.
    const hidden = await added('Elsewhere')
    await show(other, hidden, 'Verborgen')
    expect(await find('Verborgen', client)).toEqual([])
    expect(await find('Geheim', client)).toEqual([id])
    expect(await find('Verborgen')).toEqual([hidden])
  })

  it('[LB1] the logo of the organisation is a use, and is not removed', async () => {
    const id = await added('Logo')
    const { queries } = server.app.context.database
    const setLogo = (brand_media_id: string | null) =>
      queries.updateTable('organisation').set({ brand_media_id }).where('id', '=', organisationId).execute()
    await setLogo(id)
    expect((await get(id)).body).toMatchObject({ uses: 1, places: [{ kind: 'brand' }] })
    expect(idsOf((await list({ unused: '1', words: 'Logo' })).files)).toEqual([])
    const answer = await admin.call('removeLibraryFiles', { params, body: { ids: [id], everywhere: true } })
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'file-is-logo', field: 'ids.0' } } })
    await setLogo(null)
  })

  it('[LB2] puts several files onto displays and playlists in one command, which one undo takes back', async () => {
    const [one, other, playlist] = [await makeDisplay(), await makeDisplay(), await makePlaylist()]
    const ids = [await added('First'), await added('Second')]
    const { status, body } = await admin.call('putLibraryFiles', {
      params,
      body: { ids, displays: [one.displayId, other.displayId], playlists: [playlist.playlistId] },
    })
    expect(status).toBe(200)
    expect(body.changes).toHaveLength(3)
    for (const key of [one, other, playlist]) {
      expect(await items(key)).toMatchObject([
        { title: 'First', url: at(ids[0] as MediaId), type: 'image', visible: true },
        { title: 'Second', url: at(ids[1] as MediaId) },
      ])
    }
    const log = (await admin.call('listActivity', { params: one })).body.entries
    expect(log[0]).toMatchObject({ kind: 'items-added', count: 2 })
    const undone = await admin.call('undoTogether', { params, body: { changes: body.changes } })
    expect(undone.status).toBe(200)
    for (const key of [one, other, playlist]) expect(await items(key)).toEqual([])
  })

  it('[LB2] puts nothing anywhere where one display is not theirs, or not there', async () => {
    const [mine, other] = [await makeDisplay(), await makeDisplay()]
    const { client } = await enterAs(server, 'putter', { role: 'editor', displays: [mine.displayId] })
    const ids = [await added('Put')]
    const put = (displays: DisplayId[]) =>
      client.call('putLibraryFiles', { params, body: { ids, displays, playlists: [] } })
    expect(await put([mine.displayId, other.displayId])).toMatchObject({
      status: 404,
      body: { error: { code: 'display-not-found', field: 'displays.1' } },
    })
    expect(await items(mine)).toEqual([])
    expect((await put([mine.displayId])).status).toBe(200)
    expect(await put([])).toMatchObject({ status: 422 })
  })

  it('[LB3] a file in use goes after a question alone, from everywhere at once, and one undo brings it back', async () => {
    const [one, other, playlist] = [await makeDisplay(), await makeDisplay(), await makePlaylist()]
    const [id, stays] = [await added('Goes'), await added('Stays')]
    await show(one, id, 'A')
    await show(one, stays, 'B')
    await show(one, id, 'C')
    await show(other, id, 'D', { visible: false })
    await show(playlist, id, 'E')
    const before = await Promise.all([one, other, playlist].map(urls))
    const remove = (everywhere: boolean) =>
      admin.call('removeLibraryFiles', { params, body: { ids: [id], everywhere } })
    expect(await remove(false)).toMatchObject({ status: 409, body: { error: { code: 'file-in-use' } } })
    expect(await urls(one)).toEqual(before[0])

    const { status, body } = await remove(true)
    expect(status).toBe(200)
    expect(await Promise.all([one, other, playlist].map(urls))).toEqual([[at(stays)], [], []])
    expect(await find('Goes')).toEqual([])
    expect((await get(id)).status).toBe(404)
    const { body: undone } = await admin.call('undoTogether', { params, body: { changes: body.changes } })
    expect(undone.changes).toHaveLength(3)
    expect(await Promise.all([one, other, playlist].map(urls))).toEqual(before)
    expect(await find('Goes')).toEqual([id])
    expect((await get(id)).body.uses).toBe(4)
  })

  const row = (id: MediaId) =>
    server.app.context.database.queries.selectFrom('media_file').select('id').where('id', '=', id).executeTakeFirst()

  it('[LB3] a display that is not theirs refuses the whole', async () => {
    const [mine, other] = [await makeDisplay(), await makeDisplay()]
    const { client } = await enterAs(server, 'remover', { role: 'editor', displays: [mine.displayId] })
    const [id, by] = [await added('On both'), await added('Instead')]
    await show(mine, id)
    await show(other, id)
    const body = { ids: [id], everywhere: true }
    const refused = { status: 409, body: { error: { code: 'file-used-elsewhere' } } }
    expect(await client.call('removeLibraryFiles', { params, body })).toMatchObject(refused)
    const replace = client.call('replaceLibraryFile', { params: { ...params, mediaId: id }, body: { by } })
    expect(await replace).toMatchObject(refused)
    expect(await urls(mine)).toEqual([at(id)])
  })

  it('[LB3] a notice stays without its picture, and gets it back', async () => {
    const key = await makeDisplay()
    const id = await added('Behind words')
    const notice = { look: 'paper' as const, heading: 'Closed', body: '', byline: '' }
    const looks = await admin.call('createItem', {
      params: key,
      body: { title: 'Closed', type: 'notice', url: at(id), notice },
    })
    if (looks.status !== 201) expect.unreachable(JSON.stringify(looks.body))
    const { body } = await admin.call('removeLibraryFiles', { params, body: { ids: [id], everywhere: true } })
    expect(await items(key)).toMatchObject([{ title: 'Closed', type: 'notice', url: NO_PICTURE }])
    expect((await admin.call('undoTogether', { params, body })).status).toBe(200)
    expect(await urls(key)).toEqual([at(id)])
  })

  it('[LB3] labels go onto several files at once, and off them', async () => {
    const ids = [await added('L1'), await added('L2')]
    const label = (add: string[], remove: string[] = []) =>
      admin.call('labelLibraryFiles', { params, body: { ids, add, remove } })
    const labels = () => Promise.all(ids.map(async (id) => (await get(id)).body.labels))
    expect((await label([' Menu ', 'menu', 'Winter'])).status).toBe(204)
    expect(await labels()).toEqual([
      ['Menu', 'Winter'],
      ['Menu', 'Winter'],
    ])
    expect((await label([], ['MENU'])).status).toBe(204)
    expect(await labels()).toEqual([['Winter'], ['Winter']])
    expect((await label(Array.from({ length: 10 }, (_, index) => `label ${index}`))).status).toBe(422)
    expect((await label(['x'.repeat(41)])).status).toBe(422)
    expect((await label(['\u0000'])).status).toBe(422)
    expect((await label(['a\nb'])).status).toBe(204)
    expect((await labels())[0]).toEqual(['Winter', 'a b'])
    expect(await labels()).toHaveLength(2)
  })

  it('[LB4] shows another picture wherever one is shown, in one command with one undo', async () => {
    const [one, playlist] = [await makeDisplay(), await makePlaylist()]
    const [id, by] = [await added('Old menu'), await added('New menu')]
    const item = await show(one, id, 'Menu', { fit: 'cover', duration: 7 })
    await show(playlist, id, 'Menu')
    const replace = (to: MediaId) =>
      admin.call('replaceLibraryFile', { params: { ...params, mediaId: id }, body: { by: to } })
    const { status, body } = await replace(by)
    expect(status).toBe(200)
    expect(body.changes).toHaveLength(2)
    expect(await items(one)).toMatchObject([{ id: item, title: 'Menu', url: at(by), fit: 'cover', duration: 7 }])
    expect(await urls(playlist)).toEqual([at(by)])
    expect((await get(by)).body.uses).toBe(2)
    expect((await get(id)).body.uses).toBe(0)
    expect((await admin.call('undoTogether', { params, body })).status).toBe(200)
    expect(await urls(one)).toEqual([at(id)])
    expect(await urls(playlist)).toEqual([at(id)])
    expect((await replace(id)).status).toBe(422)
    expect((await replace(MediaId.parse('none'))).status).toBe(404)
    const film = (await list({ kind: 'film' })).files[0]
    if (!film) throw new Error('the sample has no film')
    expect(await replace(film.id)).toMatchObject({ status: 409, body: { error: { code: 'file-of-other-kind' } } })
  })

  const [DISH, PHOTO, BACK] = ['dish01', 'photo1', 'photo2'].map((id) => ColumnId.parse(id)) as [
    ColumnId,
    ColumnId,
    ColumnId,
  ]

  /** A table with pictures in two columns: of the first row both, of the second row one. */
  async function tableWith(name: string, id: MediaId, other: MediaId): Promise<TableKey> {
    const columns = [
      { id: DISH, name: 'Dish', type: 'words' as const },
      { id: PHOTO, name: 'Photo', type: 'picture' as const },
      { id: BACK, name: 'Back', type: 'picture' as const },
    ]
    const rows = [
      { cells: { Dish: 'Soup', Photo: id, Back: id } },
      { cells: { Dish: 'Pie', Photo: id, Back: other } },
      { cells: { Dish: 'Cake', Photo: other } },
    ]
    const { status, body } = await admin.call('createTable', { params, body: { name, columns, rows } })
    expect(status).toBe(201)
    return { ...params, tableId: body.table.id }
  }
  const picturesOf = async (key: TableKey) =>
    (await admin.call('getTable', { params: key })).body.rows.map(({ cells }) => [cells[PHOTO], cells[BACK]])

  /** A board with the pictures of a table, on a display or in a playlist. */
  async function draw(key: ProgrammeKey, { tableId }: TableKey): Promise<void> {
    const board = { tableId, look: 'menu' as const, parts: { picture: PHOTO } }
    const body = { title: 'Menu', type: 'board' as const, url: NO_PICTURE, board }
    expect((await admin.call('createItem', { params: key, body })).status).toBe(201)
  }
  const manifestOf = async (key: DisplayKey) => (await admin.call('getManifest', { params: key })).body

  it('[DT7] [LB4] cells of tables show the other picture as well, on screens at once, in one command with one undo', async () => {
    const [display, another, playlist] = [await makeDisplay(), await makeDisplay(), await makePlaylist()]
    const [id, by, other] = [await added('Old soup'), await added('New soup'), await added('Pie')]
    const [menu, unshown] = [await tableWith('Menu', id, other), await tableWith('Unshown', id, other)]
    await draw(display, menu)
    await draw(playlist, menu)
    await admin.call('includePlaylist', { params: playlist, body: { displays: [another.displayId] } })
    // Also as an item of a display that has the board.
    await show(display, id, 'Soup')
    const bystander = await makeDisplay()
    const [before, untouched] = [await manifestOf(display), await manifestOf(bystander)]
    expect(JSON.stringify(before)).toContain(at(id))

    const headers = { 'idempotency-key': `replace-in-tables-${id}` }
    const replace = () =>
      admin.call('replaceLibraryFile', { params: { ...params, mediaId: id }, body: { by }, headers })
    const { status, body } = await replace()
    expect(status).toBe(200)
    expect(body.changes.map(({ programmeId }) => programmeId)).toEqual([display.displayId])
    expect(body.tables).toEqual([
      { tableId: menu.tableId, revision: 2 },
      { tableId: unshown.tableId, revision: 2 },
    ])
    const replaced = [
      [by, by],
      [by, other],
      [other, undefined],
    ]
    expect(await picturesOf(menu)).toEqual(replaced)
    expect(await picturesOf(unshown)).toEqual(replaced)
    expect((await get(id)).body).toMatchObject({ uses: 0, places: [] })
    expect((await get(by)).body.uses).toBe(3)
    for (const key of [display, another]) {
      const manifest = JSON.stringify(await manifestOf(key))
      expect(manifest).toContain(at(by))
      expect(manifest).toContain(at(other))
      expect(manifest).not.toContain(at(id))
    }
    expect((await manifestOf(display)).revision).toBeGreaterThan(before.revision)
    expect((await manifestOf(bystander)).revision).toBe(untouched.revision)
    const [entry] = (await admin.call('listTableActivity', { params: menu })).body.entries
    expect(entry).toMatchObject({ kind: 'rows-changed', count: 2, undo: 'put-back' })

    // The same command again is answered from its receipt.
    expect((await replace()).body).toEqual(body)
    expect((await admin.call('getTable', { params: menu })).body.revision).toBe(2)

    const undone = await admin.call('undoTogether', { params, body })
    expect(undone.status).toBe(200)
    expect(undone.body.tables.map(({ revision }) => revision)).toEqual([3, 3])
    expect(await picturesOf(menu)).toEqual([
      [id, id],
      [id, other],
      [other, undefined],
    ])
    const manifest = JSON.stringify(await manifestOf(display))
    expect(manifest).toContain(at(id))
    expect(manifest).not.toContain(at(by))
  })

  it('[DT7] [LB4] a replacement is undone in all places or in none, also if a row was changed since', async () => {
    const display = await makeDisplay()
    const [id, by] = [await added('Old pie'), await added('New pie')]
    const key = await tableWith('Pies', id, by)
    await show(display, id, 'Pie')
    const { body } = await admin.call('replaceLibraryFile', { params: { ...params, mediaId: id }, body: { by } })
    const [row] = (await admin.call('getTable', { params: key })).body.rows
    const rowKey = { ...key, rowId: row?.id as RowId }
    await admin.call('updateRow', { params: rowKey, body: { cells: { Dish: 'Leek soup' }, was: { Dish: 'Soup' } } })
    const undo = (wanted: UndoTogether, client = admin) => client.call('undoTogether', { params, body: wanted })
    expect(await undo(body)).toMatchObject({
      status: 412,
      body: { error: { code: 'changed-meanwhile', field: 'tables.0.tableId' } },
    })
    expect(await urls(display)).toEqual([at(by)])
    expect((await picturesOf(key))[0]).toEqual([by, by])

    const [table] = body.tables
    if (!table) throw new Error('no table was changed')
    expect(await undo({ changes: [], tables: [table, table] })).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid-field', field: 'tables.1.tableId' } },
    })
    expect(await undo({ changes: [], tables: [] })).toMatchObject({ status: 422 })
    const limited = await enterAs(server, 'undoes-pies', { role: 'editor', displays: [display.displayId] })
    expect(await undo(body, limited.client)).toMatchObject({
      status: 404,
      body: { error: { code: 'table-not-found', field: 'tables.0.tableId' } },
    })
    expect((await undo({ changes: body.changes, tables: [] })).status).toBe(200)
    expect(await urls(display)).toEqual([at(id)])
  })

  it('[F129] a replacement, and changes of the same table and display at the same moment, are all done', async () => {
    const [display, playlist] = [await makeDisplay(), await makePlaylist()]
    const [id, by] = [await added('Old tea'), await added('New tea')]
    const key = await tableWith('Teas', id, id)
    await draw(display, key)
    await draw(playlist, key)
    await admin.call('includePlaylist', { params: playlist, body: { displays: [display.displayId] } })
    const itemId = await show(display, id, 'Tea')
    const any = { 'if-match': '*' }
    const rows = (await admin.call('getTable', { params: key })).body.rows
    const answers = await Promise.all([
      ...rows.map((row, index) =>
        admin.call('updateRow', {
          params: { ...key, rowId: row.id },
          body: { cells: { Dish: `Tea ${index}` } },
          headers: any,
        }),
      ),
      admin.call('replaceLibraryFile', { params: { ...params, mediaId: id }, body: { by } }),
      admin.call('updateItem', { params: { ...display, itemId }, body: { title: 'Green tea' }, headers: any }),
      admin.call('createRows', { params: key, body: { rows: [{ cells: { Dish: 'Last' } }] } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([...rows.map(() => 200), 200, 200, 201])
    const after = (await admin.call('getTable', { params: key })).body.rows
    expect(after.map(({ cells }) => cells[DISH])).toEqual(['Tea 0', 'Tea 1', 'Tea 2', 'Last'])
    expect(await picturesOf(key)).toEqual([
      [by, by],
      [by, by],
      [by, undefined],
      [undefined, undefined],
    ])
    expect((await items(display)).find((item) => item.id === itemId)).toMatchObject({ title: 'Green tea', url: at(by) })
  })

  it('[B218] somebody who is limited to a display changes no table by a replacement, and a removed table stays as it was', async () => {
    const mine = await makeDisplay()
    const { client } = await enterAs(server, 'replaces-elsewhere', { role: 'editor', displays: [mine.displayId] })
    const [id, by] = [await added('Old cake'), await added('New cake', client)]
    const key = await tableWith('Cakes', id, by)
    await show(mine, id, 'Cake')
    const replace = (who = admin) =>
      who.call('replaceLibraryFile', { params: { ...params, mediaId: id }, body: { by } })
    expect(await replace(client)).toMatchObject({ status: 409, body: { error: { code: 'file-used-elsewhere' } } })
    expect(await urls(mine)).toEqual([at(id)])
    expect((await picturesOf(key))[0]).toEqual([id, id])

    expect((await admin.call('removeTable', { params: key, headers: { 'if-match': '*' } })).status).toBe(204)
    expect((await replace()).body).toMatchObject({ changes: [{ programmeId: mine.displayId }], tables: [] })
    expect((await admin.call('bringBackTable', { params: key })).status).toBe(200)
    expect((await picturesOf(key))[0]).toEqual([id, id])
  })

  it('[CT2] the same bytes again are the file that is there, and nothing is stored twice', async () => {
    const bytes = await picture()
    const first = await add('Only once', bytes)
    expect(first.wasThere).toBe(false)
    const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')
    const known = await ask<{ file: LibraryFile | null }>('findKnownFile', { sha256 })
    expect(known.body.file).toMatchObject({ id: first.file.id, name: 'Only once' })
    expect((await ask<{ file: unknown }>('findKnownFile', { sha256: '0'.repeat(64) })).body.file).toBeNull()
    expect((await ask('findKnownFile', { sha256: 'x' })).status).toBe(422)

    const again = await upload(bytes)
    expect(again).not.toBe(first.file.id)
    const answer = await admin.call('addLibraryFile', { params, body: { mediaId: again, name: 'Twice' } })
    expect(answer.body).toMatchObject({ wasThere: true, file: { id: first.file.id, name: 'Only once' } })
    expect(await row(again)).toBeUndefined()
    expect((await fetch(server.url + at(again))).status).toBe(404)
    expect((await fetch(server.url + at(first.file.id))).status).toBe(200)
  })

  it('[CT2] a removed file is known too, and comes back as it was', async () => {
    const bytes = await picture()
    const { file } = await add('Came back', bytes)
    await admin.call('removeLibraryFiles', { params, body: { ids: [file.id], everywhere: true } })
    expect(await find('Came back')).toEqual([])
    const answer = await add('Another name', bytes)
    expect(answer).toMatchObject({ wasThere: true, file: { id: file.id, name: 'Came back' } })
    expect(await find('Came back')).toEqual([file.id])
  })

  it('[LB1] an upload that nobody took into the library goes after 30 days, and says so', async () => {
    const id = await upload(await picture())
    await server.app.media.sweep()
    const { goesAt } = (await get(id)).body
    expect(goesAt).toBeGreaterThan(Date.now() + aheadMs + 29 * DAY_MS)
    const update = { params: { ...params, mediaId: id }, body: { kept: true as const } }
    expect((await admin.call('updateLibraryFile', update)).body.goesAt).toBeNull()
  })

  /** Lets time pass, and runs the sweeps. */
  async function later(days: number): Promise<void> {
    aheadMs += days * DAY_MS
    await server.app.media.sweep()
    await signInAgain()
  }

  it('[LB3] a file that nothing shows is removed at once, and can be restored for 30 days', async () => {
    const id = await added('Nowhere')
    const remove = () => admin.call('removeLibraryFiles', { params, body: { ids: [id], everywhere: false } })
    const back = () => admin.call('bringBackLibraryFiles', { params, body: { ids: [id] } })
    expect((await remove()).body).toEqual({ changes: [] })
    expect(await find('Nowhere')).toEqual([])
    await later(29)
    expect((await back()).status).toBe(204)
    expect(await find('Nowhere')).toEqual([id])
    // It was added to the library, so it is kept.
    await later(62)
    expect(await find('Nowhere')).toEqual([id])
    expect((await remove()).status).toBe(200)
    await later(31)
    expect(await back()).toMatchObject({ status: 410, body: { error: { code: 'file-gone' } } })
  })
})
