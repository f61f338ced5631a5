import {
  type ActivityEntry,
  ARRANGEMENTS,
  DisplayId,
  type DisplayKey,
  type Item,
  type ItemId,
  type Layout,
  type LineId,
  type Manifest,
  OrganisationId,
  type PlaylistId,
  type PlaylistKey,
  type Programme,
  type ProgrammeKey,
  pathOf,
  playlistAt,
  playlistPath,
  type RouteBodyInput,
  type Schedule,
  SHAPES,
} from '@placard/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { digestOf, type Listener, listen } from '../../testing/crowd.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import type { Answer, Client } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'
import { zonesIn, zonesOf } from '../../testing/zones-model.ts'

const { organisationId } = SAMPLE_DISPLAY
const ANY = { 'if-match': '*' }
/** Always on, never on, and no schedule: independent of the day of the test. */
const SCHEDULES: (Schedule | undefined)[] = [{ from: '2020-01-01T00:00' }, { until: '2020-01-01T00:00' }, undefined]
const COMMANDS = 30
const RUNS = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 8)

const KINDS = [
  'add-item',
  'add-line',
  'show',
  'schedule',
  'retitle',
  'move',
  'remove-item',
  'remove-line',
  'include',
  'put',
  'copy',
  'copy',
  'hide-all',
  'remove-some',
  'rename',
  'remove-playlist',
  'bring-back',
  'bring-back',
  'undo',
  'undo',
  'restore',
  'set-layout',
  'set-layout',
  'move-dividers',
  'zone-playlist',
  'remove-layout',
  'remove-layout',
  'zone-of-others',
] as const

/** A command before the available things are known: the numbers select among them. */
const arbitraryCommand = fc.record({
  kind: fc.constantFrom(...KINDS),
  on: fc.nat(4),
  which: fc.nat(1_000),
  other: fc.nat(1_000),
  flag: fc.boolean(),
})
type Command = typeof arbitraryCommand extends fc.Arbitrary<infer Value> ? Value : never

type Wanted = NonNullable<RouteBodyInput<'setLayout'>['layout']>

/** The complete state as returned by the API. Undefined for a removed playlist. */
type World = { programmes: (Programme | undefined)[]; manifests: (Manifest | undefined)[] }

/** A display and a playlist of another organisation, with the manifest of that display. */
type Others = { client: Client; display: DisplayKey; playlist: PlaylistKey; manifest: Manifest }

