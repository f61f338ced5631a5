import {
  ARRANGEMENTS,
  DisplayId,
  type DisplayKey,
  type ItemId,
  type Manifest,
  OrganisationId,
  type PlaylistId,
  type PlaylistKey,
  type Programme,
  type ProgrammeKey,
  pathOf,
  playlistPath,
  programmeIdOf,
  type RouteBodyInput,
  SHAPES,
} from '@placard/contract'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { errorOf, inOneOrder, type Listener, listen } from '../../testing/crowd.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { type Answer, type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { zonesIn, zonesOf } from '../../testing/zones-model.ts'

// Many people of two organisations change layouts, and the playlists in their zones, at once. The revision of a display decides its
// documents, whoever reads them and whenever: a change of a zone's playlist without a new revision would never reach a screen.

const FACTOR = Number(process.env.PROPERTY_FACTOR ?? 1)
/** Of each of the two organisations. */
const PEOPLE = Math.min(12, 4 * FACTOR)
const COMMANDS = Math.min(100, 30 * FACTOR)
const PATIENCE_MS = 60_000 + PEOPLE * COMMANDS * 2 * 250
const ANY = { 'if-match': '*' }

const arbitraryIntent = fc.record({
  kind: fc.constantFrom(
    ...(['set-layout', 'set-layout', 'zone-playlist', 'remove-layout', 'of-others'] as const),
    ...(['add-item', 'add-item', 'edit-item', 'edit-item', 'show-item', 'move-item', 'remove-item'] as const),
    ...(['include', 'rename', 'remove-playlist', 'bring-back', 'undo', 'undo', 'restore', 'look', 'look'] as const),
  ),
  which: fc.nat(10_000),
  other: fc.nat(10_000),
  flag: fc.boolean(),
})
type Intent = typeof arbitraryIntent extends fc.Arbitrary<infer Value> ? Value : never
type Wanted = NonNullable<RouteBodyInput<'setLayout'>['layout']>

/** The displays and playlists of an organisation, with its owner. */
type House = { organisationId: OrganisationId; client: Client; displays: DisplayKey[]; playlists: PlaylistKey[] }

/** Each document that was seen of one display, by its revision: as it was first seen. */
type Seen = { manifests: Map<number, Manifest>; programmes: Map<number, Programme> }

