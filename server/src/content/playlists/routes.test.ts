import {
  type ActivityEntry,
  type ChangeItems,
  DisplayId,
  type DisplayKey,
  type ItemId,
  MAX_ITEMS_PER_DISPLAY,
  MAX_LINES_PER_DISPLAY,
  MAX_PLAYLISTS_PER_ORGANISATION,
  type Manifest,
  OrganisationId,
  type PlaylistId,
  type PlaylistKey,
  type Programme,
  type ProgrammeKey,
  pathOf,
  playlistPath,
  programmeIdOf,
  REMOVED_PLAYLIST_KEPT_MS,
  type RouteBodyInput,
  type Schedule,
} from '@placard/contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import type { Hint } from '../../platform/bus/bus.ts'
import { ownerCalled } from '../../testing/caller.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { fillDisplay } from '../../testing/fill-display.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import type { Answer, Client } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'
import { openStream } from '../../testing/stream.ts'
import { includePlaylist, sweepPlaylists } from './service.ts'

type CreateItem = RouteBodyInput<'createItem'>

const { organisationId } = SAMPLE_DISPLAY
const ANY = { 'if-match': '*' }
const WEEKDAYS: Schedule = { days: [1, 2, 3, 4, 5], hours: [{ from: '08:00', until: '12:00' }] }
const OVER: Schedule = { until: '2020-01-01T00:00' }
const NEVER: Schedule = { from: '2026-12-01T00:00', until: '2026-12-04T00:00', days: [1] }
const NO_SUCH = `_${'z'.repeat(20)}` as PlaylistId