describeDialects('[CP3] [CP4] [LY2] [LY12] playlists, zones and a plain model of them', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect, now: () => Date.now() + aheadMs })
  let aheadMs = 0
  let made = 0

  async function makeAll() {
    made += 1
    const displays = [1, 2].map((count): DisplayKey => {
      return { organisationId, displayId: DisplayId.parse(`model-${made}-${count}`) }
    })
    const playlists: PlaylistKey[] = []
    const params = { organisationId }
    for (const { displayId: id } of displays) await admin.call('createDisplay', { params, body: { id, name: id } })
    for (const name of ['Menu', 'Rules', 'Strip']) {
      const { playlist } = (await admin.call('createPlaylist', { params, body: { name } })).body
      playlists.push({ organisationId, playlistId: playlist.id })
    }
    const all: ProgrammeKey[] = [...displays, ...playlists]
    for (const key of all) {
      for (const which of [1, 2]) await admin.call('createItem', { params: key, body: itemOf(which) })
      await admin.call('createLine', { params: key, body: { text: 'Line' } })
    }
    for (const { playlistId } of playlists.slice(0, 2)) {
      const body = { title: 'x', type: 'playlist' as const, url: playlistPath(playlistId) }
      await admin.call('createItem', { params: displays[0] as DisplayKey, body })
    }
    return { displays, playlists, all }
  }
  const itemOf = (which: number) => ({
    title: `Item ${which}`,
    type: 'image' as const,
    url: `https://example.org/${which}.jpg`,
    visible: which % 4 > 0,
  })
  type All = Awaited<ReturnType<typeof makeAll>>

  async function makeOthers(): Promise<Others> {
    const display = { organisationId: OrganisationId.parse('elsewhere'), displayId: DisplayId.parse('hall') }
    await makePlace(server, display)
    const { client } = await enterAs(server, 'stranger', { role: 'owner', home: display })
    const params = { organisationId: display.organisationId }
    const { playlist } = (await client.call('createPlaylist', { params, body: { name: 'Theirs' } })).body
    const key = { ...params, playlistId: playlist.id }
    await client.call('createItem', { params: key, body: itemOf(1) })
    const layout = { arrangement: 'side-bar' as const, dividers: [75], zones: [{ playlistId: playlist.id }] }
    expect((await client.call('setLayout', { params: display, body: { layout }, headers: ANY })).status).toBe(200)
    const manifest = (await client.call('getManifest', { params: display })).body
    expect(manifest.layout?.zones[0]?.items).toHaveLength(1)
    return { client, display, playlist: key, manifest }
  }

  /** The streams of a display: for its screens, and for its page. */
  async function follow({ displays }: All): Promise<{ screens: Listener[]; pages: Listener[] }> {
    const cookie = admin.cookie()
    const screens = displays.map((key) => listen(server.url + pathOf('streamManifest', key), 'manifest', {}, digestOf))
    const pages = displays.map((key) =>
      listen(server.url + pathOf('streamProgramme', key), 'programme', { cookie }, digestOf),
    )
    return { screens: await Promise.all(screens), pages: await Promise.all(pages) }
  }

  async function look({ all }: All): Promise<World> {
    const found = <Body>({ status, body }: Answer<Body>) => (status === 404 ? undefined : body)
    const [programmes, manifests] = await Promise.all([
      Promise.all(all.map(async (params) => found(await admin.call('getProgramme', { params })))),
      Promise.all(all.map(async (params) => found(await admin.call('getManifest', { params })))),
    ])
    return { programmes, manifests }
  }

  async function carryOut(
    all: All,
    others: Others,
    world: World,
    { kind, on, which, other, flag }: Command,
  ): Promise<Answer<unknown>> {
    const key = all.all[on] as ProgrammeKey
    const programme = world.programmes[on]
    const display = all.displays[on % 2] as DisplayKey
    const playlist = all.playlists[which % 3] as PlaylistKey
    const layout = world.programmes[on % 2]?.layout
    const setLayout = (layout: Wanted | null, params = display) =>
      admin.call('setLayout', { params, body: { layout }, headers: ANY })
    const item = programme?.items[which % programme.items.length]
    const line = programme?.lines[which % programme.lines.length]
    const itemId = item?.id ?? ('gone' as ItemId)
    const schedule = SCHEDULES[other % SCHEDULES.length]
    const many = (programme?.items ?? []).filter((_, at) => (which >> at) % 2 === 0).map(({ id }) => id)
    const ids = many.length > 0 ? many : [itemId]
    switch (kind) {
      case 'add-item': {
        return admin.call('createItem', { params: key, body: { ...itemOf(which), ...(schedule && { schedule }) } })
      }
      case 'add-line':
        return admin.call('createLine', { params: key, body: { text: `Line ${which}`, ...(schedule && { schedule }) } })
      case 'show':
        return update(key, itemId, { visible: flag })
      case 'schedule':
        return update(key, itemId, { schedule: schedule ?? null })
      case 'retitle':
        return update(key, itemId, flag ? { title: `Title ${other}` } : { duration: other % 60 })
      case 'move': {
        const after = programme?.items[other % (programme.items.length + 1)]?.id ?? null
        const direction = other % 3 === 0 ? ('up' as const) : ('down' as const)
        return admin.call('moveItem', { params: { ...key, itemId }, body: flag ? { direction } : { after } })
      }
      case 'remove-item':
        return admin.call('removeItem', { params: { ...key, itemId }, headers: ANY })
      case 'remove-line':
        return admin.call('removeLine', { params: { ...key, lineId: line?.id ?? ('gone' as LineId) }, headers: ANY })
      case 'include': {
        const body = { title: 'x', type: 'playlist' as const, url: playlistPath(playlist.playlistId), visible: flag }
        return admin.call('createItem', { params: display, body: { ...body, ...(schedule && { schedule }) } })
      }
      case 'put': {
        const displays = all.displays.map(({ displayId }) => displayId).slice(0, flag ? 2 : 1)
        return admin.call('includePlaylist', {
          params: playlist,
          body: { displays, ...(schedule && { schedule }) },
        })
      }
      case 'copy': {
        const displays = all.displays.map(({ displayId }) => displayId).slice(other % 3)
        const playlists = all.playlists.map(({ playlistId }) => playlistId).slice(flag ? 3 : 1)
        return admin.call('changeItems', {
          params: key,
          body: { do: 'copy', ids: ids.slice(0, 3), displays, playlists },
        })
      }
      case 'hide-all':
        return admin.call('changeItems', { params: key, body: { do: 'update', ids, change: { visible: flag } } })
      case 'remove-some':
        return admin.call('changeItems', { params: key, body: { do: 'remove', ids } })
      case 'rename':
        return admin.call('updatePlaylist', { params: playlist, body: { name: `Name ${other % 5}` } })
      case 'remove-playlist':
        return admin.call('removePlaylist', { params: playlist, headers: ANY })
      case 'bring-back':
        return admin.call('bringBackPlaylist', { params: playlist })
      case 'undo': {
        const entryId = (await newest(key))[flag ? 0 : other % 4]?.id ?? ('1' as ActivityEntry['id'])
        return admin.call('undoActivity', { params: { ...key, entryId } })
      }
      case 'restore': {
        const revision = Math.max(1, (programme?.revision ?? 1) - (other % 12))
        return admin.call('restoreProgramme', { params: key, body: { revision } })
      }
      case 'set-layout': {
        const arrangement = ARRANGEMENTS[other % ARRANGEMENTS.length] ?? 'four'
        const { zones, dividers } = SHAPES[arrangement]
        // From any of the three on, in their order.
        const playlists = [...all.playlists, ...all.playlists].slice(which % 3).slice(0, zones)
        return setLayout({
          arrangement,
          dividers: [...dividers],
          side: which % 2 === 0 ? 'start' : 'end',
          zones: playlists.map(({ playlistId }, at) => ({ playlistId, stays: flag && at === 0 })),
        })
      }
      case 'move-dividers':
        return setLayout(layout ? { ...wantedOf(layout), dividers: dividersFrom(layout, other) } : null)
      case 'zone-playlist': {
        if (!layout) return setLayout(null)
        const { zones, ...rest } = wantedOf(layout)
        return setLayout({ ...rest, zones: zones.with(which % zones.length, { playlistId: playlist.playlistId }) })
      }
      case 'remove-layout':
        return setLayout(null)
      case 'zone-of-others': {
        const wanted = (playlistId: PlaylistId): Wanted => ({
          arrangement: 'halves',
          dividers: [50],
          zones: [{ playlistId }],
        })
        const answer = flag
          ? await setLayout(wanted(others.playlist.playlistId))
          : await setLayout(wanted(playlist.playlistId), others.display)
        expect(resultOf(answer)).toBe(flag ? 'playlist-not-found' : 'display-not-found')
        return answer
      }
    }
  }
  const update = (key: ProgrammeKey, itemId: ItemId, body: object) =>
    admin.call('updateItem', { params: { ...key, itemId }, headers: ANY, body })
  async function newest(key: ProgrammeKey): Promise<ActivityEntry[]> {
    const { status, body } = await admin.call('listActivity', { params: key })
    return status === 200 ? body.entries.filter(({ revision }) => revision !== null) : []
  }

  it('after each of many commands the manifests and streams are what the programmes say, and what is refused changes nothing', async () => {
    const met = new Map<string, number>()
    const others = await makeOthers()
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryCommand, { minLength: COMMANDS, maxLength: COMMANDS }), async (commands) => {
        const all = await makeAll()
        const { screens, pages } = await follow(all)
        let world = await look(all)
        /** The contents of each programme at each of its revisions. */
        const past = all.all.map(() => new Map<number, Own>())
        remember(past, world)
        for (const command of commands) {
          aheadMs += 10
          const entry = command.kind === 'undo' ? (await newest(all.all[command.on] as ProgrammeKey))[0] : undefined
          const answer = await carryOut(all, others, world, command)
          const after = await look(all)
          const name = `${command.kind} ${answer.status < 300 ? 'done' : 'refused'}`
          met.set(name, (met.get(name) ?? 0) + 1)
          expect(answer.status).toBeLessThan(500)
          if (answer.status >= 400) expect(after).toEqual(world)
          for (const [at, manifest] of after.manifests.entries()) {
            const programme = after.programmes[at]
            expect(manifest === undefined).toBe(programme === undefined)
            if (!programme || !manifest) continue
            expect(shownBy(manifest)).toEqual(flat(after.programmes, programme))
            const playlistOf = (id: PlaylistId) => after.programmes.find((one) => one?.id === id)
            expect(zonesIn(manifest)).toEqual(zonesOf(programme.layout, playlistOf))
            expect(programme.zones).toEqual(playlistsOf(after.programmes, programme.layout))
            compare(world.manifests[at], manifest)
            // Between any two items there is a position.
            expect(new Set(programme.items.map(({ position }) => position)).size).toBe(programme.items.length)
            expect(world.programmes[at]?.revision ?? 0).toBeLessThanOrEqual(programme.revision)
          }
          for (const at of all.displays.keys()) {
            const [programme, manifest] = [after.programmes[at], after.manifests[at]]
            await expectHeard(pages[at], programme)
            await expectHeard(screens[at], manifest)
          }
          expect((await others.client.call('getManifest', { params: others.display })).body).toEqual(others.manifest)
          const { on, kind, flag } = command
          const now = after.programmes[on]
          if (now && kind === 'restore') expect(answer.status).toBe(200)
          if (now && flag && entry?.undo)
            expect([200, 'playlist-not-found', 'playlist-included-already']).toContain(resultOf(answer))
          if (answer.status === 200 && now) {
            const { missing, to } = answer.body as { missing?: unknown[]; to?: number }
            if (kind === 'restore' && missing?.length === 0) isAgain(ownOf(now), past[on]?.get(to ?? -1))
            if (kind === 'undo' && flag && entry) {
              // The state of the display directly before the newest entry of its own.
              const before = [...(past[on]?.keys() ?? [])].filter((revision) => revision < (entry.revision ?? 0)).at(-1)
              isAgain(ownOf(now), past[on]?.get(before ?? -1))
            }
          }
          world = after
          remember(past, world)
        }
        for (const listener of [...screens, ...pages]) listener.close()
        for (const params of all.displays) await admin.call('removeDisplay', { params, headers: ANY })
        for (const params of all.playlists) await admin.call('removePlaylist', { params, headers: ANY })
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
    // A run with refusals only would prove nothing.
    for (const kind of KINDS)
      expect(met.get(`${kind} ${kind === 'zone-of-others' ? 'refused' : 'done'}`) ?? 0, kind).toBeGreaterThan(0)
  })
})

