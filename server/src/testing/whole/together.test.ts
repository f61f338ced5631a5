import {
  type ChangeItems,
  type ChangeLines,
  type ChangeSeveral,
  DisplayId,
  type DisplayKey,
  type ItemId,
  type LineId,
  MAX_ITEMS_PER_DISPLAY,
  MAX_LINES_PER_DISPLAY,
  PlaylistId,
  type PlaylistKey,
  type Programme,
  type ProgrammeKey,
  type Schedule,
  type SeveralChanged,
} from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeItems } from '../../content/items/together.ts'
import { changeLines } from '../../content/lines/together.ts'
import type { Sender } from '../../content/programmes/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { ownerCalled } from '../caller.ts'
import { describeDialects } from '../dialects.ts'
import { fillDisplay } from '../fill-display.ts'
import { enterAs } from '../people.ts'
import type { Client, TestServer } from '../server.ts'
import { sharedTestServer } from '../shared-server.ts'

const WEEKDAYS: Schedule = { days: [1, 2, 3, 4, 5], hours: [{ from: '08:00', until: '12:00' }] }
const { organisationId } = SAMPLE_DISPLAY
type Id = ItemId | LineId
/** A command that is the same for items and for lines. */
type Several = ChangeSeveral<Id, { schedule?: Schedule | null }>

/** Items or lines: everything that a test needs to know about one of them. */
type Kind = {
  list: 'items' | 'lines'
  most: number
  tooMany: string
  notFound: string
  add: (client: Client, key: ProgrammeKey, index: number) => Promise<Id>
  call: (client: Client, key: ProgrammeKey, body: Several, headers?: Record<string, string>) => Promise<Changed>
  /** The same without HTTP. */
  command: (server: TestServer, sender: Sender, key: ProgrammeKey, body: Several) => Promise<unknown>
}
type Listed = { id: Id; revision: number; schedule?: Schedule | undefined; position: string }
type Changed = { status: number; body: SeveralChanged }

const KINDS: Kind[] = [
  {
    list: 'items',
    most: MAX_ITEMS_PER_DISPLAY,
    tooMany: 'too-many-items',
    notFound: 'item-not-found',
    async add(client, key, index) {
      const body = { title: `Thing ${index}`, type: 'image' as const, url: `https://example.org/${index}.jpg` }
      return (await client.call('createItem', { params: key, body })).body.item.id
    },
    call: (client, key, body, headers = {}) =>
      client.call('changeItems', { params: key, body: body as ChangeItems, headers }),
    command: (server, sender, key, body) => changeItems(server.app.context, sender, key, body as ChangeItems),
  },
  {
    list: 'lines',
    most: MAX_LINES_PER_DISPLAY,
    tooMany: 'too-many-lines',
    notFound: 'line-not-found',
    async add(client, key, index) {
      return (await client.call('createLine', { params: key, body: { text: `Thing ${index}` } })).body.line.id
    },
    call: (client, key, body, headers = {}) =>
      client.call('changeLines', { params: key, body: body as ChangeLines, headers }),
    command: (server, sender, key, body) => changeLines(server.app.context, sender, key, body as ChangeLines),
  },
]

/** The name that `add` gives to an entry. */
const named = ({ list }: Kind, index: number) => ({ [list === 'items' ? 'title' : 'text']: `Thing ${index}` })