describeDialects('a crowd at layouts and the playlists in their zones', (dialect) => {
  let server: TestServer | undefined
  afterEach(() => server?.close())

  it(
    `[F43] [LY12] ${PEOPLE} people in each of two organisations, ${COMMANDS} commands each: a revision decides the zones of a display, as a plain model says`,
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), async (seed) => {
          await server?.close()
          server = await startTestServer({ dialect })
          await check(server, seed)
        }),
        { numRuns: 1, endOnFailure: true },
      )
    },
    PATIENCE_MS,
  )

  async function check(running: TestServer, seed: number): Promise<void> {
    const houses = await makeHouses(running)
    const seen = new Map(houses.flatMap(({ displays }) => displays.map((key) => [nameOf(key), newSeen()])))
    const seenOf = (key: DisplayKey) => seen.get(nameOf(key)) as Seen
    /** Documents that differ from one of the same revision. */
    const doubts: { was: unknown; is: unknown }[] = []
    function note<Kind extends keyof Seen>(key: DisplayKey, kind: Kind, document: unknown): void {
      const known = seenOf(key)[kind] as Map<number, unknown>
      const { revision } = document as { revision: number }
      if (!known.has(revision)) known.set(revision, document)
      const was = known.get(revision)
      if (inOneOrder(was) !== inOneOrder(document)) doubts.push({ was, is: document })
    }

    async function look({ client }: House, params: DisplayKey): Promise<Programme> {
      const [manifest, programme] = await Promise.all([
        client.call('getManifest', { params }),
        client.call('getProgramme', { params }),
      ])
      expect([manifest.status, programme.status]).toEqual([200, 200])
      note(params, 'manifests', manifest.body)
      note(params, 'programmes', programme.body)
      return programme.body
    }

    function follow({ client }: House, key: DisplayKey): Promise<Listener[]> {
      const ofScreen = (document: unknown) => {
        note(key, 'manifests', document)
        return ''
      }
      const ofPage = (document: unknown) => {
        note(key, 'programmes', document)
        return ''
      }
      const cookie = client.cookie()
      return Promise.all([
        listen(running.url + pathOf('streamManifest', key), 'manifest', {}, ofScreen),
        listen(running.url + pathOf('streamManifest', key), 'manifest', {}, ofScreen),
        listen(running.url + pathOf('streamProgramme', key), 'programme', { cookie }, ofPage),
      ])
    }

    const met = new Map<string, number>()
    async function work(house: House, others: House, intents: readonly Intent[]): Promise<void> {
      for (const intent of intents) {
        const display = house.displays[intent.which % house.displays.length] as DisplayKey
        const view = await look(house, display)
        const answer = await carryOut(house, others, display, view, intent)
        if (!answer) continue
        // The server may be overloaded. It must not fail.
        expect(answer.status === 503 || answer.status < 500, JSON.stringify(answer.body)).toBe(true)
        const name = `${intent.kind} ${answer.status < 300 ? 'done' : errorOf(answer as Answer<object>).code}`
        met.set(name, (met.get(name) ?? 0) + 1)
      }
    }

    const streams = new Map<DisplayKey, Listener[]>()
    for (const house of houses) for (const key of house.displays) streams.set(key, await follow(house, key))
    await Promise.all(
      houses.flatMap((house, at) =>
        Array.from({ length: PEOPLE }, (_, person) => {
          const intents = fc.sample(arbitraryIntent, { numRuns: COMMANDS, seed: seed + at * PEOPLE + person })
          return work(house, houses[1 - at] as House, intents)
        }),
      ),
    )

    const layouts = new Set<string>()
    for (const [at, house] of houses.entries()) {
      const others = houses[1 - at] as House
      const playlists = await playlistsOf(house)
      for (const key of house.displays) {
        const end = await look(house, key)
        const listeners = streams.get(key) ?? []
        await Promise.all(listeners.map((listener) => listener.reach(end.revision)))
        for (const listener of listeners) {
          const revisions = listener.heard.map(({ revision }) => revision)
          expect(revisions).toEqual([...new Set(revisions)].sort((one, other) => one - other))
          expect(revisions.at(-1)).toBe(end.revision)
          listener.close()
        }
        const { manifests, programmes } = seenOf(key)
        expect(zonesIn(manifests.get(end.revision) as Manifest)).toEqual(zonesOf(end.layout, (id) => playlists.get(id)))
        for (const [revision, programme] of programmes) {
          const manifest = manifests.get(revision)
          if (!manifest) continue
          const zones = zonesOf(programme.layout, (id) => programme.zones.find((zone) => zone.id === id))
          expect({ revision, zones: zonesIn(manifest) }).toEqual({ revision, zones })
        }
        for (const document of [...manifests.values(), ...programmes.values()]) expectNothingOf(others, document)
        for (const { layout } of manifests.values()) layouts.add(inOneOrder(layout?.main))
      }
    }
    // Otherwise nothing was shown in zones, and the test proves nothing.
    expect(layouts.size).toBeGreaterThan(5)
    for (const { was, is } of doubts) expect(is).toEqual(was)
    for (const kind of ['set-layout', 'remove-layout', 'zone-playlist', 'edit-item', 'undo', 'restore'])
      expect(met.get(`${kind} done`) ?? 0, kind).toBeGreaterThan(0)
    expect(met.get('of-others playlist-not-found')).toBeGreaterThan(0)
    expect(met.get('of-others display-not-found')).toBeGreaterThan(0)
    expect(met.get('of-others done')).toBeUndefined()
  }

  async function makeHouses(running: TestServer): Promise<House[]> {
    const home = { organisationId: OrganisationId.parse('elsewhere'), displayId: DisplayId.parse('hall') }
    await makePlace(running, home)
    const { client: stranger } = await enterAs(running, 'stranger', { role: 'owner', home })
    const owner = await running.signIn()
    const houses: House[] = []
    for (const [organisationId, client] of [
      [SAMPLE_DISPLAY.organisationId, owner],
      [home.organisationId, stranger],
    ] as const) {
      const params = { organisationId }
      const displays: DisplayKey[] = []
      for (const name of ['north', 'south']) {
        const displayId = DisplayId.parse(`crowd-${name}`)
        const body = { id: displayId, name: `Crowd ${name}` }
        expect((await client.call('createDisplay', { params, body })).status).toBe(201)
        displays.push({ organisationId, displayId })
      }
      const playlists: PlaylistKey[] = []
      for (const name of ['Menu', 'Rules', 'Strip', 'News']) {
        const { body } = await client.call('createPlaylist', { params, body: { name } })
        playlists.push({ organisationId, playlistId: body.playlist.id })
      }
      for (const key of [...displays, ...playlists])
        for (const which of [1, 2]) await client.call('createItem', { params: key, body: pictureOf(key, which) })
      houses.push({ organisationId, client, displays, playlists })
    }
    return houses
  }

  async function playlistsOf({ client, playlists }: House): Promise<Map<PlaylistId, Programme>> {
    const found = new Map<PlaylistId, Programme>()
    for (const params of playlists) {
      const { status, body } = await client.call('getProgramme', { params })
      if (status === 200) found.set(params.playlistId, body)
    }
    return found
  }
})

const newSeen = (): Seen => ({ manifests: new Map(), programmes: new Map() })
const nameOf = ({ organisationId, displayId }: DisplayKey) => `${organisationId}/${displayId}`