type Shown = { items: unknown[]; lines: unknown[] }

const shownBy = ({ items, lines, inclusions = [] }: Manifest): Shown => ({
  items: items.map(({ id, schedule, inclusion, duration }) => [
    id,
    duration,
    schedule,
    scheduleAt(inclusions, inclusion),
  ]),
  lines: lines.map(({ id, schedule, inclusion }) => [id, schedule, scheduleAt(inclusions, inclusion)]),
})
const scheduleAt = (inclusions: Schedule[], at: number | undefined) => (at === undefined ? undefined : inclusions[at])

/**
 * A second implementation of what plays: inclusions are replaced by the visible items of their playlists, whose lines follow at
 * the end.
 */
function flat(programmes: (Programme | undefined)[], programme: Programme): Shown {
  const [items, lines]: [unknown[], unknown[]] = [[], []]
  const show = ({ id, duration, schedule }: Item, inclusion?: Item) =>
    items.push([id, duration, schedule, inclusion?.schedule])
  for (const { id, schedule } of programme.lines) lines.push([id, schedule, undefined])
  for (const item of programme.items) {
    if (!item.visible) continue
    if (item.type !== 'playlist') {
      show(item)
      continue
    }
    const included = programmes.find((one) => one?.id === playlistAt(item.url))
    expect(included).toBeDefined()
    expect(item.title).toBe(included?.name)
    expect(programme.playlists.find(({ id }) => id === included?.id)).toEqual({
      id: included?.id,
      name: included?.name,
      items: included?.items,
      lines: included?.lines,
    })
    for (const one of included?.items ?? []) if (one.visible) show(one, item)
    for (const { id, schedule } of included?.lines ?? []) lines.push([id, schedule, item.schedule])
  }
  return { items, lines }
}

