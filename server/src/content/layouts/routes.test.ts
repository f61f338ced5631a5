import {
  DisplayId,
  type DisplayKey,
  type Manifest,
  OrganisationId,
  type PastManifest,
  type PlaylistId,
  type PlaylistKey,
  type Programme,
  pathOf,
  type RestorePreview,
  type RouteBodyInput,
  type Schedule,
  type SetLayout,
} from '@placard/contract'
import { playingZonesOf } from '@placard/playback'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { programmeMaker } from '../../testing/programme-maker.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

type Wanted = NonNullable<RouteBodyInput<'setLayout'>['layout']>

const { organisationId } = SAMPLE_DISPLAY
const ANY = { 'if-match': '*' }
const NO_SUCH = `_${'z'.repeat(20)}` as PlaylistId
const WHOLE = { x: 0, y: 0, width: 100, height: 100 }

const sideBar = (zone: Wanted['zones'][number], more: Partial<Wanted> = {}): Wanted => ({
  arrangement: 'side-bar',
  dividers: [75],
  zones: [zone],
  ...more,
})

describeDialects('layouts', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect, now: () => Date.now() + aheadMs })
  let aheadMs = 0
  let made = 0
  const { makeDisplay } = programmeMaker(() => admin, { timeZone: 'UTC' })

  async function makePlaylist(name = `Playlist ${++made}`): Promise<PlaylistKey> {
    const { body } = await admin.call('createPlaylist', { params: { organisationId }, body: { name } })
    return { organisationId, playlistId: body.playlist.id }
  }
  async function addItem(key: DisplayKey | PlaylistKey, title: string, schedule?: Schedule) {
    const body = {
      title,
      type: 'image' as const,
      url: `https://example.org/${title}.jpg`,
      duration: 10,
      ...(schedule && { schedule }),
    }
    const answer = await admin.call('createItem', { params: key, body })
    expect(answer.status).toBe(201)
    return answer.body.item
  }
  const set = (params: DisplayKey, layout: Wanted | null, headers = ANY, client = admin) =>
    client.call('setLayout', { params, body: { layout }, headers })
  const manifestOf = async (params: DisplayKey): Promise<Manifest> => (await admin.call('getManifest', { params })).body
  const programmeOf = async (params: DisplayKey): Promise<Programme> =>
    (await admin.call('getProgramme', { params })).body

  it('[LY1] a display without a layout has a manifest without the field', async () => {
    const display = await makeDisplay()
    expect(await manifestOf(display)).not.toHaveProperty('layout')
    expect(await programmeOf(display)).toMatchObject({ layout: null, zones: [] })
  })

  it('[LY2] a zone plays a playlist that is made with it and named after it', async () => {
    const display = await makeDisplay()
    await addItem(display, 'news')
    const before = await manifestOf(display)
    const { status, body } = await set(display, sideBar({ name: 'Menu' }))
    expect(status).toBe(200)
    const playlistId = body.layout?.zones[0]?.playlistId as PlaylistId
    expect(body).toMatchObject({
      revision: before.revision + 1,
      layout: { arrangement: 'side-bar', dividers: [75], side: 'end', pinned: false, zones: [{ stays: false }] },
    })
    const item = await addItem({ organisationId, playlistId }, 'soup')

    const after = await manifestOf(display)
    expect(after).toMatchObject({
      revision: before.revision + 2,
      loopStartedAt: before.loopStartedAt,
      items: before.items,
      layout: {
        main: { landscape: { ...WHOLE, width: 75 }, portrait: { ...WHOLE, height: 75 } },
        zones: [
          {
            playlistId,
            name: 'Menu',
            landscape: { x: 75, y: 0, width: 25, height: 100 },
            portrait: { x: 0, y: 75, width: 100, height: 25 },
            items: [{ id: item.id, url: item.url }],
          },
        ],
      },
    })
    expect(after.layout?.zones[0]).not.toHaveProperty('stays')
    const programme = await programmeOf(display)
    expect(programme.layout).toEqual(body.layout)
    expect(programme.zones).toMatchObject([{ id: playlistId, name: 'Menu', items: [{ id: item.id }], lines: [] }])
    const { body: playlists } = await admin.call('listPlaylists', { params: { organisationId } })
    expect(playlists.find(({ id }) => id === playlistId)).toMatchObject({
      name: 'Menu',
      displays: [{ id: display.displayId }],
    })
  })

  it('[LY4] each zone has its own start of the loop, and an edit in one leaves the others alone', async () => {
    const display = await makeDisplay()
    const playlist = await makePlaylist()
    await addItem(display, 'news')
    await addItem(playlist, 'soup')
    await set(display, sideBar({ playlistId: playlist.playlistId }))
    const before = await manifestOf(display)
    aheadMs += 60_000
    await addItem(playlist, 'salad')
    const after = await manifestOf(display)
    expect(after.loopStartedAt).toBe(before.loopStartedAt)
    expect(after.layout?.zones[0]?.loopStartedAt).toBeGreaterThan(before.layout?.zones[0]?.loopStartedAt as number)
    aheadMs += 60_000
    await addItem(display, 'more')
    const last = await manifestOf(display)
    expect(last.loopStartedAt).toBeGreaterThan(after.loopStartedAt)
    expect(last.layout).toEqual(after.layout)
  })

  it('[LY4] schedules of a zone run by the clock of the display', async () => {
    const display = await makeDisplay({ timeZone: 'Asia/Kolkata' })
    const playlist = await makePlaylist()
    await set(display, sideBar({ playlistId: playlist.playlistId }))
    expect(await manifestOf(display)).not.toHaveProperty('zoneOffsets')
    const schedule = { days: [1, 2, 3, 4, 5], hours: [{ from: '11:00', until: '14:00' }] }
    await addItem(playlist, 'soup', schedule)
    const manifest = await manifestOf(display)
    expect(manifest.zoneOffsets?.[0]?.[1]).toBe(330)
    expect(manifest.layout?.zones[0]?.items[0]?.schedule).toEqual(schedule)
  })

  it('[LY5] in a zone that may not play films a film is its poster for its time, on screens and in the page to read', async () => {
    const [display, playlist] = [await makeDisplay(), await makePlaylist()]
    const sample = (await programmeOf(SAMPLE_DISPLAY)).items.find(({ type }) => type === 'video')
    const film = { title: 'film', type: 'video' as const, url: sample?.url as string, sound: true }
    const youtube = { title: 'tube', type: 'youtube' as const, url: 'https://youtu.be/aaaaaaaaaaa' }
    const { item } = (await admin.call('createItem', { params: playlist, body: film })).body
    await admin.call('createItem', { params: playlist, body: youtube })
    await set(display, sideBar({ playlistId: playlist.playlistId }))
    const zoneItems = async () => (await manifestOf(display)).layout?.zones[0]?.items
    const before = await zoneItems()
    expect(before).toMatchObject([{ id: item.id, type: 'video', url: film.url, sound: true }, { type: 'youtube' }])

    const other = (await admin.call('createItem', { params: display, body: { ...film, title: 'other' } })).body.item
    const poster = film.url.replace('.mp4', '/thumbnail.webp')
    const after = await zoneItems()
    expect(after).toEqual([{ id: item.id, type: 'image', url: poster, duration: before?.[0]?.duration }])
    expect((await fetch(server.url + poster)).headers.get('content-type')).toBe('image/webp')
    const zones = playingZonesOf(await programmeOf(display))
    expect(zones).toMatchObject([{ number: 2, filmsPlayIn: 1, items: [{ id: item.id, type: 'image', url: poster }] }])
    expect(zones[0]?.playable.items).toMatchObject(after ?? [])

    await admin.call('removeItem', { params: { ...display, itemId: other.id }, headers: ANY })
    expect(await zoneItems()).toEqual(before)
  })

  it('[LY1] the side bar is mirrored for a language from right to left, unless it is pinned', async () => {
    const display = await makeDisplay({ language: 'ar-EG' })
    await set(display, sideBar({ name: 'Menu' }))
    expect((await manifestOf(display)).layout?.main.landscape.x).toBe(25)
    const playlistId = (await programmeOf(display)).layout?.zones[0]?.playlistId as PlaylistId
    await set(display, sideBar({ playlistId }, { pinned: true }))
    expect((await manifestOf(display)).layout?.main.landscape.x).toBe(0)
  })

  it('[LY3] a zone that stays brings the colour of the brand', async () => {
    await admin.call('updateBrand', { params: { organisationId }, body: { colour: '#aa3355' } })
    const display = await makeDisplay()
    await set(display, sideBar({ name: 'Menu', stays: true }))
    const manifest = await manifestOf(display)
    expect(manifest.layout?.zones[0]?.stays).toBe(true)
    expect(manifest.brand?.colour).toBe('#aa3355')
  })

  it('[LY12] refuses what does not fit, at its field, and changes nothing', async () => {
    const display = await makeDisplay()
    const playlist = await makePlaylist()
    const home = { organisationId: OrganisationId.parse('elsewhere'), displayId: DisplayId.parse('hall') }
    await makePlace(server, home)
    const { client: stranger } = await enterAs(server, 'stranger', { role: 'owner', home })
    const theirs = await stranger.call('createPlaylist', {
      params: { organisationId: home.organisationId },
      body: { name: 'Theirs' },
    })
    const zone = { playlistId: playlist.playlistId }
    const cases: [unknown, { code: string; field?: string }][] = [
      [sideBar(zone, { dividers: [10] }), { code: 'zone-too-small', field: 'layout.dividers.0' }],
      [sideBar(zone, { dividers: [90] }), { code: 'zone-too-small', field: 'layout.dividers.0' }],
      [sideBar(zone, { dividers: [52] }), { code: 'invalid-field', field: 'layout.dividers.0' }],
      [sideBar(zone, { dividers: [] }), { code: 'zones-do-not-fit', field: 'layout.dividers' }],
      [sideBar(zone, { zones: [zone, { name: 'x' }] }), { code: 'zones-do-not-fit', field: 'layout.zones' }],
      [
        { arrangement: 'four', dividers: [50, 50], zones: [zone, ...['x', 'y', 'z'].map((name) => ({ name }))] },
        { code: 'zones-do-not-fit', field: 'layout.zones' },
      ],
      [
        { arrangement: 'main-and-two', dividers: [65, 50], zones: [zone, zone] },
        { code: 'playlist-in-two-zones', field: 'layout.zones.1.playlistId' },
      ],
      [sideBar({}), { code: 'zone-without-playlist', field: 'layout.zones.0' }],
      [sideBar({ ...zone, name: 'x' }), { code: 'zone-without-playlist', field: 'layout.zones.0' }],
      [sideBar({ playlistId: NO_SUCH }), { code: 'playlist-not-found', field: 'layout.zones.0.playlistId' }],
      [
        sideBar({ playlistId: theirs.body.playlist.id }),
        { code: 'playlist-not-found', field: 'layout.zones.0.playlistId' },
      ],
      [
        { ...sideBar(zone), arrangement: 'five' },
        { code: 'invalid-field', field: 'layout.arrangement' },
      ],
    ]
    const before = await programmeOf(display)
    for (const [layout, error] of cases) {
      const answer = await set(display, layout as Wanted)
      expect([answer.status >= 400, (answer.body as unknown as { error: object }).error]).toMatchObject([true, error])
    }
    expect(await programmeOf(display)).toEqual(before)
    const { body } = await admin.call('listPlaylists', { params: { organisationId } })
    expect(body.some(({ name }) => ['x', 'y', 'z'].includes(name))).toBe(false)
  })

  it('[LY12] of two people who change a layout at once, the second is told of the first', async () => {
    const display = await makeDisplay()
    const zone = { playlistId: (await makePlaylist()).playlistId }
    const first = await set(display, sideBar(zone), { 'if-match': '"0"' })
    expect(first.status).toBe(200)
    const late = await set(display, sideBar(zone, { dividers: [50] }), { 'if-match': '"0"' })
    expect(late).toMatchObject({
      status: 412,
      body: { error: { code: 'changed-meanwhile', current: first.body.layout } },
    })
    const again = { 'if-match': `"${first.body.layout?.revision}"` }
    expect((await set(display, sideBar(zone, { dividers: [50] }), again)).status).toBe(200)
    expect((await set(display, null, again)).status).toBe(412)
  })

  it('[LY2] a playlist says which zones of which displays play it, and which displays include it', async () => {
    const [both, zone, loop] = [await makeDisplay(), await makeDisplay(), await makeDisplay()]
    const playlist = await makePlaylist()
    const { playlistId } = playlist
    await set(zone, sideBar({ playlistId }))
    const zones = [{ name: `First ${made}` }, { playlistId }]
    await set(both, { arrangement: 'main-and-two', dividers: [65, 50], zones })
    const displays = [both.displayId, loop.displayId]
    expect((await admin.call('includePlaylist', { params: playlist, body: { displays } })).status).toBe(200)
    const { body } = await admin.call('listPlaylists', { params: { organisationId } })
    const told = body.find(({ id }) => id === playlistId)?.displays.map(({ name: _, ...one }) => one)
    expect(told).toHaveLength(4)
    expect(told).toEqual(
      expect.arrayContaining([
        { id: both.displayId },
        { id: both.displayId, zone: 3 },
        { id: zone.displayId, zone: 2 },
        { id: loop.displayId },
      ]),
    )
  })

  it('[LY2] a playlist in a zone cannot be removed, and the displays are named', async () => {
    const display = await makeDisplay()
    const playlist = await makePlaylist()
    await set(display, sideBar({ playlistId: playlist.playlistId }))
    const refused = await admin.call('removePlaylist', { params: playlist, headers: ANY })
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'playlist-in-zone', display: (await programmeOf(display)).name } },
    })
    await set(display, null)
    expect((await admin.call('removePlaylist', { params: playlist, headers: ANY })).status).toBe(204)
  })

  it('[LY9] a layout is undone and done again by the log, and comes back with a moment', async () => {
    const display = await makeDisplay()
    const zone = { playlistId: (await makePlaylist('Canteen')).playlistId }
    await addItem({ organisationId, playlistId: zone.playlistId }, 'soup')
    const start = (await programmeOf(display)).revision
    await set(display, sideBar(zone))
    await set(display, sideBar(zone, { dividers: [50] }))
    const list = async () => (await admin.call('listActivity', { params: display })).body.entries
    const [newest] = await list()
    expect(newest).toMatchObject({ kind: 'layout-changed', undo: 'put-back', subject: { type: 'layout' } })
    const undo = await admin.call('undoActivity', { params: { ...display, entryId: newest?.id as never } })
    expect(undo.status).toBe(200)
    expect((await programmeOf(display)).layout?.dividers).toEqual([75])
    expect((await manifestOf(display)).layout?.main.landscape.width).toBe(75)

    await set(display, null)
    expect(await manifestOf(display)).not.toHaveProperty('layout')
    const preview = await admin.visit(`${pathOf('previewRestore', display)}?revision=${start + 2}`)
    expect(((await preview.json()) as RestorePreview).differences).toMatchObject([
      { type: 'layout', effect: 'comes-back' },
    ])
    const restored = await admin.call('restoreProgramme', {
      params: display,
      body: { revision: start + 2 },
      headers: ANY,
    })
    expect(restored.status).toBe(200)
    expect((await manifestOf(display)).layout?.zones[0]).toMatchObject({ ...zone, items: [{}] })
    expect((await programmeOf(display)).layout?.dividers).toEqual([50])
  })

  it('[LY10] the time machine has the layout of the moment', async () => {
    const display = await makeDisplay()
    const playlist = await makePlaylist()
    await addItem(playlist, 'soup')
    aheadMs += 60_000
    await set(display, sideBar({ playlistId: playlist.playlistId }))
    aheadMs += 1_000
    const then = Date.now() + aheadMs
    const shown = await manifestOf(display)
    aheadMs += 60_000
    await addItem(playlist, 'salad')
    await set(display, null)
    const pastAt = async (at: number) => {
      const answer = await admin.visit(`${pathOf('getPastManifest', display)}?at=${at}`)
      return ((await answer.json()) as PastManifest).manifest
    }
    const { main, zones = [] } = (await pastAt(then)).layout ?? {}
    const of = shown.layout?.zones[0]
    // The log has the instant of the change, and the loop that of its first manifest, some milliseconds apart.
    expect(Math.abs((zones[0]?.loopStartedAt ?? 0) - (of?.loopStartedAt ?? 0))).toBeLessThan(1_000)
    expect({ main, zones }).toEqual({
      ...shown.layout,
      zones: [{ ...of, loopStartedAt: zones[0]?.loopStartedAt }],
    })
    expect(await pastAt(then - 30_000)).not.toHaveProperty('layout')
  })

  it('[LY12] people who are limited to some displays, viewers and strangers do not set layouts', async () => {
    const display = await makeDisplay()
    const limited = (await enterAs(server, 'limited', { role: 'editor', displays: [display.displayId] })).client
    const viewer = (await enterAs(server, 'viewer', { role: 'viewer' })).client
    const layout: SetLayout['layout'] = { ...sideBar({ name: 'x' }), side: 'end', pinned: false } as never
    for (const client of [limited, viewer]) expect((await set(display, layout, ANY, client)).status).toBe(403)
    expect((await programmeOf(display)).layout).toBeNull()
    const playlist = await makePlaylist()
    await set(display, sideBar({ playlistId: playlist.playlistId }))
    expect((await limited.call('getProgramme', { params: playlist })).status).toBe(200)
  })

  it('[LY2] a display takes its layout along when it is removed, and the playlists stay', async () => {
    const display = await makeDisplay()
    const playlist = await makePlaylist()
    await set(display, sideBar({ playlistId: playlist.playlistId }))
    expect((await admin.call('removeDisplay', { params: display, headers: ANY })).status).toBe(204)
    expect((await admin.call('getProgramme', { params: playlist })).status).toBe(200)
    expect((await admin.call('removePlaylist', { params: playlist, headers: ANY })).status).toBe(204)
  })
})