describeDialects('[CP7] several at once', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })
  let made = 0

  const programme = async (key: ProgrammeKey) => (await admin.call('getProgramme', { params: key })).body
  const newest = async (key: ProgrammeKey) => (await admin.call('listActivity', { params: key })).body.entries[0]
  const undo = async (key: ProgrammeKey) =>
    admin.call('undoActivity', { params: { ...key, entryId: (await newest(key))?.id as never } })
  const pick = <One extends Id>(ids: One[], ...places: number[]) => places.map((place) => ids[place] as One)

  async function makeDisplay(kind: Kind, things = 5) {
    made += 1
    const key = { organisationId, displayId: DisplayId.parse(`many-${made}`) }
    await admin.call('createDisplay', { params: { organisationId }, body: { id: key.displayId, name: key.displayId } })
    const ids: Id[] = []
    for (let index = 0; index < things; index += 1) ids.push(await kind.add(admin, key, index))
    return { key, ids }
  }
  async function makePlaylist(kind: Kind, things: number) {
    made += 1
    const body = { name: `Playlist ${made}` }
    const { playlist } = (await admin.call('createPlaylist', { params: { organisationId }, body })).body
    const key = { organisationId, playlistId: playlist.id }
    const ids: Id[] = []
    for (let index = 0; index < things; index += 1) ids.push(await kind.add(admin, key, index))
    return { key, ids }
  }

  const include = (playlist: PlaylistKey, { displayId }: DisplayKey) =>
    admin.call('includePlaylist', { params: playlist, body: { displays: [displayId] } })

  describe.each(KINDS)('$list', (kind) => {
    const { list } = kind
    const listed = (contents: Pick<Programme, 'items' | 'lines'>): Listed[] => contents[list]
    const answered = ({ body }: Changed) => listed(body as never)
    const there = async (key: ProgrammeKey) => listed(await programme(key))
    const order = async (key: ProgrammeKey) => (await there(key)).map(({ id }) => id)
    const change = (key: ProgrammeKey, body: Several, headers?: Record<string, string>) =>
      kind.call(admin, key, body, headers)

    it('schedules them in one command, one revision, one entry, one undo', async () => {
      const { key, ids } = await makeDisplay(kind)
      const before = await programme(key)
      const some = await change(key, { do: 'update', ids: pick(ids, 3, 0, 3), change: { schedule: WEEKDAYS } })
      expect(some.body.revision).toBe(before.revision + 1)
      expect(answered(some).map(({ id, schedule, revision }) => [id, schedule, revision])).toEqual([
        [ids[0], WEEKDAYS, 2],
        [ids[3], WEEKDAYS, 2],
      ])
      expect(await newest(key)).toMatchObject({
        kind: `${list}-changed`,
        count: 2,
        fields: ['schedule'],
        undo: 'put-back',
      })
      expect((await undo(key)).status).toBe(200)
      const contents = (things: Listed[]) => things.map(({ revision: _, ...thing }) => thing)
      expect(contents(await there(key))).toEqual(contents(listed(before)))
      await change(key, { do: 'update', ids, change: { schedule: WEEKDAYS } })
      await change(key, { do: 'update', ids: pick(ids, 1), change: { schedule: null } })
      expect((await there(key)).map(({ schedule }) => schedule)).toEqual(
        ids.map((_, index) => (index === 1 ? undefined : WEEKDAYS)),
      )
    })

    it('changes those alone that differ, and nothing when none does', async () => {
      const { key, ids } = await makeDisplay(kind, 3)
      await change(key, { do: 'update', ids: pick(ids, 0), change: { schedule: WEEKDAYS } })
      const some = await change(key, { do: 'update', ids, change: { schedule: WEEKDAYS } })
      expect(answered(some).map(({ revision }) => revision)).toEqual([2, 2, 2])
      expect(await newest(key)).toMatchObject({ kind: `${list}-changed`, count: 2 })
      const none = await change(key, { do: 'update', ids, change: { schedule: WEEKDAYS } })
      expect(none.body.revision).toBe(some.body.revision)
      expect(answered(none)).toHaveLength(3)
      expect((await change(key, { do: 'update', ids, change: {} })).body.revision).toBe(some.body.revision)
    })

    it('removes them, and brings all of them back to their places', async () => {
      const { key, ids } = await makeDisplay(kind)
      const removed = await change(key, { do: 'remove', ids: pick(ids, 1, 2, 4) })
      expect(answered(removed)).toEqual([])
      expect(await order(key)).toEqual(pick(ids, 0, 3))
      expect(await newest(key)).toMatchObject({ kind: `${list}-removed`, count: 3 })
      expect((await undo(key)).status).toBe(200)
      expect(await order(key)).toEqual(ids)
    })

    it('moves them as one block in their order, wherever, a thousand times at one place', async () => {
      const { key, ids } = await makeDisplay(kind, 6)
      let model = [...ids]
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(fc.nat(5), { minLength: 1 }),
          fc.option(fc.nat(5), { nil: null }),
          async (places, behind) => {
            const chosen = places.map((place) => ids[place] as Id)
            const after = behind === null ? null : (ids[behind] as Id)
            const answer = await change(key, { do: 'move', ids: chosen, after })
            if (after !== null && chosen.includes(after)) {
              expect(answer).toMatchObject({ status: 404, body: { error: { code: kind.notFound, field: 'after' } } })
            } else {
              const block = model.filter((id) => chosen.includes(id))
              const others = model.filter((id) => !chosen.includes(id))
              model = others.toSpliced(after === null ? 0 : others.indexOf(after) + 1, 0, ...block)
            }
            expect(await order(key)).toEqual(model)
          },
        ),
        { numRuns: 40 },
      )
      for (let time = 0; time < 150; time += 1) {
        await change(key, { do: 'move', ids: model.slice(-2), after: model[0] ?? null })
        model = [...model.slice(0, 1), ...model.slice(-2), ...model.slice(1, -2)]
      }
      const things = await there(key)
      expect(things.map(({ id }) => id)).toEqual(model)
      expect(Math.max(...things.map(({ position }) => position.length))).toBeLessThanOrEqual(40)
    })

    it('copies them to the end of several displays, with all that they say, and each display undoes its own', async () => {
      const [from, one, other] = [await makeDisplay(kind, 3), await makeDisplay(kind, 1), await makeDisplay(kind, 0)]
      await change(from.key, { do: 'update', ids: from.ids, change: { schedule: WEEKDAYS } })
      const before = (await programme(from.key)).revision
      const displays = [other.key.displayId, one.key.displayId, from.key.displayId]
      const copied = await change(from.key, { do: 'copy', ids: pick(from.ids, 2, 1), displays })
      expect(copied).toMatchObject({ status: 200, body: { [list]: [], revision: before + 1 } })
      for (const { key, ids } of [one, other, from]) {
        const things = await there(key)
        expect(things.slice(0, ids.length).map(({ id }) => id)).toEqual(ids)
        expect(things.slice(ids.length)).toMatchObject([
          { ...named(kind, 1), schedule: WEEKDAYS, revision: 1 },
          { ...named(kind, 2), schedule: WEEKDAYS, revision: 1 },
        ])
        expect(await newest(key)).toMatchObject({ kind: `${list}-copied`, count: 2 })
      }
      expect(new Set([...(await order(one.key)), ...(await order(from.key))]).size).toBe(3 + 5)
      expect((await undo(one.key)).status).toBe(200)
      expect(await order(one.key)).toEqual(one.ids)
      expect(await order(other.key)).toHaveLength(2)
    })

    it('does all of it or nothing: the field says which of them, or which display', async () => {
      const [from, full, free] = [await makeDisplay(kind, 2), await makeDisplay(kind, 0), await makeDisplay(kind, 0)]
      await fillDisplay(server, full.key, { [list]: kind.most - 1 })
      const unknown = 'gone' as Id
      const own = list === 'items' ? 'title' : 'text'
      const nowhere = DisplayId.parse('nowhere')
      const cases: [Several, number, string, string][] = [
        [{ do: 'remove', ids: [...from.ids, unknown] }, 404, kind.notFound, 'ids.2'],
        [{ do: 'move', ids: from.ids, after: unknown }, 404, kind.notFound, 'after'],
        [
          { do: 'copy', ids: from.ids, displays: [free.key.displayId, full.key.displayId] },
          409,
          kind.tooMany,
          'displays.1',
        ],
        [
          { do: 'copy', ids: from.ids, displays: [free.key.displayId, nowhere] },
          404,
          'display-not-found',
          'displays.1',
        ],
        [{ do: 'copy', ids: [], displays: [free.key.displayId] } as never, 422, 'invalid-field', 'ids'],
        [
          { do: 'update', ids: from.ids, change: { [own]: 'All alike' } } as never,
          422,
          'unknown-field',
          `change.${own}`,
        ],
        [
          { do: 'update', ids: from.ids, change: { schedule: { days: [] } } },
          422,
          'schedule-without-days',
          'change.schedule.days',
        ],
        [
          {
            do: 'update',
            ids: from.ids,
            change: { schedule: { from: '2026-12-01T00:00', until: '2026-12-04T00:00', days: [1] } },
          },
          422,
          'schedule-never-on',
          'change.schedule',
        ],
        [{ do: 'burn', ids: from.ids } as never, 422, 'invalid-field', 'do'],
      ]
      const before = await Promise.all([from, full, free].map(({ key }) => programme(key)))
      for (const [body, status, code, field] of cases) {
        expect(await change(from.key, body)).toMatchObject({ status, body: { error: { code, field } } })
      }
      expect(await Promise.all([from, full, free].map(({ key }) => programme(key)))).toEqual(before)
    })

    it('is carried out once for each key, on every display that it touches', async () => {
      const [from, to] = [await makeDisplay(kind, 2), await makeDisplay(kind, 0)]
      const body: Several = { do: 'copy', ids: from.ids, displays: [to.key.displayId] }
      const headers = { 'idempotency-key': `copy-once-${list}-${dialect}-0001` }
      const [first, again] = [await change(from.key, body, headers), await change(from.key, body, headers)]
      expect(again.body).toEqual(first.body)
      expect(await order(to.key)).toHaveLength(2)
    })

    it('copies to many displays while everybody else has their turn', async () => {
      const [from, ...others] = [
        await makeDisplay(kind, 2),
        ...(await Promise.all([1, 2, 3, 4].map(() => makeDisplay(kind, 0)))),
      ]
      const displays = others.map(({ key }) => key.displayId)
      let turns = 0
      let turn = setImmediate(function next() {
        turns += 1
        turn = setImmediate(next)
      })
      await kind.command(server, { caller: ownerCalled('copier'), commandKey: undefined }, from.key, {
        do: 'copy',
        ids: from.ids,
        displays,
      })
      clearImmediate(turn)
      // One turn for each display's content, and one for its log entry.
      expect(turns).toBeGreaterThanOrEqual(2 * displays.length)
    })

    it('copies them to a playlist, and so to every display that includes it, until one undo takes all of it back', async () => {
      const [from, to, includer] = [await makeDisplay(kind, 2), await makeDisplay(kind, 1), await makeDisplay(kind, 0)]
      const playlist = await makePlaylist(kind, 1)
      await include(playlist.key, includer.key)
      const before = await programme(includer.key)
      const copied = await change(from.key, {
        do: 'copy',
        ids: from.ids,
        displays: [to.key.displayId],
        playlists: [playlist.key.playlistId],
      })
      expect(copied.body.revision).toBe((await programme(from.key)).revision)
      expect([await order(to.key), await order(playlist.key)].map(({ length }) => length)).toEqual([3, 3])
      const after = await programme(includer.key)
      expect(after.revision).toBe(before.revision + 1)
      expect(after.playlists.map((one) => listed(one).length)).toEqual([3])
      const { copies = [] } = copied.body
      expect(copies.map(({ programmeId }) => programmeId)).toEqual([to.key.displayId, playlist.key.playlistId])
      const undone = await admin.call('undoTogether', {
        params: { organisationId },
        body: { changes: copies },
      })
      expect(undone.status).toBe(200)
      expect([await order(to.key), await order(playlist.key)]).toEqual([to.ids, playlist.ids])
    })

    it('copies nothing to a playlist where a display that includes it has no room, and names that', async () => {
      const [from, full, free] = [await makeDisplay(kind, 2), await makeDisplay(kind, 0), await makeDisplay(kind, 0)]
      const playlist = await makePlaylist(kind, 0)
      await include(playlist.key, full.key)
      await fillDisplay(server, full.key, { [list]: kind.most })
      const body: Several = {
        do: 'copy',
        ids: from.ids,
        displays: [free.key.displayId],
        playlists: [playlist.key.playlistId],
      }
      expect(await change(from.key, body)).toMatchObject({
        status: 409,
        body: { error: { code: 'display-too-full', display: full.key.displayId } },
      })
      expect([await order(free.key), await order(playlist.key)]).toEqual([[], []])
      const gone = { ...body, playlists: [PlaylistId.parse('_nowherenowherenowher')] }
      expect(await change(from.key, gone)).toMatchObject({
        status: 404,
        body: { error: { code: 'playlist-not-found', field: 'playlists.0' } },
      })
    })

    it('a member limited to some displays copies to none of the others, and learns nothing more', async () => {
      const [own, foreign] = [await makeDisplay(kind, 1), await makeDisplay(kind, 0)]
      const { client } = await enterAs(server, `limited-${list}`, {
        role: 'editor',
        displays: [own.key.displayId],
        home: own.key,
      })
      const body: Several = { do: 'copy', ids: own.ids, displays: [foreign.key.displayId] }
      expect(await kind.call(client, own.key, body)).toMatchObject({
        status: 404,
        body: { error: { code: 'display-not-found', field: 'displays.0' } },
      })
      expect(await order(foreign.key)).toEqual([])
    })
  })

  it('items: hides, shows and changes them in one command, one revision, one entry, one undo', async () => {
    const [items] = KINDS
    const { key, ids } = await makeDisplay(items as Kind)
    const change = (body: ChangeItems) => admin.call('changeItems', { params: key, body })
    const all = ids as ItemId[]
    const before = await programme(key)
    const chosen = pick(all, 3, 0, 3)
    const hidden = await change({ do: 'update', ids: chosen, change: { visible: false } })
    expect(hidden.body.revision).toBe(before.revision + 1)
    expect(hidden.body.items.map(({ id, visible }) => [id, visible])).toEqual([
      [ids[0], false],
      [ids[3], false],
    ])
    expect(await newest(key)).toMatchObject({ kind: 'items-hidden', count: 2 })
    const again = await change({ do: 'update', ids: all.slice(0, 3), change: { visible: false } })
    expect(again.body.items.map(({ revision }) => revision)).toEqual([2, 2, 2])
    expect(await newest(key)).toMatchObject({ kind: 'items-hidden', count: 2 })
    await change({ do: 'update', ids: all, change: { visible: true } })
    expect(await newest(key)).toMatchObject({ kind: 'items-shown', count: 4 })
    const shown = await programme(key)
    await change({ do: 'update', ids: all, change: { schedule: WEEKDAYS, duration: 20 } })
    expect(await newest(key)).toMatchObject({ kind: 'items-changed', count: 5, fields: ['duration', 'schedule'] })
    expect((await programme(key)).items.map(({ schedule, duration }) => [schedule, duration])).toEqual(
      ids.map(() => [WEEKDAYS, 20]),
    )
    expect((await undo(key)).status).toBe(200)
    const contents = (items: (typeof before)['items']) => items.map(({ revision: _, ...item }) => item)
    expect(contents((await programme(key)).items)).toEqual(contents(shown.items))
  })
})