/** A picture whose address names the organisation. */
const pictureOf = ({ organisationId }: ProgrammeKey, which: number) => ({
  title: `Picture ${which}`,
  type: 'image' as const,
  url: `https://${organisationId}.example/${which}.jpg`,
  visible: which % 4 > 0,
})

/** @returns undefined if there is nothing to change */
async function carryOut(
  { client, displays, playlists }: House,
  others: House,
  display: DisplayKey,
  { layout, revision, ...view }: Programme,
  { kind, which, other, flag }: Intent,
): Promise<Answer<unknown> | undefined> {
  const playlist = playlists[other % playlists.length] as PlaylistKey
  const params: ProgrammeKey = flag ? playlist : display
  const setLayout = (layout: Wanted | null, headers: Record<string, string> = ANY, params = display) =>
    client.call('setLayout', { params, body: { layout }, headers })
  const itemsOf = async () => {
    const { status, body } = await client.call('getProgramme', { params })
    return status === 200 ? body.items : []
  }
  switch (kind) {
    case 'set-layout': {
      const arrangement = ARRANGEMENTS[other % ARRANGEMENTS.length] ?? 'four'
      const { zones, dividers } = SHAPES[arrangement]
      const some = [...playlists, ...playlists].slice(which % playlists.length).slice(0, zones)
      const wanted: Wanted = {
        arrangement,
        dividers: dividers.map((divider) => 15 + ((divider + 5 * (other % 14)) % 75)),
        side: flag ? 'start' : 'end',
        zones: some.map(({ playlistId }, at) => ({ playlistId, stays: flag && at === 0 })),
      }
      return setLayout(wanted, which % 3 === 0 ? { 'if-match': `"${layout?.revision ?? 0}"` } : ANY)
    }
    case 'zone-playlist': {
      if (!layout) return undefined
      const { revision: _, zones, ...rest } = layout
      const { playlistId } = playlist
      return setLayout({
        ...rest,
        zones: zones.map((zone, at) => (at === which % zones.length ? { playlistId } : zone)),
      })
    }
    case 'remove-layout':
      return setLayout(null)
    case 'of-others': {
      const { playlistId } = (flag ? others.playlists : playlists)[other % 4] as PlaylistKey
      const wanted: Wanted = { arrangement: 'halves', dividers: [50], zones: [{ playlistId }] }
      return setLayout(wanted, ANY, flag ? display : others.displays[other % 2])
    }
    case 'add-item':
      return client.call('createItem', { params, body: pictureOf(params, other) })
    case 'edit-item':
    case 'show-item':
    case 'move-item':
    case 'remove-item': {
      const items = await itemsOf()
      const item = items[other % items.length]
      if (!item) return undefined
      const one = { ...params, itemId: item.id as ItemId }
      if (kind === 'remove-item') return client.call('removeItem', { params: one, headers: ANY })
      if (kind === 'move-item')
        return client.call('moveItem', { params: one, body: { direction: flag ? 'up' : 'down' } })
      const body = kind === 'show-item' ? { visible: !item.visible } : { duration: 5 + (which % 60) }
      return client.call('updateItem', { params: one, headers: ANY, body })
    }
    case 'include': {
      if (flag) {
        const body = { displays: displays.map(({ displayId }) => displayId) }
        return client.call('includePlaylist', { params: playlist, body })
      }
      const inclusion = view.items.find(({ type }) => type === 'playlist')
      if (inclusion) return client.call('removeItem', { params: { ...display, itemId: inclusion.id }, headers: ANY })
      const body = { title: 'x', type: 'playlist' as const, url: playlistPath(playlist.playlistId) }
      return client.call('createItem', { params: display, body })
    }
    case 'rename':
      return client.call('updatePlaylist', { params: playlist, body: { name: `Name ${which % 7}` } })
    case 'remove-playlist':
      return client.call('removePlaylist', { params: playlist, headers: ANY })
    case 'bring-back':
      return client.call('bringBackPlaylist', { params: playlist })
    case 'undo': {
      const { status, body } = await client.call('listActivity', { params })
      const entries = status === 200 ? body.entries.filter((entry) => entry.revision !== null) : []
      const entry = entries[other % 3]
      return entry && client.call('undoActivity', { params: { ...params, entryId: entry.id } })
    }
    case 'restore': {
      const to = Math.max(1, revision - (other % 12))
      return client.call('restoreProgramme', { params: display, body: { revision: to } })
    }
    case 'look':
      return undefined
  }
}

/** Nothing of another organisation is in a document. */
function expectNothingOf({ organisationId, playlists }: House, document: unknown): void {
  const text = JSON.stringify(document)
  for (const foreign of [`${organisationId}.example`, ...playlists.map(programmeIdOf)])
    expect(text).not.toContain(foreign)
}
