import {
  DisplayId,
  type DisplayKey,
  type FilmsSeen,
  type PairedScreen,
  type PlaylistKey,
  type ScreenId,
  type ScreenState,
} from '@placard/contract'
import { playingZonesOf } from '@placard/playback'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs } from '../../testing/people.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'

const { organisationId } = SAMPLE_DISPLAY
const ANY = { 'if-match': '*' }
const LG = (chromium: string) =>
  `Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/${chromium} Safari/537.36`
const CHROMIUM = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

describeDialects('films at once', (dialect) => {
  let server: TestServer
  let admin: Client
  let made = 0
  const clock = { now: Date.now() }

  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => clock.now })
    admin = await server.signIn()
  })
  afterAll(() => server.close())

  type One = { player: Client; screen: PairedScreen }

  async function pair(key: DisplayKey, browser = CHROMIUM): Promise<One> {
    const player = createClient(server.url)
    const body = { secret: null, width: 1920, height: 1080, timeZone: 'UTC' }
    const { body: entered } = await player.call('enterScreen', { params: {}, body, headers: { 'user-agent': browser } })
    if (entered.status !== 'waiting') throw new Error('a new screen was known')
    const answer = await admin.call('pairScreen', {
      params: { organisationId, code: entered.code },
      body: { as: 'new', displayId: key.displayId, name: `Screen ${++made}` },
    })
    return { player, screen: answer.body }
  }

  /** A display with a film in its loop, and a playlist with a film in its side bar. */
  async function makeDisplay(hasLayout = true): Promise<{ key: DisplayKey; playlist: PlaylistKey; film: string }> {
    made += 1
    const key = { organisationId, displayId: DisplayId.parse(`films-${made}`) }
    await admin.call('createDisplay', {
      params: { organisationId },
      body: { id: key.displayId, name: `Films ${made}` },
    })
    const sample = (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
    const film = sample.items.find(({ type }) => type === 'video')?.url as string
    const body = { name: `Side ${made}` }
    const { playlist } = (await admin.call('createPlaylist', { params: { organisationId }, body })).body
    const playlistKey = { organisationId, playlistId: playlist.id }
    for (const params of [key, playlistKey])
      await admin.call('createItem', { params, body: { title: 'Film', type: 'video', url: film } })
    const layout = { arrangement: 'side-bar' as const, dividers: [75], zones: [{ playlistId: playlist.id }] }
    if (hasLayout) await admin.call('setLayout', { params: key, body: { layout }, headers: ANY })
    return { key, playlist: playlistKey, film }
  }

  const choose = (id: ScreenId, filmsAtOnce: 1 | 2 | 4 | null, by = admin) =>
    by.call('changePairedScreen', { params: { organisationId, screenId: id }, body: { filmsAtOnce } })
  const manifestOf = async (key: DisplayKey) => (await admin.call('getManifest', { params: key })).body
  const sideOf = async (key: DisplayKey) => (await manifestOf(key)).layout?.zones[0]?.items.map(({ type }) => type)
  async function tell({ player, screen }: One, key: DisplayKey, films: FilmsSeen | undefined): Promise<void> {
    clock.now += 60_000
    const state: ScreenState = { ...SCREEN_STATE, ...(films ? { films } : {}) }
    const params = { ...key, screenId: screen.id }
    expect((await player.call('reportScreen', { params, body: { state, events: [] } })).status).toBe(204)
    await admin.call('listScreens', { params: key })
  }
  async function filmsOf({ screen }: One) {
    const { screens } = (await admin.call('listOrganisationScreens', { params: { organisationId } })).body
    return screens.find(({ paired }) => paired?.id === screen.id)?.paired?.filmsAtOnce
  }

  it('[LY5] a second zone plays films when every paired screen of the display can, and not before', async () => {
    const { key, playlist, film } = await makeDisplay()
    expect(await sideOf(key)).toEqual(['image'])
    const before = (await manifestOf(key)).revision
    const first = await pair(key, LG('53.0.2785.34'))
    expect(first.screen.filmsAtOnce).toEqual({ chosen: null, automatic: 2, by: 'engine' })
    const manifest = await manifestOf(key)
    expect(manifest.revision).toBe(before + 1)
    expect(manifest.layout).toMatchObject({ films: 2, zones: [{ items: [{ type: 'video', url: film }] }] })
    expect(manifest.layout?.zones[0]?.items[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
    const programme = (await admin.call('getProgramme', { params: key })).body
    expect(playingZonesOf(programme)).toMatchObject([{ filmsPlayIn: undefined, items: [{ type: 'video' }] }])
    expect((await admin.call('getAdviceFacts', { params: playlist })).body.filmlessZones).toEqual([])

    const second = await pair(key)
    expect(second.screen.filmsAtOnce).toEqual({ chosen: null, automatic: 1, by: 'unknown' })
    expect(await sideOf(key)).toEqual(['image'])
    expect((await manifestOf(key)).layout).not.toHaveProperty('films')
    expect((await admin.call('getAdviceFacts', { params: playlist })).body.filmlessZones).toHaveLength(1)

    expect((await choose(second.screen.id, 2)).body.filmsAtOnce).toEqual({ chosen: 2, automatic: 1, by: 'unknown' })
    expect(await sideOf(key)).toEqual(['video'])
    await choose(first.screen.id, 1)
    expect(await sideOf(key)).toEqual(['image'])
    await admin.call('letGoScreen', { params: { organisationId, screenId: first.screen.id } })
    expect(await sideOf(key)).toEqual(['video'])

    // With a second film in the zone one waits while the other plays, and that makes three.
    const more = { title: 'Another', type: 'video' as const, url: film }
    const { item } = (await admin.call('createItem', { params: playlist, body: more })).body
    expect(await sideOf(key)).toEqual(['image', 'image'])
    await choose(second.screen.id, 4)
    expect(await sideOf(key)).toEqual(['video', 'video'])
    await admin.call('removeItem', { params: { ...playlist, itemId: item.id }, headers: ANY })

    const { key: other } = await makeDisplay()
    const move = { params: { organisationId, screenId: second.screen.id }, body: { displayId: other.displayId } }
    await admin.call('changePairedScreen', move)
    expect(await sideOf(key)).toEqual(['image'])
    expect(await sideOf(other)).toEqual(['video'])
  })

  it('[LY5] the manifest of a display without a layout stays byte for byte, with its revision', async () => {
    const { key } = await makeDisplay(false)
    const bytes = async () => JSON.stringify(await manifestOf(key))
    const before = await bytes()
    const one = await pair(key, LG('68.0.3440.106'))
    await choose(one.screen.id, 2)
    await tell(one, key, { atOnce: 2, moved: true })
    expect(await bytes()).toBe(before)
  })

  it('[LY5] a film that stood still counts, also against the table; what a screen has managed counts until then', async () => {
    const { key } = await makeDisplay()
    const panel = await pair(key, LG('53.0.2785.34'))
    await tell(panel, key, undefined)
    expect(await sideOf(key)).toEqual(['video'])
    await tell(panel, key, { atOnce: 2, moved: false })
    expect(await filmsOf(panel)).toEqual({ chosen: null, automatic: 1, by: 'failed' })
    expect(await sideOf(key)).toEqual(['image'])
    const { revision } = await manifestOf(key)
    await tell(panel, key, { atOnce: 2, moved: true })
    await tell(panel, key, { atOnce: 2, moved: false })
    // It does not go back and forth.
    expect((await manifestOf(key)).revision).toBe(revision)

    // A person decides otherwise, and what it tells from then on counts.
    await choose(panel.screen.id, 2)
    expect(await sideOf(key)).toEqual(['video'])
    await choose(panel.screen.id, null)
    expect(await filmsOf(panel)).toEqual({ chosen: null, automatic: 2, by: 'engine' })

    const { key: other } = await makeDisplay()
    const box = await pair(other)
    await choose(box.screen.id, 2)
    await tell(box, other, { atOnce: 2, moved: true })
    await choose(box.screen.id, 1)
    expect(await sideOf(other)).toEqual(['image'])
    await choose(box.screen.id, null)
    await tell(box, other, { atOnce: 2, moved: true })
    expect(await filmsOf(box)).toEqual({ chosen: null, automatic: 2, by: 'managed' })
    expect(await sideOf(other)).toEqual(['video'])
  })

  it('[B214] nobody else tells how many films a paired screen manages, and nobody chooses without the right', async () => {
    const { key } = await makeDisplay()
    const panel = await pair(key, LG('53.0.2785.34'))
    await tell(panel, key, undefined)
    const { revision } = await manifestOf(key)
    const stranger = { player: createClient(server.url), screen: panel.screen }
    const report = { state: { ...SCREEN_STATE, films: { atOnce: 2, moved: false } }, events: [] }
    clock.now += 60_000
    await stranger.player.call('reportScreen', { params: { ...key, screenId: panel.screen.id }, body: report })
    await admin.call('listScreens', { params: key })
    expect((await manifestOf(key)).revision).toBe(revision)
    expect(await filmsOf(panel)).toMatchObject({ automatic: 2 })

    const limited = await enterAs(server, 'films-limited', { role: 'editor', displays: [SAMPLE_DISPLAY.displayId] })
    const viewer = await enterAs(server, 'films-viewer', { role: 'viewer' })
    expect((await choose(panel.screen.id, 1, limited.client)).status).toBe(404)
    expect((await choose(panel.screen.id, 1, viewer.client)).status).toBe(403)
    for (const odd of [0, 3, 5, -1, '2', 1.5] as never[]) expect((await choose(panel.screen.id, odd)).status).toBe(422)
    expect((await manifestOf(key)).revision).toBe(revision)
  })
})