/** A layout as it is sent. */
const wantedOf = ({ revision: _, ...layout }: Layout): Wanted => layout

/** Other dividers, from 15 to 85. */
const dividersFrom = ({ dividers }: Layout, seed: number) =>
  dividers.map((divider, at) => 15 + ((divider + 5 * ((seed >> at) % 14)) % 75))

/** A stream has sent exactly this document as its newest. */
async function expectHeard(listener: Listener | undefined, document: { revision: number } | undefined): Promise<void> {
  if (!listener || !document) throw new Error('a display without a stream')
  await listener.reach(document.revision)
  expect(listener.heard.at(-1)).toEqual({ revision: document.revision, digest: digestOf(document) })
}

/** The playlists in the zones of a display as its page has them. */
function playlistsOf(programmes: World['programmes'], layout: Layout | null): unknown[] {
  return (layout?.zones ?? []).map(({ playlistId }) => {
    const playlist = programmes.find((one) => one?.id === playlistId)
    if (!playlist) throw new Error(`${playlistId} is in a zone, and does not exist`)
    const { id, name, loopStartedAt, items, lines } = playlist
    return { id, name, loopStartedAt, items, lines }
  })
}

/** The loop restarts exactly when its contents change, and nothing changes without a new revision. */
function compare(before: Manifest | undefined, after: Manifest): void {
  if (!before) return
  if (after.revision === before.revision) expect(after).toEqual(before)
  const on = (manifest: Manifest) =>
    manifest.items
      .filter(({ schedule, inclusion }) => {
        const both = [schedule, scheduleAt(manifest.inclusions ?? [], inclusion)]
        return both.every((one) => one?.until === undefined)
      })
      .map(({ id, type, url, duration }) => [id, type, url, duration])
  const isSame = JSON.stringify(on(before)) === JSON.stringify(on(after))
  if (on(before).length + on(after).length > 0) expect(after.loopStartedAt > before.loopStartedAt).toBe(!isSame)
}

