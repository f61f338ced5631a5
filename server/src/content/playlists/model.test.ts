import {
  type ActivityEntry,
  DisplayId,
  type DisplayKey,
  type Item,
  type ItemId,
  type LineId,
  type Manifest,
  type PlaylistKey,
  type Programme,
  type ProgrammeKey,
  playlistAt,
  playlistPath,
  type Schedule,
} from '@placard/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import type { Answer } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

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
  'hide-all',
  'remove-some',
  'rename',
  'remove-playlist',
  'bring-back',
  'bring-back',
  'undo',
  'undo',
  'restore',
] as const

/** A command before the available things are known: the numbers select among them. */
const arbitraryCommand = fc.record({
  kind: fc.constantFrom(...KINDS),
  on: fc.nat(3),
  which: fc.nat(1_000),
  other: fc.nat(1_000),
  flag: fc.boolean(),
})
type Command = typeof arbitraryCommand extends fc.Arbitrary<infer Value> ? Value : never

/** The complete state as returned by the API. Undefined for a removed playlist. */
type World = { programmes: (Programme | undefined)[]; manifests: (Manifest | undefined)[] }

describeDialects('[CP3] [CP4] playlists and a plain model of them', (dialect) => {
  const { admin } = sharedTestServer({ dialect, now: () => Date.now() + aheadMs })
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
    for (const name of ['Menu', 'Rules']) {
      const { playlist } = (await admin.call('createPlaylist', { params, body: { name } })).body
      playlists.push({ organisationId, playlistId: playlist.id })
    }
    const all: ProgrammeKey[] = [...displays, ...playlists]
    for (const key of all)
      for (const which of [1, 2]) await admin.call('createItem', { params: key, body: itemOf(which) })
    for (const { playlistId } of playlists) {
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

  async function look({ all }: All): Promise<World> {
    const found = <Body>({ status, body }: Answer<Body>) => (status === 404 ? undefined : body)
    const [programmes, manifests] = await Promise.all([
      Promise.all(all.map(async (params) => found(await admin.call('getProgramme', { params })))),
      Promise.all(all.map(async (params) => found(await admin.call('getManifest', { params })))),
    ])
    return { programmes, manifests }
  }

  async function carryOut(all: All, world: World, { kind, on, which, other, flag }: Command): Promise<Answer<unknown>> {
    const key = all.all[on] as ProgrammeKey
    const programme = world.programmes[on]
    const display = all.displays[on % 2] as DisplayKey
    const playlist = all.playlists[which % 2] as PlaylistKey
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
        const playlists = all.playlists.map(({ playlistId }) => playlistId).slice(flag ? 2 : 1)
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
    }
  }
  const update = (key: ProgrammeKey, itemId: ItemId, body: object) =>
    admin.call('updateItem', { params: { ...key, itemId }, headers: ANY, body })
  async function newest(key: ProgrammeKey): Promise<ActivityEntry[]> {
    const { status, body } = await admin.call('listActivity', { params: key })
    return status === 200 ? body.entries.filter(({ revision }) => revision !== null) : []
  }

  it('after each of many commands the manifests are what the programmes say, and what is refused changes nothing', async () => {
    const met = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryCommand, { minLength: COMMANDS, maxLength: COMMANDS }), async (commands) => {
        const all = await makeAll()
        let world = await look(all)
        /** The contents of each programme at each of its revisions. */
        const past = all.all.map(() => new Map<number, Own>())
        remember(past, world)
        for (const command of commands) {
          aheadMs += 10
          const entry = command.kind === 'undo' ? (await newest(all.all[command.on] as ProgrammeKey))[0] : undefined
          const answer = await carryOut(all, world, command)
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
            compare(world.manifests[at], manifest)
            // Between any two items there is a position.
            expect(new Set(programme.items.map(({ position }) => position)).size).toBe(programme.items.length)
            expect(world.programmes[at]?.revision ?? 0).toBeLessThanOrEqual(programme.revision)
          }
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
        for (const params of all.displays) await admin.call('removeDisplay', { params, headers: ANY })
        for (const params of all.playlists) await admin.call('removePlaylist', { params, headers: ANY })
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
    // A run with refusals only would prove nothing.
    for (const kind of KINDS) expect(met.get(`${kind} done`) ?? 0, kind).toBeGreaterThan(0)
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
type Own = { items: unknown[]; lines: unknown[]; inclusions: Map<string, unknown> }

function ownOf({ items, lines }: Programme): Own {
  const told = ({ revision: _, position: __, ...thing }: { revision: number; position: string }) => thing
  const isInclusion = ({ type }: Item) => type === 'playlist'
  return {
    items: items.filter((item) => !isInclusion(item)).map(told),
    lines: lines.map(told),
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
  for (const [id, inclusion] of now.inclusions) {
    if (then.inclusions.has(id)) expect(inclusion).toEqual(then.inclusions.get(id))
  }
}

function remember(past: Map<number, Own>[], { programmes }: World): void {
  for (const [at, programme] of programmes.entries()) {
    if (programme) past[at]?.set(programme.revision, ownOf(programme))
  }
}