describeDialects('playlists', (dialect) => {
  const { server, admin, signInAgain } = sharedTestServer({ dialect, now: () => Date.now() + aheadMs })
  let aheadMs = 0
  let made = 0

  const numbered = (word: string) => {
    made += 1
    return `${word}-${made}`
  }
  async function makeDisplay(...titles: string[]): Promise<DisplayKey & { name: string }> {
    const name = numbered('display')
    const key = { organisationId, displayId: DisplayId.parse(name) }
    const body = { id: key.displayId, name, timeZone: 'Europe/Berlin' }
    expect((await admin.call('createDisplay', { params: { organisationId }, body })).status).toBe(201)
    for (const title of titles) await addItem(key, title)
    return { ...key, name }
  }
  async function makePlaylist(...titles: string[]): Promise<PlaylistKey & { name: string }> {
    const name = numbered('playlist')
    const answer = await admin.call('createPlaylist', { params: { organisationId }, body: { name } })
    expect(answer).toMatchObject({ status: 201, body: { revision: 1, playlist: { name, items: 0, displays: [] } } })
    const key = { organisationId, playlistId: answer.body.playlist.id }
    for (const title of titles) await addItem(key, title)
    return { ...key, name }
  }
  const keyOf = ({ name: _, ...key }: ProgrammeKey & { name?: string }) => key as ProgrammeKey
  const picture = (title: string): CreateItem => ({ title, type: 'image', url: `https://example.org/${title}.jpg` })
  async function addItem(key: ProgrammeKey, title: string, more: Partial<CreateItem> = {}): Promise<ItemId> {
    const answer = await admin.call('createItem', { params: key, body: { ...picture(title), ...more } })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body.item.id
  }
  async function addLine(key: ProgrammeKey, text: string) {
    return (await admin.call('createLine', { params: key, body: { text } })).body.line.id
  }
  const inclusionOf = (playlistId: PlaylistId, more: Partial<CreateItem> = {}): CreateItem => ({
    title: 'as it likes',
    type: 'playlist',
    url: playlistPath(playlistId),
    ...more,
  })
  async function include(key: DisplayKey, { playlistId }: PlaylistKey, more: Partial<CreateItem> = {}) {
    const answer = await admin.call('createItem', { params: key, body: inclusionOf(playlistId, more) })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body.item.id
  }
  const update = (key: ProgrammeKey, itemId: ItemId, body: object) =>
    admin.call('updateItem', { params: { ...key, itemId }, headers: ANY, body })
  const removeItem = (key: ProgrammeKey, itemId: ItemId) =>
    admin.call('removeItem', { params: { ...key, itemId }, headers: ANY })
  const remove = (key: PlaylistKey, ifMatch = '*') =>
    admin.call('removePlaylist', { params: key, headers: { 'if-match': ifMatch } })
  const bringBack = (key: PlaylistKey, headers = {}) => admin.call('bringBackPlaylist', { params: key, headers })
  const manifest = async (key: ProgrammeKey): Promise<Manifest> =>
    (await admin.call('getManifest', { params: key })).body
  const programme = async (key: ProgrammeKey): Promise<Programme> =>
    (await admin.call('getProgramme', { params: key })).body
  const plays = async (key: ProgrammeKey) => (await manifest(key)).items.map(({ url }) => url.slice(20, -4))
  const texts = async (key: ProgrammeKey) => (await manifest(key)).lines.map(({ text }) => text)
  const titles = async (key: ProgrammeKey) => (await programme(key)).items.map(({ title }) => title)
  const revision = async (key: ProgrammeKey) => (await programme(key)).revision
  const loopStart = async (key: ProgrammeKey) => (await manifest(key)).loopStartedAt
  const entries = async (key: ProgrammeKey): Promise<ActivityEntry[]> =>
    (await admin.call('listActivity', { params: key })).body.entries
  /** Without refusals, which are also in the log, and are written later. */
  const changesOf = async (key: ProgrammeKey) => (await entries(key)).filter(({ revision }) => revision !== null)
  async function undo(key: ProgrammeKey, which = 0) {
    const entryId = (await changesOf(key))[which]?.id as ActivityEntry['id']
    return admin.call('undoActivity', { params: { ...key, entryId } })
  }
  const restore = (key: ProgrammeKey, to: { revision: number } | { at: number }) =>
    admin.call('restoreProgramme', { params: key, body: to })
  const listed = async (client: Client, { playlistId }: PlaylistKey) =>
    (await client.call('listPlaylists', { params: { organisationId } })).body.find(({ id }) => id === playlistId)
  const refused = (status: number, code: string, more: object = {}) => ({ status, body: { error: { code, ...more } } })
  /** An answer without the id of its request. */
  const bytesOf = ({ body }: { body: unknown }) => JSON.stringify(body).replace(/"requestId":"[^"]*"/, '')
  /** Waits, so that two instants differ. */
  const tick = () => new Promise((resolve) => setTimeout(resolve, 3))
  /** The complete state of these programmes, to check that nothing changed. */
  const everything = (...keys: ProgrammeKey[]) =>
    Promise.all(keys.map(async (key) => ({ ...(await programme(key)), manifest: await manifest(key) })))

  /** Makes the answers for a display and for a playlist comparable: replaces their ids. */
  function alike(value: unknown, key: ProgrammeKey): unknown {
    const ids = new Map<string, string>([[programmeIdOf(key), 'programme']])
    const known = (text: string) => {
      if (!ids.has(text)) ids.set(text, `id ${ids.size}`)
      return ids.get(text)
    }
    const text = JSON.stringify(value, (name, part: unknown) => {
      if (name === 'displayId' || name === 'playlistId') return undefined
      if (name === 'id' && part === programmeIdOf(key)) return 'programme'
      if (name === 'type' && (part === 'display' || part === 'playlist')) return 'programme'
      if ((name === 'id' || name === 'itemId') && typeof part === 'string') return known(part)
      // A playlist has no town.
      if (name === 'weather') return undefined
      if (['at', 'uploadDate', 'loopStartedAt', 'next', 'requestId'].includes(name)) return undefined
      return part
    })
    return JSON.parse(text.replaceAll('display-', 'programme-').replaceAll('playlist-', 'programme-'))
  }

  it('[CP1] every call on items, lines, activity and the stream answers alike for a display and a playlist', async () => {
    async function run(key: ProgrammeKey) {
      const answers: [string, number, unknown][] = []
      const stream = await openStream(server.url + pathOf('streamProgramme', key), { cookie: admin.cookie() })
      const say = <Body>(name: string, { status, body }: Answer<Body>) => {
        answers.push([name, status, alike(body, key)])
        return body
      }
      const told = async () => answers.push(['stream', 0, alike((await stream.next('programme')).data, key)])
      const undoNewest = async (name: string) => say(name, await undo(key))
      await told()
      const ids: ItemId[] = []
      for (const title of ['a', 'b', 'c']) {
        const { item } = say('createItem', await admin.call('createItem', { params: key, body: picture(title) }))
        ids.push(item.id)
        await told()
      }
      const [a, b, c] = ids as [ItemId, ItemId, ItemId]
      const of = (itemId: ItemId) => ({ ...key, itemId })
      const body = { title: 'other', schedule: WEEKDAYS }
      say('updateItem without If-Match', await admin.call('updateItem', { params: of(a), body }))
      say('updateItem', await admin.call('updateItem', { params: of(a), body, headers: { 'if-match': '"1"' } }))
      await told()
      say('updateItem old', await admin.call('updateItem', { params: of(a), body, headers: { 'if-match': '"1"' } }))
      say('moveItem', await admin.call('moveItem', { params: of(c), body: { after: null } }))
      say('moveItem at the end', await admin.call('moveItem', { params: of(c), body: { direction: 'up' } }))
      const many = (change: ChangeItems) => admin.call('changeItems', { params: key, body: change })
      say('hide', await many({ do: 'update', ids: [a, b], change: { visible: false } }))
      say('move several', await many({ do: 'move', ids: [c, a], after: b }))
      say('remove several', await many({ do: 'remove', ids: [a, b] }))
      await undoNewest('undo of several')
      say('removeItem', await admin.call('removeItem', { params: of(b), headers: { 'if-match': '"1"' } }))
      say('removeItem any', await admin.call('removeItem', { params: of(b), headers: ANY }))
      await undoNewest('undo')
      say('removeItem gone', await admin.call('removeItem', { params: of('gone' as ItemId), headers: ANY }))
      const lines = []
      for (const text of ['one', 'two']) {
        lines.push(say('createLine', await admin.call('createLine', { params: key, body: { text } })).line.id)
      }
      const lineParams = { ...key, lineId: lines[0] as (typeof lines)[0] }
      say(
        'updateLine',
        await admin.call('updateLine', { params: lineParams, body: { text: 'first' }, headers: { 'if-match': '"1"' } }),
      )
      say('moveLine', await admin.call('moveLine', { params: lineParams, body: { direction: 'down' } }))
      say('removeLine', await admin.call('removeLine', { params: lineParams, headers: ANY }))
      say('preview', await preview(key, 4))
      say('restore', await restore(key, { revision: 4 }))
      say('restore of what is to come', await restore(key, { revision: 400 }))
      say('programme', await admin.call('getProgramme', { params: key }))
      say('manifest', await admin.call('getManifest', { params: key }))
      answers.push(['activity', 0, alike(await changesOf(key), key)])
      let last: unknown
      do last = (await stream.next('programme')).data
      while ((last as Programme).revision < (await revision(key)))
      answers.push(['last of the stream', 0, alike(last, key)])
      stream.close()
      return answers
    }
    async function preview(key: ProgrammeKey, to: number) {
      const path = `${server.url}${pathOf('previewRestore', key)}?revision=${to}`
      const response = await fetch(path, { headers: { cookie: admin.cookie() } })
      return { status: response.status, body: await response.json(), headers: response.headers }
    }
    const body = { id: DisplayId.parse('same'), name: 'Same', timeZone: 'UTC' }
    await admin.call('createDisplay', { params: { organisationId }, body })
    const display = { organisationId, displayId: body.id }
    const createdPlaylist = await admin.call('createPlaylist', { params: { organisationId }, body: { name: 'Same' } })
    const playlist = { organisationId, playlistId: createdPlaylist.body.playlist.id }
    // A playlist has the time zone of most displays; everything else is compared.
    await server.app.context.database.queries
      .updateTable('programme')
      .set({ time_zone: 'UTC' })
      .where('id', '=', playlist.playlistId)
      .execute()
    const [ofDisplay, ofPlaylist] = [await run(display), await run(playlist)]
    expect(ofPlaylist).toEqual(ofDisplay)
    expect(ofDisplay.filter(([, status]) => status >= 400).map(([name, status]) => [name, status])).toEqual([
      ['updateItem without If-Match', 428],
      ['updateItem old', 412],
      ['removeItem', 412],
      ['removeItem gone', 404],
      ['restore of what is to come', 410],
    ])
  })

  it('[CP2] a viewer sees playlists and changes none; an editor does both; nobody else knows that there are any', async () => {
    const [display, playlist] = [await makeDisplay(), await makePlaylist('a')]
    const inclusion = await include(display, playlist)
    const viewer = (await enterAs(server, `viewer-${made}`, { role: 'viewer' })).client
    const editor = (await enterAs(server, `editor-${made}`, { role: 'editor' })).client
    expect(await listed(viewer, playlist)).toMatchObject({
      name: playlist.name,
      items: 1,
      lines: 0,
      displays: [{ id: display.displayId, name: display.name }],
    })
    for (const name of ['getProgramme', 'getManifest', 'listActivity'] as const) {
      expect((await viewer.call(name, { params: playlist })).status).toBe(200)
      expect((await server.anonymous.call(name, { params: playlist })).status).toBe(401)
    }
    const commands = (client: Client) => [
      () => client.call('createPlaylist', { params: { organisationId }, body: { name: 'Mine' } }),
      () => client.call('updatePlaylist', { params: playlist, body: { name: 'Another' } }),
      () => client.call('createItem', { params: playlist, body: picture('b') }),
      () => client.call('createLine', { params: playlist, body: { text: 'b' } }),
      () => client.call('includePlaylist', { params: playlist, body: { displays: [display.displayId] } }),
      () => client.call('removePlaylist', { params: playlist, headers: ANY }),
      () => client.call('bringBackPlaylist', { params: playlist }),
    ]
    const before = await everything(display, playlist)
    for (const command of commands(viewer))
      expect(await command()).toMatchObject(refused(403, 'not-allowed', { role: 'editor' }))
    for (const command of commands(server.anonymous)) expect(await command()).toMatchObject({ status: 401 })
    expect(await everything(display, playlist)).toEqual(before)
    const statuses = []
    for (const command of commands(editor)) statuses.push((await command()).status)
    expect(statuses).toEqual([201, 200, 201, 201, 200, 204, 200])
    expect((await programme(display)).items.map(({ id }) => id)).toEqual([inclusion])
  })

  it('[CP2] somebody limited to some displays sees what these include, changes none, and is told of no other display', async () => {
    const [own, other] = [await makeDisplay(), await makeDisplay()]
    const [shared, hidden] = [await makePlaylist('a'), await makePlaylist('b')]
    const inclusion = await include(own, shared)
    await include(other, shared)
    await include(other, hidden)
    const limits = { role: 'editor' as const, displays: [own.displayId], home: own }
    const person = (await enterAs(server, `limited-${made}`, limits)).client
    const body = { name: 'Program', role: 'editor' as const, days: 1, displays: [own.displayId] }
    const { secret } = (await admin.call('createToken', { params: { organisationId }, body })).body
    const program: Client = {
      ...server.anonymous,
      call: (name, options) =>
        server.anonymous.call(name, {
          ...options,
          headers: { ...options.headers, authorization: `Bearer ${secret}` },
        }),
    }
    for (const client of [person, program]) {
      const seen = (await client.call('listPlaylists', { params: { organisationId } })).body
      expect(seen.map(({ id, displays }) => [id, displays])).toEqual([
        [shared.playlistId, [{ id: own.displayId, name: own.name }]],
      ])
      for (const name of ['getProgramme', 'getManifest', 'listActivity'] as const) {
        const answer = await client.call(name, { params: shared })
        expect(answer.status).toBe(200)
        expect(JSON.stringify(answer.body)).not.toContain(other.displayId)
        const unseen = await client.call(name, { params: hidden })
        const never = await client.call(name, { params: { organisationId, playlistId: NO_SUCH } })
        expect(unseen).toMatchObject(refused(404, 'playlist-not-found'))
        expect(bytesOf(never)).toBe(bytesOf(unseen))
      }
      const before = await everything(own, other, shared, hidden)
      const item = (await programme(shared)).items[0]?.id as ItemId
      const commands: (() => Promise<Answer<unknown>>)[] = [
        () => client.call('createPlaylist', { params: { organisationId }, body: { name: 'Mine' } }),
        ...[shared, hidden].flatMap((params) => [
          () => client.call('updatePlaylist', { params, body: { name: 'Mine' } }),
          () => client.call('createItem', { params, body: picture('c') }),
          () => client.call('updateItem', { params: { ...params, itemId: item }, headers: ANY, body: { title: 'x' } }),
          () => client.call('changeItems', { params, body: { do: 'remove', ids: [item] } }),
          () => client.call('createLine', { params, body: { text: 'c' } }),
          () => client.call('includePlaylist', { params, body: { displays: [own.displayId] } }),
          () => client.call('removePlaylist', { params, headers: ANY }),
          () => client.call('bringBackPlaylist', { params }),
          () => client.call('restoreProgramme', { params, body: { revision: 1 } }),
        ]),
      ]
      for (const command of commands) expect(await command()).toMatchObject(refused(403, 'not-allowed'))
      // Their own displays give no access to a playlist that they may not see.
      expect(await client.call('createItem', { params: own, body: inclusionOf(hidden.playlistId) })).toMatchObject(
        refused(404, 'playlist-not-found', { field: 'url' }),
      )
      const copy = { do: 'copy' as const, ids: [inclusion], displays: [], playlists: [shared.playlistId] }
      expect(await client.call('changeItems', { params: own, body: copy })).toMatchObject(
        refused(404, 'playlist-not-found', { field: 'playlists.0' }),
      )
      expect(await everything(own, other, shared, hidden)).toEqual(before)
      // The inclusion is part of their own display.
      const params = { ...keyOf(own), itemId: inclusion }
      const moved = await client.call('updateItem', { params, headers: ANY, body: { schedule: WEEKDAYS } })
      expect(moved.status).toBe(200)
      await client.call('updateItem', { params, headers: ANY, body: { schedule: null } })
    }

    const cookie = { cookie: person.cookie() }
    for (const name of ['streamProgramme', 'streamManifest'] as const) {
      const open = await openStream(server.url + pathOf(name, shared), cookie)
      expect(open.status).toBe(200)
      open.close()
      expect((await fetch(server.url + pathOf(name, hidden), { headers: cookie })).status).toBe(404)
      expect((await fetch(server.url + pathOf(name, shared))).status).toBe(401)
    }
  })
  it('[CP2] a playlist of another organisation is not there: its answers are those of one that never was', async () => {
    const place = { organisationId: OrganisationId.parse(`place-${made}`), displayId: DisplayId.parse('hall') }
    await makePlace(server, place)
    const stranger = (await enterAs(server, `stranger-${made}`, { role: 'owner', home: place })).client
    const params = { organisationId: place.organisationId }
    const { playlist } = (await stranger.call('createPlaylist', { params, body: { name: 'Theirs' } })).body
    const theirs = { ...params, playlistId: playlist.id }
    const mine = await makePlaylist('a')
    const both = async (call: (key: PlaylistKey) => Promise<Answer<unknown>>, organisation: OrganisationId) => {
      const [real, never] = [
        await call({ organisationId: organisation, playlistId: playlist.id }),
        await call({ organisationId: organisation, playlistId: NO_SUCH }),
      ]
      expect(real.status).toBeGreaterThanOrEqual(400)
      expect([real.status, bytesOf(real)]).toEqual([never.status, bytesOf(never)])
      return real
    }
    for (const organisation of [organisationId, place.organisationId]) {
      await both((key) => admin.call('getProgramme', { params: key }), organisation)
      await both((key) => admin.call('getManifest', { params: key }), organisation)
      await both((key) => admin.call('listActivity', { params: key }), organisation)
      await both((key) => admin.call('createItem', { params: key, body: picture('x') }), organisation)
      await both((key) => admin.call('updatePlaylist', { params: key, body: { name: 'x' } }), organisation)
      await both((key) => admin.call('removePlaylist', { params: key, headers: ANY }), organisation)
      await both((key) => admin.call('bringBackPlaylist', { params: key }), organisation)
    }
    const display = await makeDisplay()
    const foreign = await both(
      ({ playlistId }) => admin.call('createItem', { params: display, body: inclusionOf(playlistId) }),
      organisationId,
    )
    expect(foreign).toMatchObject(refused(404, 'playlist-not-found', { field: 'url' }))
    expect((await stranger.call('listPlaylists', { params })).body.map(({ id }) => id)).toEqual([playlist.id])
    expect(await listed(admin, mine)).toBeDefined()
    expect(await listed(admin, theirs)).toBeUndefined()
  })

  it('[CP2] a stream of a playlist ends with the session that it was opened in', async () => {
    const playlist = await makePlaylist('a')
    const { client } = await enterAs(server, `leaving-${made}`, { role: 'viewer' })
    const streams = await Promise.all(
      (['streamProgramme', 'streamManifest'] as const).map((name) =>
        openStream(server.url + pathOf(name, playlist), { cookie: client.cookie() }),
      ),
    )
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    await client.call('signOut', { params: {} })
    for (const stream of streams) expect((await stream.next('bye')).data).toMatchObject({ reason: 'signed-out' })
  })

  it('[CP2] a member who may not see a playlist any more gets none of its changes', async () => {
    const [own, playlist] = [await makeDisplay(), await makePlaylist('a')]
    const inclusion = await include(own, playlist)
    const limits = { role: 'viewer' as const, displays: [own.displayId], home: own }
    const { client } = await enterAs(server, `limited-${made}`, limits)
    const streams = await Promise.all(
      (['streamProgramme', 'streamManifest'] as const).map((name) =>
        openStream(server.url + pathOf(name, playlist), { cookie: client.cookie() }),
      ),
    )
    await removeItem(own, inclusion)
    await addItem(playlist, 'secret')
    for (const stream of streams) expect((await stream.next('bye')).data).toMatchObject({ reason: 'stopping' })
    for (const stream of streams) stream.close()
  })

  it('[CP3] it plays in the place of its inclusion, its lines behind those of before, under its present name', async () => {
    const display = await makeDisplay('a', 'z')
    const [menu, rules] = [await makePlaylist('soup', 'fish'), await makePlaylist('quiet')]
    await addLine(rules, 'No shouting')
    await addLine(menu, 'Soup today')
    await addLine(display, 'Welcome')
    const [first, second] = [await include(display, menu), await include(display, rules, { schedule: WEEKDAYS })]
    expect(await plays(display)).toEqual(['a', 'z', 'soup', 'fish', 'quiet'])
    await admin.call('moveItem', { params: { ...display, itemId: second }, body: { after: null } })
    expect(await plays(display)).toEqual(['quiet', 'a', 'z', 'soup', 'fish'])
    expect(await texts(display)).toEqual(['Welcome', 'No shouting', 'Soup today'])
    const shown = await manifest(display)
    expect(shown.inclusions).toEqual([WEEKDAYS])
    expect(shown.items.map(({ inclusion }) => inclusion)).toEqual([0, undefined, undefined, undefined, undefined])
    expect(shown.lines.map(({ inclusion }) => inclusion)).toEqual([undefined, 0, undefined])
    expect(shown.zoneOffsets).toBeDefined()

    const whole = await programme(display)
    expect(whole.items.map(({ title, type }) => [title, type])).toEqual([
      [rules.name, 'playlist'],
      ['a', 'image'],
      ['z', 'image'],
      [menu.name, 'playlist'],
    ])
    expect(whole.playlists.map(({ id, name, items, lines }) => [id, name, items.length, lines.length])).toEqual([
      [rules.playlistId, rules.name, 1, 1],
      [menu.playlistId, menu.name, 2, 1],
    ])

    const before = await revision(display)
    const start = await loopStart(display)
    await tick()
    await admin.call('updatePlaylist', { params: menu, body: { name: 'Menu of the day' } })
    expect((await titles(display)).at(-1)).toBe('Menu of the day')
    expect([await revision(display), await loopStart(display)]).toEqual([before + 1, start])

    await update(display, first, { visible: false })
    expect(await plays(display)).toEqual(['quiet', 'a', 'z'])
    expect(await texts(display)).toEqual(['Welcome', 'No shouting'])
    expect((await undo(display)).status).toBe(200)
    expect(await plays(display)).toEqual(['quiet', 'a', 'z', 'soup', 'fish'])
    await removeItem(display, first)
    expect(await plays(display)).toEqual(['quiet', 'a', 'z'])
    expect((await undo(display)).status).toBe(200)
    expect(await plays(display)).toEqual(['quiet', 'a', 'z', 'soup', 'fish'])
    const [hiddenItem] = (await programme(menu)).items
    await update(menu, hiddenItem?.id as ItemId, { visible: false })
    expect(await plays(display)).toEqual(['quiet', 'a', 'z', 'fish'])
    expect(await plays(menu)).toEqual(['fish'])
    expect(await texts(menu)).toEqual(['Soup today'])
  })

  it('[CP3] once on a display, and only on displays; an inclusion stays one, and nothing else becomes one', async () => {
    const [display, playlist, other] = [await makeDisplay('a'), await makePlaylist('b'), await makePlaylist('c')]
    const inclusion = await include(display, playlist)
    const [image] = (await programme(display)).items
    const before = await everything(display, playlist, other)
    const create = (key: ProgrammeKey, body: CreateItem) => admin.call('createItem', { params: key, body })
    const bad: [Answer<unknown>, object][] = [
      [
        await create(display, inclusionOf(playlist.playlistId)),
        refused(409, 'playlist-included-already', { field: 'url' }),
      ],
      [await create(other, inclusionOf(playlist.playlistId)), refused(409, 'playlist-in-playlist', { field: 'url' })],
      [await create(playlist, inclusionOf(playlist.playlistId)), refused(409, 'playlist-in-playlist')],
      [await create(display, inclusionOf(NO_SUCH)), refused(404, 'playlist-not-found', { field: 'url' })],
      [
        await create(display, inclusionOf(playlist.playlistId, { type: 'image' })),
        refused(422, 'url-not-playable', { field: 'url' }),
      ],
      [
        await create(display, inclusionOf(playlist.playlistId, { url: 'https://example.org/a.jpg' })),
        refused(422, 'url-not-playable', { field: 'url' }),
      ],
      [
        await create(display, inclusionOf(playlist.playlistId, { url: `${playlistPath(playlist.playlistId)}&x=1` })),
        refused(422, 'url-not-playable'),
      ],
      [await create(display, inclusionOf(other.playlistId, { schedule: NEVER })), refused(422, 'schedule-never-on')],
      [await update(display, inclusion, { url: playlistPath(other.playlistId) }), refused(422, 'url-not-playable')],
      [await update(display, inclusion, { type: 'image' }), refused(422, 'url-not-playable')],
      [await update(display, inclusion, picture('x')), refused(422, 'url-not-playable')],
      [
        await update(display, image?.id as ItemId, inclusionOf(other.playlistId, { title: 'x' })),
        refused(422, 'url-not-playable'),
      ],
      [await update(display, image?.id as ItemId, { type: 'playlist' }), refused(422, 'url-not-playable')],
      [
        await update(display, image?.id as ItemId, { url: playlistPath(other.playlistId) }),
        refused(422, 'url-not-playable'),
      ],
    ]
    for (const [answer, expected] of bad) expect(answer).toMatchObject(expected)
    expect(await everything(display, playlist, other)).toEqual(before)
    // The title of an inclusion is the playlist's name, whatever is sent.
    await update(display, inclusion, { title: 'Mine' })
    expect(await titles(display)).toEqual(['a', playlist.name])
  })

  it('[CP4] one transaction: a change of a playlist counts on it and on each display that includes it, and every stream has it', async () => {
    const [one, two, without] = [await makeDisplay('a'), await makeDisplay(), await makeDisplay('c')]
    const [playlist, others] = [await makePlaylist('x'), await makePlaylist('y')]
    await include(one, playlist)
    await include(two, playlist, { visible: false })
    await include(without, others)
    const keys = [one, two, without, playlist, others]
    const revisions = () => Promise.all(keys.map(revision))
    const before = await revisions()
    const hints: Hint[] = []
    const stop = server.app.context.bus.onHint((hint) => hints.push(hint))
    const streams = await Promise.all(
      [one, two, without].map((key) => openStream(server.url + pathOf('streamManifest', key))),
    )
    for (const stream of streams) await stream.next('manifest')
    const id = await addItem(playlist, 'new')
    expect(await revisions()).toEqual(before.map((count, at) => count + ([0, 1, 3].includes(at) ? 1 : 0)))
    const told = hints.map((hint) => (hint.kind === 'programme.changed' ? hint.programmeId : hint.kind))
    expect(told.sort()).toEqual([one.displayId, two.displayId, playlist.playlistId].sort())
    for (const [at, key] of [one, two].entries()) {
      expect((await streams[at]?.next('manifest'))?.data).toEqual(await manifest(key))
    }
    expect(await plays(one)).toEqual(['a', 'x', 'new'])
    expect(await plays(two)).toEqual([])
    await removeItem(playlist, id)
    expect((await streams[0]?.next('manifest'))?.data).toEqual(await manifest(one))
    // The first change that the other streams get is one of their own.
    await addItem(without, 'own')
    expect((await streams[2]?.next('manifest'))?.data).toMatchObject({ revision: (before[2] ?? 0) + 1 })
    stop()
    for (const stream of streams) stream.close()
    // The display's own log has no entry for it.
    expect((await entries(one)).map(({ kind }) => kind)).toEqual(['item-added', 'item-added', 'display-added'])
  })

  it('[CP4] a change that is refused, or changes nothing, raises no revision anywhere', async () => {
    const [display, playlist] = [await makeDisplay(), await makePlaylist('a')]
    await include(display, playlist)
    const before = await everything(display, playlist)
    await admin.call('updatePlaylist', { params: playlist, body: { name: playlist.name } })
    await admin.call('updatePlaylist', { params: playlist, body: {} })
    const again = { displays: [display.displayId] }
    expect((await admin.call('includePlaylist', { params: playlist, body: again })).status).toBe(200)
    expect((await admin.call('createItem', { params: playlist, body: { ...picture('a'), url: 'x' } })).status).toBe(422)
    expect(await everything(display, playlist)).toEqual(before)
  })

  it("[CP4] a display's own log, undo and going back work across changes of what it includes", async () => {
    const [display, playlist] = [await makeDisplay(), await makePlaylist('x')]
    await include(display, playlist)
    const a = await addItem(display, 'a')
    const atA = await revision(display)
    await addItem(playlist, 'y')
    await addItem(playlist, 'z')
    const between = await revision(display)
    expect(between).toBe(atA + 2)
    await tick()
    const moment = server.app.context.now()
    await tick()
    // The newest revisions come from the playlist, and the newest entry can still be undone.
    expect((await entries(display))[0]).toMatchObject({ kind: 'item-added', undo: 'take-away', restorable: false })
    expect((await undo(display)).status).toBe(200)
    expect(await plays(display)).toEqual(['x', 'y', 'z'])
    expect((await undo(display)).status).toBe(200)
    expect(await plays(display)).toEqual(['x', 'y', 'z', 'a'])
    await update(display, a, { title: 'A' })
    await addItem(display, 'b')
    await addItem(playlist, 'w')
    const here = await revision(display)
    expect((await restore(display, { revision: here })).body).toMatchObject({ revision: here, to: here })
    expect((await restore(display, { revision: between })).body).toMatchObject({ revision: here + 1, to: between })
    expect(await plays(display)).toEqual(['x', 'y', 'z', 'w', 'a'])
    expect(await titles(display)).toEqual([playlist.name, 'a'])
    await addItem(playlist, 'v')
    expect((await undo(display)).status).toBe(200)
    expect(await titles(display)).toEqual([playlist.name, 'A', 'b'])
    await addItem(playlist, 'u')
    expect((await restore(display, { at: moment })).status).toBe(200)
    expect(await titles(display)).toEqual([playlist.name, 'a'])
    const back = await restore(display, { revision: 1 })
    expect(back.status).toBe(200)
    expect(await titles(display)).toEqual([])
    expect((await undo(display)).status).toBe(200)
    expect(await plays(display)).toEqual(['x', 'y', 'z', 'w', 'v', 'u', 'a'])
  })

  it('[CP4] an undo of going back takes one inclusion of a playlist for another', async () => {
    const [display, playlist] = [await makeDisplay('a'), await makePlaylist('x')]
    const first = await include(display, playlist, { schedule: WEEKDAYS })
    const then = await revision(display)
    await removeItem(display, first)
    await include(display, playlist)
    const now = await titles(display)
    expect((await restore(display, { revision: then })).status).toBe(200)
    expect((await programme(display)).items.at(-1)).toMatchObject({ id: first, schedule: WEEKDAYS })
    expect(await undo(display)).toMatchObject({ status: 200 })
    expect(await titles(display)).toEqual(now)
    expect((await programme(display)).items.at(-1)).not.toHaveProperty('schedule')
  })

  it('[CP4] the loop of a display begins anew exactly when what it plays changed', async () => {
    const [display, hiding] = [await makeDisplay('a'), await makeDisplay('b')]
    const playlist = await makePlaylist('x', 'y')
    const inclusion = await include(display, playlist)
    await include(hiding, playlist, { visible: false })
    const hiddenItem = await addItem(playlist, 'hidden', { visible: false })
    const [x] = (await programme(playlist)).items.map(({ id }) => id) as [ItemId]
    const restarts = async (change: () => Promise<unknown>) => {
      const before = [await loopStart(display), await loopStart(hiding)]
      await tick()
      await change()
      const after = [await loopStart(display), await loopStart(hiding)]
      return after.map((start, at) => start > (before[at] ?? 0))
    }
    const cases: [string, () => Promise<unknown>, boolean][] = [
      ['a title in it', () => update(playlist, x, { title: 'another' }), false],
      ['its name', () => admin.call('updatePlaylist', { params: playlist, body: { name: 'Another' } }), false],
      ['a line in it', () => addLine(playlist, 'words'), false],
      ['a hidden item in it', () => update(playlist, hiddenItem, { duration: 7 }), false],
      ['an item that is over', () => addItem(playlist, 'over', { schedule: OVER }), false],
      ['a duration in it', () => update(playlist, x, { duration: 7 }), true],
      ['an item more', () => addItem(playlist, 'z'), true],
      [
        'an order in it',
        () => admin.call('moveItem', { params: { ...playlist, itemId: x }, body: { direction: 'down' } }),
        true,
      ],
      ['an item hidden', () => update(playlist, x, { visible: false }), true],
      ['going back', () => undo(playlist), true],
      ['the inclusion over', () => update(display, inclusion, { schedule: OVER }), true],
      ['a change while the inclusion is over', () => update(playlist, x, { duration: 8 }), false],
      ['the inclusion on', () => update(display, inclusion, { schedule: null }), true],
      ['the inclusion hidden', () => update(display, inclusion, { visible: false }), true],
      ['a change while it is hidden', () => update(playlist, x, { duration: 9 }), false],
      ['the inclusion shown', () => update(display, inclusion, { visible: true }), true],
      ['removal', () => remove(playlist), true],
      ['coming back', () => bringBack(playlist), true],
    ]
    for (const [name, change, expected] of cases) {
      expect([name, ...(await restarts(change))]).toEqual([name, expected, false])
    }
  })

  it('[CP5] the limits count what plays, whichever way it comes, and name the display; nothing is changed by half', async () => {
    const [full, free, source] = [await makeDisplay(), await makeDisplay(), await makeDisplay('s', 't')]
    const [small, big, lines] = [await makePlaylist('x'), await makePlaylist('y'), await makePlaylist()]
    await fillDisplay(server, full, { items: MAX_ITEMS_PER_DISPLAY - 1, lines: MAX_LINES_PER_DISPLAY - 1 })
    await fillDisplay(server, big, { items: MAX_ITEMS_PER_DISPLAY })
    await include(free, small)
    const inclusion = await include(full, small)
    await include(full, lines)
    await addLine(lines, 'the last that fits')
    const sources = (await programme(source)).items.map(({ id }) => id)
    const all = [full, free, source, small, big, lines]
    const tooFull = refused(409, 'display-too-full', { display: full.name })
    const refuses = async (change: () => Promise<Answer<unknown>>, expected: object) => {
      const before = await everything(...all)
      expect(await change()).toMatchObject(expected)
      expect(await everything(...all)).toEqual(before)
    }
    await refuses(() => admin.call('createItem', { params: small, body: picture('n') }), tooFull)
    await refuses(() => admin.call('createItem', { params: small, body: { ...picture('n'), visible: false } }), tooFull)
    await refuses(() => admin.call('createItem', { params: full, body: picture('n') }), refused(409, 'too-many-items'))
    await refuses(() => admin.call('createLine', { params: lines, body: { text: 'n' } }), tooFull)
    await refuses(() => admin.call('createLine', { params: small, body: { text: 'n' } }), tooFull)
    await refuses(() => admin.call('createLine', { params: full, body: { text: 'n' } }), refused(409, 'too-many-lines'))
    await refuses(
      () => admin.call('createItem', { params: full, body: inclusionOf(big.playlistId) }),
      refused(409, 'too-many-items'),
    )
    const both = { displays: [free.displayId, full.displayId] }
    await refuses(() => admin.call('includePlaylist', { params: big, body: { displays: [full.displayId] } }), tooFull)
    await refuses(
      () => admin.call('includePlaylist', { params: big, body: both }),
      refused(409, 'display-too-full', { display: free.name }),
    )
    const copy = (displays: DisplayId[], playlists: PlaylistId[]) => () =>
      admin.call('changeItems', { params: source, body: { do: 'copy', ids: sources, displays, playlists } })
    await refuses(copy([], [small.playlistId]), tooFull)
    await refuses(copy([free.displayId], [small.playlistId]), tooFull)
    await refuses(copy([], [big.playlistId]), refused(409, 'too-many-items', { field: 'playlists.0' }))
    await refuses(copy([full.displayId], []), refused(409, 'too-many-items', { field: 'displays.0' }))

    // Each of the two has room for its copies, but the display that includes the other has no room for both.
    const [tight, part] = [await makeDisplay(), await makePlaylist()]
    await fillDisplay(server, tight, { items: MAX_ITEMS_PER_DISPLAY - 3 })
    await include(tight, part)
    all.push(tight, part)
    await refuses(copy([tight.displayId], [part.playlistId]), refused(409, 'display-too-full', { display: tight.name }))

    // Removing items, and undoing that.
    const [x] = (await programme(small)).items.map(({ id }) => id) as [ItemId]
    await removeItem(small, x)
    await addItem(full, 'instead')
    await refuses(() => undo(small), tooFull)
    await refuses(() => restore(small, { revision: 2 }), tooFull)
    await removeItem(full, inclusion)
    await addItem(small, 'more')
    await refuses(() => undo(full), refused(409, 'too-many-items'))
    await removeItem(full, (await programme(full)).items.at(-1)?.id as ItemId)
    expect((await admin.call('includePlaylist', { params: small, body: { displays: [full.displayId] } })).status).toBe(
      200,
    )
    expect((await remove(small)).status).toBe(204)
    await addItem(full, 'instead-again')
    all.splice(all.indexOf(small), 1)
    await refuses(() => bringBack(small), tooFull)
    await removeItem(full, (await programme(full)).items.at(-1)?.id as ItemId)
    expect((await bringBack(small)).status).toBe(200)
    expect((await titles(full)).at(-1)).toBe(small.name)
  })

  it('[CP6] removing it takes it off every display for the revision that was seen, and it comes back as it was', async () => {
    const [one, two, other] = [await makeDisplay('a', 'b'), await makeDisplay('c'), await makeDisplay('d')]
    const playlist = await makePlaylist('x', 'y')
    await addLine(playlist, 'words')
    const [inOne, inTwo] = [await include(one, playlist, { schedule: WEEKDAYS }), await include(two, playlist)]
    await admin.call('moveItem', { params: { ...one, itemId: inOne }, body: { direction: 'up' } })
    await update(two, inTwo, { visible: false })
    const keys = [one, two, playlist]
    const contents = async () =>
      (await everything(...keys)).map(({ items, lines, playlists, manifest: { items: shown, inclusions } }) => ({
        items,
        lines,
        playlists,
        shown,
        inclusions,
      }))
    const before = await contents()
    const revisions = await Promise.all([one, two, other].map(revision))
    const seen = await revision(playlist)

    expect(await admin.call('removePlaylist', { params: playlist })).toMatchObject({ status: 428 })
    await admin.call('updatePlaylist', { params: playlist, body: { name: 'Renamed' } })
    expect(await remove(playlist, `"${seen}"`)).toMatchObject(refused(412, 'changed-meanwhile'))
    expect(await titles(two)).toEqual(['c', 'Renamed'])
    await admin.call('updatePlaylist', { params: playlist, body: { name: playlist.name } })
    const streams = await Promise.all([
      ...(['streamProgramme', 'streamManifest'] as const).map((name) =>
        openStream(server.url + pathOf(name, playlist), { cookie: admin.cookie() }),
      ),
      openStream(server.url + pathOf('streamManifest', one)),
    ])
    await streams[2]?.next('manifest')
    expect(await remove(playlist, `"${seen + 2}"`)).toMatchObject({ status: 204 })
    expect(await plays(one)).toEqual(['a', 'b'])
    expect([await titles(one), await titles(two)]).toEqual([['a', 'b'], ['c']])
    expect((await streams[2]?.next('manifest'))?.data).toEqual(await manifest(one))
    for (const stream of streams.slice(0, 2))
      expect((await stream.next('bye')).data).toMatchObject({ reason: 'stopping' })
    for (const stream of streams) stream.close()
    expect(await Promise.all([one, two, other].map(revision))).toEqual([
      (revisions[0] ?? 0) + 3,
      (revisions[1] ?? 0) + 3,
      revisions[2],
    ])
    const gone = [
      await admin.call('getProgramme', { params: playlist }),
      await admin.call('getManifest', { params: playlist }),
      await admin.call('listActivity', { params: playlist }),
      await admin.call('createItem', { params: playlist, body: picture('n') }),
      await admin.call('updatePlaylist', { params: playlist, body: { name: 'n' } }),
      await admin.call('includePlaylist', { params: playlist, body: { displays: [other.displayId] } }),
      await remove(playlist),
    ]
    for (const answer of gone) expect(answer).toMatchObject(refused(404, 'playlist-not-found'))
    expect(await listed(admin, playlist)).toBeUndefined()

    const back = await bringBack(playlist)
    expect(back).toMatchObject({ status: 200, body: { playlist: { id: playlist.playlistId, name: playlist.name } } })
    expect(back.body.playlist.displays.map(({ id }) => id)).toEqual([one.displayId, two.displayId])
    expect(back.body.revision).toBe(await revision(playlist))
    expect(back.body.playlist.revision).toBe(back.body.revision)
    expect(await contents()).toEqual(before)
    expect((await changesOf(playlist)).slice(0, 2).map(({ kind }) => kind)).toEqual([
      'playlist-brought-back',
      'playlist-removed',
    ])
    // Its earlier contents are still in the log, and can be restored.
    expect((await restore(playlist, { revision: 2 })).status).toBe(200)
    expect(await plays(playlist)).toEqual(['x'])
  })

  it('[CP6] it comes back after its displays were edited, went, or put something else in its place', async () => {
    const [edited, removed, kept] = [await makeDisplay('a', 'b'), await makeDisplay(), await makeDisplay()]
    const playlist = await makePlaylist('x')
    const inclusion = await include(edited, playlist)
    for (const key of [removed, kept]) await include(key, playlist)
    await remove(playlist)
    // The inclusion was at the end.
    const c = await addItem(edited, 'c')
    await addItem(edited, 'd')
    await addItem(edited, 'e')
    await admin.call('removeDisplay', { params: removed, headers: ANY })
    expect((await bringBack(playlist)).status).toBe(200)
    const order = await titles(edited)
    expect([...order].sort()).toEqual(['a', 'b', 'c', 'd', 'e', playlist.name].sort())
    const { items } = await programme(edited)
    expect(new Set(items.map(({ position }) => position)).size).toBe(items.length)
    // There is a position between the two.
    const [a] = items.map(({ id }) => id) as [ItemId]
    for (const neighbour of [inclusion, c]) {
      const moved = await admin.call('moveItem', { params: { ...edited, itemId: a }, body: { after: neighbour } })
      expect(moved.status).toBe(200)
      const now = (await programme(edited)).items.map(({ id }) => id)
      expect(now[now.indexOf(neighbour) + 1]).toBe(a)
    }
    expect(await plays(kept)).toEqual(['x'])
    expect((await listed(admin, playlist))?.displays.map(({ id }) => id)).toEqual([edited.displayId, kept.displayId])
  })

  it('[CP6] a display goes back across its removal, and says what is missing', async () => {
    const [display, playlist] = [await makeDisplay('a'), await makePlaylist('x')]
    const inclusion = await include(display, playlist)
    const then = await revision(display)
    await update(display, inclusion, { schedule: WEEKDAYS })
    await removeItem(display, (await programme(display)).items[0]?.id as ItemId)
    await remove(playlist)
    expect((await undo(display, 1)).status).toBeGreaterThanOrEqual(400)
    const back = await restore(display, { revision: then })
    expect(back).toMatchObject({ status: 200, body: { missing: [{ type: 'item', title: playlist.name }] } })
    expect(await titles(display)).toEqual(['a'])
    expect((await bringBack(playlist)).status).toBe(200)
    expect(await titles(display)).toEqual(['a', playlist.name])
    expect(await undo(display)).toMatchObject({ status: 200 })
    expect(await titles(display)).toEqual([playlist.name])
  })

  it('[CP6] removing a display does not count a playlist that nobody can see', async () => {
    const [display, playlist] = [await makeDisplay('a'), await makePlaylist('x')]
    await include(display, playlist)
    const items = async () => (await admin.call('getDisplayContents', { params: display })).body.items
    expect(await items()).toBe(2)
    await remove(playlist)
    expect(await items()).toBe(1)
  })

  it('[CP6] after thirty days it is gone for good with its files, and not a day before', async () => {
    const bytes = await sharp({ create: { width: 32, height: 18, channels: 3, background: '#804020' } })
      .jpeg()
      .toBuffer()
    const headers = { 'content-type': 'image/jpeg' }
    const { url } = (await admin.call('uploadMedia', { params: { organisationId }, body: bytes, headers })).body
    const [display, playlist] = [await makeDisplay('a'), await makePlaylist()]
    await addItem(playlist, 'stored', { url })
    expect((await listed(admin, playlist))?.pictures).toEqual([url])
    await include(display, playlist)
    await remove(playlist)
    const { queries } = server.app.context.database
    const rows = async () =>
      (await queries.selectFrom('item').select('id').where('playlist_id', '=', playlist.playlistId).execute()).length
    const start = aheadMs
    const statusOf = async () => {
      const response = await fetch(server.url + url)
      await response.arrayBuffer()
      return response.status
    }
    try {
      aheadMs = start + REMOVED_PLAYLIST_KEPT_MS - 60_000
      await sweepPlaylists(server.app.context)
      await server.app.media.sweep()
      expect([await rows(), await statusOf()]).toEqual([1, 200])
      await signInAgain()
      expect((await bringBack(playlist)).status).toBe(200)
      expect((await manifest(display)).items.map((item) => item.url)).toContain(url)
      await remove(playlist)
      aheadMs += REMOVED_PLAYLIST_KEPT_MS + 60_000
      await signInAgain()
      expect(await bringBack(playlist)).toMatchObject(refused(410, 'too-old-to-undo'))
      await sweepPlaylists(server.app.context)
      expect(await rows()).toBe(0)
      await server.app.media.sweep()
      aheadMs += REMOVED_PLAYLIST_KEPT_MS
      await server.app.media.sweep()
      expect(await statusOf()).toBe(404)
      await signInAgain()
      expect(await bringBack(playlist)).toMatchObject(refused(410, 'too-old-to-undo'))
      expect(await titles(display)).toEqual(['a'])
    } finally {
      aheadMs = start
      await signInAgain()
    }
  })

  it('[CP6] a playlist that is restored during the sweep stays', async () => {
    const playlist = await makePlaylist('a')
    await remove(playlist)
    const start = aheadMs
    aheadMs += REMOVED_PLAYLIST_KEPT_MS + 60_000
    const { context } = server.app
    const { database } = context
    const { queries } = database
    // It is restored between the query and the removal.
    const between = {
      ...context,
      database: {
        ...database,
        async transaction<Result>(work: Parameters<typeof database.transaction<Result>>[0]) {
          await queries
            .updateTable('programme')
            .set({ removed_at: null })
            .where('id', '=', playlist.playlistId)
            .execute()
          return database.transaction(work)
        },
      },
    }
    await sweepPlaylists(between)
    aheadMs = start
    expect(await titles(playlist)).toEqual(['a'])
  })

  it('[CP7] items are copied to displays and playlists at once, inclusions to displays alone', async () => {
    const [from, to, includer] = [await makeDisplay('a', 'b'), await makeDisplay('c'), await makeDisplay()]
    const [playlist, target] = [await makePlaylist('x'), await makePlaylist()]
    const inclusion = await include(from, playlist, { schedule: WEEKDAYS })
    await include(includer, target)
    const [a, b] = (await programme(from)).items.map(({ id }) => id) as [ItemId, ItemId]
    const copy = (key: ProgrammeKey, ids: ItemId[], displays: DisplayId[], playlists?: PlaylistId[]) =>
      admin.call('changeItems', { params: key, body: { do: 'copy', ids, displays, ...(playlists && { playlists }) } })
    const before = [await revision(from), await revision(includer)]
    expect((await copy(from, [b, a], [to.displayId], [target.playlistId])).body).toEqual({
      items: [],
      revision: before[0],
      copies: [
        { programmeId: to.displayId, revision: await revision(to) },
        { programmeId: target.playlistId, revision: await revision(target) },
      ],
    })
    expect([await plays(to), await plays(target), await plays(includer)]).toEqual([
      ['c', 'a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(await revision(includer)).toBe((before[1] ?? 0) + 1)
    expect((await entries(target))[0]).toMatchObject({ kind: 'items-copied', count: 2 })
    expect((await copy(from, [inclusion], [to.displayId])).status).toBe(200)
    expect((await programme(to)).items.at(-1)).toMatchObject({ title: playlist.name, schedule: WEEKDAYS })
    expect((await copy(playlist, [(await programme(playlist)).items[0]?.id as ItemId], [from.displayId])).status).toBe(
      200,
    )
    expect(await plays(from)).toEqual(['a', 'b', 'x', 'x'])
    expect((await undo(target)).status).toBe(200)
    expect([await plays(target), await plays(includer), (await plays(to)).slice(0, 3)]).toEqual([
      [],
      [],
      ['c', 'a', 'b'],
    ])
    const all = await everything(from, to, includer, playlist, target)
    const bad: [Answer<unknown>, object][] = [
      [
        await copy(from, [a, inclusion], [], [target.playlistId]),
        refused(409, 'playlist-in-playlist', { field: 'playlists.0' }),
      ],
      [
        await copy(from, [inclusion], [includer.displayId, to.displayId]),
        refused(409, 'playlist-included-already', { field: 'displays.1' }),
      ],
      [
        await copy(from, [a], [to.displayId], [target.playlistId, NO_SUCH]),
        refused(404, 'playlist-not-found', { field: 'playlists.1' }),
      ],
      [await copy(from, [a], [], []), refused(422, 'invalid-field', { field: 'displays' })],
      [await copy(from, [a], [], [to.displayId as never]), refused(400, 'invalid-id', { field: 'playlists.0' })],
    ]
    for (const [answer, expected] of bad) expect(answer).toMatchObject(expected)
    expect(await everything(from, to, includer, playlist, target)).toEqual(all)
  })

  it('[CP3] it is put on several displays at once, and where it is already it stays as it is', async () => {
    const [one, two] = [await makeDisplay('a'), await makeDisplay('b')]
    const playlist = await makePlaylist('x')
    const there = await include(one, playlist, { visible: false })
    await admin.call('moveItem', { params: { ...one, itemId: there }, body: { after: null } })
    const body = { displays: [two.displayId, one.displayId, two.displayId], schedule: WEEKDAYS }
    const answer = await admin.call('includePlaylist', { params: playlist, body })
    expect(answer).toMatchObject({ status: 200, body: { revision: 2, playlist: { revision: 2 } } })
    expect(answer.body.playlist.displays.map(({ id }) => id)).toEqual([one.displayId, two.displayId])
    expect((await programme(one)).items[0]).toMatchObject({ id: there, visible: false })
    expect((await programme(one)).items[0]).not.toHaveProperty('schedule')
    expect((await programme(two)).items.at(-1)).toMatchObject({ title: playlist.name, schedule: WEEKDAYS })
    expect((await entries(two))[0]).toMatchObject({ kind: 'item-added', subject: { title: playlist.name } })
    expect((await undo(two)).status).toBe(200)
    expect(await titles(two)).toEqual(['b'])
  })

  it('[CP3] it is put on many displays while everybody else has their turn', async () => {
    const displays = await Promise.all([1, 2, 3, 4].map(() => makeDisplay('a')))
    const playlist = await makePlaylist('x')
    let turns = 0
    let turn = setImmediate(function next() {
      turns += 1
      turn = setImmediate(next)
    })
    const sender = { caller: ownerCalled('includer'), commandKey: undefined }
    const ids = displays.map(({ displayId }) => displayId)
    await includePlaylist(server.app.context, sender, keyOf(playlist) as PlaylistKey, { displays: ids })
    clearImmediate(turn)
    // One for the copies of each display, and one for its entry in the log.
    expect(turns).toBeGreaterThanOrEqual(2 * displays.length)
  })

  it('[CP6] commands on a whole playlist are carried out once for each key', async () => {
    const display = await makeDisplay()
    const key = (what: string) => ({ 'idempotency-key': `${what}-${dialect}-${made}-0001` })
    const params = { organisationId }
    const create = () => admin.call('createPlaylist', { params, body: { name: 'Once' }, headers: key('create') })
    const [first, again] = [await create(), await create()]
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect((await admin.call('listPlaylists', { params })).body.filter(({ name }) => name === 'Once')).toHaveLength(1)
    const playlist = { organisationId, playlistId: first.body.playlist.id }
    const put = () =>
      admin.call('includePlaylist', { params: playlist, body: { displays: [display.displayId] }, headers: key('put') })
    const [put1, put2] = [await put(), await put()]
    expect(put2.body).toEqual(put1.body)
    expect(await revision(display)).toBe(2)
    const drop = () => admin.call('removePlaylist', { params: playlist, headers: { ...ANY, ...key('drop') } })
    expect([(await drop()).status, (await drop()).status]).toEqual([204, 204])
    expect(await revision(display)).toBe(3)
    const [back1, back2] = [await bringBack(playlist, key('back')), await bringBack(playlist, key('back'))]
    expect(back1.status).toBe(200)
    expect(back2.body).toEqual(back1.body)
    expect(await revision(display)).toBe(4)
    const other = await admin.call('createPlaylist', { params, body: { name: 'Twice' }, headers: key('create') })
    expect(other.body).toMatchObject({ error: { code: 'idempotency-mismatch' } })
  })

  it('[CP1] bad input is refused with its field, and changes nothing', async () => {
    const [display, playlist] = [await makeDisplay('a'), await makePlaylist('x')]
    const nowhere = DisplayId.parse('nowhere')
    const params = { organisationId }
    const create = (body: object) => admin.call('createPlaylist', { params, body: body as never })
    const put = (body: object, key: PlaylistKey = playlist) =>
      admin.call('includePlaylist', { params: key, body: body as never })
    const asPlaylist = { organisationId, playlistId: display.displayId as never }
    const asDisplay = { organisationId, displayId: playlist.playlistId as never }
    const unknown = { organisationId, playlistId: NO_SUCH }
    const many = Array.from({ length: 201 }, (_, at) => `display-${at}`)
    const before = await everything(display, playlist)
    const cases: [Answer<unknown>, number, string, string?][] = [
      [await create({}), 422, 'invalid-field', 'name'],
      [await create({ name: '  ' }), 422, 'name-missing', 'name'],
      [await create({ name: 'x'.repeat(201) }), 422, 'too-long', 'name'],
      [await create({ name: 'x', id: 'mine' }), 422, 'unknown-field', 'id'],
      [await admin.call('updatePlaylist', { params: playlist, body: { name: '' } }), 422, 'name-missing', 'name'],
      [await admin.call('updatePlaylist', { params: unknown, body: { name: 'x' } }), 404, 'playlist-not-found'],
      [await admin.call('getProgramme', { params: unknown }), 404, 'playlist-not-found'],
      [await admin.call('getManifest', { params: unknown }), 404, 'playlist-not-found'],
      [await remove(unknown), 404, 'playlist-not-found'],
      [await admin.call('createItem', { params: asPlaylist, body: picture('x') }), 400, 'invalid-id', 'playlistId'],
      [await admin.call('createItem', { params: asDisplay, body: picture('x') }), 400, 'invalid-id', 'displayId'],
      [await put({ displays: [] }), 422, 'invalid-field', 'displays'],
      [await put({ displays: many }), 422, 'invalid-field', 'displays'],
      [await put({ displays: [display.displayId, nowhere] }), 404, 'display-not-found', 'displays.1'],
      [await put({ displays: [playlist.playlistId] }), 400, 'invalid-id', 'displays.0'],
      [await put({ displays: [display.displayId], schedule: NEVER }), 422, 'schedule-never-on', 'schedule'],
      [
        await put({ displays: [display.displayId], schedule: { days: [] } }),
        422,
        'schedule-without-days',
        'schedule.days',
      ],
      [await put({ displays: [display.displayId] }, unknown), 404, 'playlist-not-found'],
    ]
    for (const [answer, status, code, field] of cases) {
      expect(answer).toMatchObject(refused(status, code, field === undefined ? {} : { field }))
    }
    expect(await everything(display, playlist)).toEqual(before)
    expect(await titles(playlist)).toEqual(['x'])
  })

  it('[CP5] an organisation has two hundred playlists, removed ones aside', async () => {
    const place = { organisationId: OrganisationId.parse('crowded'), displayId: DisplayId.parse('hall') }
    await makePlace(server, place)
    const owner = (await enterAs(server, 'crowded', { role: 'owner', home: place })).client
    const params = { organisationId: place.organisationId }
    const create = (name: string) => owner.call('createPlaylist', { params, body: { name } })
    const first = await create('first')
    for (let count = 1; count < MAX_PLAYLISTS_PER_ORGANISATION; count += 1) {
      expect((await create(`number ${count}`)).status).toBe(201)
    }
    expect(await create('one too many')).toMatchObject(refused(409, 'too-many-playlists'))
    const key = { ...params, playlistId: first.body.playlist.id }
    await owner.call('removePlaylist', { params: key, headers: ANY })
    expect((await create('in its place')).status).toBe(201)
    expect(await owner.call('bringBackPlaylist', { params: key })).toMatchObject(refused(409, 'too-many-playlists'))
    expect((await owner.call('getProgramme', { params: key })).status).toBe(404)
    expect((await owner.call('listPlaylists', { params })).body).toHaveLength(MAX_PLAYLISTS_PER_ORGANISATION)
  })

  it('[CP3] the list is in order of names, with counts and the first pictures of what it shows', async () => {
    const all = (await admin.call('listPlaylists', { params: { organisationId } })).body
    expect(all.length).toBeGreaterThan(3)
    expect(all.map(({ name }) => name)).toEqual([...all.map(({ name }) => name)].sort())
  })
})