/** The contents of a programme, without fields that change whenever a thing is restored. */
type Own = { items: unknown[]; lines: unknown[]; inclusions: Map<string, unknown>; layout: unknown }

function ownOf({ items, lines, layout }: Programme): Own {
  const told = ({ revision: _, position: __, ...thing }: { revision: number; position: string }) => thing
  const isInclusion = ({ type }: Item) => type === 'playlist'
  return {
    items: items.filter((item) => !isInclusion(item)).map(told),
    lines: lines.map(told),
    layout: layout && wantedOf(layout),
    inclusions: new Map(items.filter(isInclusion).map(({ title: _, ...inclusion }) => [inclusion.id, told(inclusion)])),
  }
}

const resultOf = ({ status, body }: Answer<unknown>) =>
  status === 200 ? status : (body as { error?: { code?: string } }).error?.code

/** An inclusion of a playlist that was removed then, or is removed now, is missing in one of the two. */
function isAgain(now: Own, then: Own | undefined): void {
  // From before the first command.
  if (!then) return
  expect(now.items).toEqual(then.items)
  expect(now.lines).toEqual(then.lines)
  expect(now.layout).toEqual(then.layout)
  for (const [id, inclusion] of now.inclusions) {
    if (then.inclusions.has(id)) expect(inclusion).toEqual(then.inclusions.get(id))
  }
}

function remember(past: Map<number, Own>[], { programmes }: World): void {
  for (const [at, programme] of programmes.entries()) {
    if (programme) past[at]?.set(programme.revision, ownOf(programme))
  }
}
