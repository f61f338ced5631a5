import {
  type ChangeItems,
  DisplayId,
  type ItemId,
  MAX_ITEMS_PER_DISPLAY,
  type Schedule,
  UserId,
} from '@placard/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../seed/service.ts'
import { describeDialects } from '../testing/dialects.ts'
import { fillDisplay } from '../testing/fill-display.ts'
import { enterAs } from '../testing/people.ts'
import { type Client, startTestServer, type TestServer } from '../testing/server.ts'
import { changeItems } from './together.ts'

const WEEKDAYS: Schedule = { days: [1, 2, 3, 4, 5], hours: [{ from: '08:00', until: '12:00' }] }
const { organisationId } = SAMPLE_DISPLAY
type Key = typeof SAMPLE_DISPLAY

describeDialects('[CP7] several items at once', (dialect) => {
  let server: TestServer
  let admin: Client
  let made = 0

  beforeAll(async () => {
    server = await startTestServer({ dialect })
    admin = await server.signIn()
  })
  afterAll(() => server.close())

  async function makeDisplay(items = 5): Promise<{ key: Key; ids: ItemId[] }> {
    made += 1
    const key = { organisationId, displayId: DisplayId.parse(`many-${made}`) }
    await admin.call('createDisplay', { params: { organisationId }, body: { id: key.displayId, name: key.displayId } })
    const ids: ItemId[] = []
    for (let index = 0; index < items; index += 1) {
      const body = { title: `Item ${index}`, type: 'image' as const, url: `https://example.org/${index}.jpg` }
      ids.push((await admin.call('createItem', { params: key, body })).body.item.id)
    }
    return { key, ids }
  }
  const change = (key: Key, body: ChangeItems, headers = {}) =>
    admin.call('changeItems', { params: key, body, headers })
  const programme = async (key: Key) => (await admin.call('getProgramme', { params: key })).body
  const order = async (key: Key) => (await programme(key)).items.map(({ id }) => id)
  const newest = async (key: Key) => (await admin.call('listActivity', { params: key })).body.entries[0]
  const undo = async (key: Key) =>
    admin.call('undoActivity', { params: { ...key, entryId: (await newest(key))?.id as never } })
  const pick = (ids: ItemId[], ...places: number[]) => places.map((place) => ids[place] as ItemId)

  it('hides, shows and schedules them in one command, one revision, one entry, one undo', async () => {
    const { key, ids } = await makeDisplay()
    const before = await programme(key)
    const chosen = pick(ids, 3, 0, 3)
    const hidden = await change(key, { do: 'update', ids: chosen, change: { visible: false } })
    expect(hidden.body.revision).toBe(before.revision + 1)
    expect(hidden.body.items.map(({ id, visible }) => [id, visible])).toEqual([
      [ids[0], false],
      [ids[3], false],
    ])
    expect(await newest(key)).toMatchObject({ kind: 'items-hidden', count: 2 })
    await change(key, { do: 'update', ids: chosen, change: { visible: true } })
    expect(await newest(key)).toMatchObject({ kind: 'items-shown', count: 2 })
    await change(key, { do: 'update', ids, change: { schedule: WEEKDAYS, duration: 20 } })
    expect(await newest(key)).toMatchObject({ kind: 'items-changed', count: 5, fields: ['duration', 'schedule'] })
    expect((await programme(key)).items.map(({ schedule, duration }) => [schedule, duration])).toEqual(
      ids.map(() => [WEEKDAYS, 20]),
    )
    expect((await undo(key)).status).toBe(200)
    const contents = (items: (typeof before)['items']) => items.map(({ revision: _, ...item }) => item)
    expect(contents((await programme(key)).items)).toEqual(contents(before.items))
  })

  it('changes those alone that differ, and nothing when none does', async () => {
    const { key, ids } = await makeDisplay(3)
    await change(key, { do: 'update', ids: pick(ids, 0), change: { visible: false } })
    const some = await change(key, { do: 'update', ids, change: { visible: false } })
    expect(some.body.items.map(({ revision }) => revision)).toEqual([2, 2, 2])
    expect(await newest(key)).toMatchObject({ kind: 'items-hidden', count: 2 })
    const none = await change(key, { do: 'update', ids, change: { visible: false } })
    expect(none.body.revision).toBe(some.body.revision)
    expect(none.body.items).toHaveLength(3)
    expect((await change(key, { do: 'update', ids, change: {} })).body.revision).toBe(some.body.revision)
  })

  it('removes them, and brings all of them back to their places', async () => {
    const { key, ids } = await makeDisplay()
    const removed = await change(key, { do: 'remove', ids: pick(ids, 1, 2, 4) })
    expect(removed.body.items).toEqual([])
    expect(await order(key)).toEqual(pick(ids, 0, 3))
    expect(await newest(key)).toMatchObject({ kind: 'items-removed', count: 3 })
    expect((await undo(key)).status).toBe(200)
    expect(await order(key)).toEqual(ids)
  })

  it('moves them as one block in their order, wherever, a thousand times at one place', async () => {
    const { key, ids } = await makeDisplay(6)
    let model = [...ids]
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(5), { minLength: 1 }),
        fc.option(fc.nat(5), { nil: null }),
        async (places, behind) => {
          const chosen = places.map((place) => ids[place] as ItemId)
          const after = behind === null ? null : (ids[behind] as ItemId)
          const answer = await change(key, { do: 'move', ids: chosen, after })
          if (after !== null && chosen.includes(after)) {
            expect(answer).toMatchObject({ status: 404, body: { error: { code: 'item-not-found', field: 'after' } } })
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
    const { items } = await programme(key)
    expect(items.map(({ id }) => id)).toEqual(model)
    expect(Math.max(...items.map(({ position }) => position.length))).toBeLessThanOrEqual(40)
  })

  it('copies them to the end of several displays, with all that they say, and each display undoes its own', async () => {
    const [from, one, other] = [await makeDisplay(3), await makeDisplay(1), await makeDisplay(0)]
    await change(from.key, { do: 'update', ids: from.ids, change: { schedule: WEEKDAYS, visible: false } })
    const before = (await programme(from.key)).revision
    const displays = [other.key.displayId, one.key.displayId, from.key.displayId]
    const copied = await change(from.key, { do: 'copy', ids: pick(from.ids, 2, 1), displays })
    expect(copied).toMatchObject({ status: 200, body: { items: [], revision: before + 1 } })
    for (const { key, ids } of [one, other, from]) {
      const { items } = await programme(key)
      expect(items.slice(0, ids.length).map(({ id }) => id)).toEqual(ids)
      expect(items.slice(ids.length)).toMatchObject([
        { title: 'Item 1', schedule: WEEKDAYS, visible: false, revision: 1 },
        { title: 'Item 2', schedule: WEEKDAYS, visible: false, revision: 1 },
      ])
      expect(await newest(key)).toMatchObject({ kind: 'items-copied', count: 2 })
    }
    expect(new Set([...(await order(one.key)), ...(await order(from.key))]).size).toBe(3 + 5)
    expect((await undo(one.key)).status).toBe(200)
    expect(await order(one.key)).toEqual(one.ids)
    expect(await order(other.key)).toHaveLength(2)
  })

  it('does all of it or nothing: the field says which item, or which display', async () => {
    const [from, full, free] = [await makeDisplay(2), await makeDisplay(0), await makeDisplay(0)]
    await fillDisplay(server, full.key, { items: MAX_ITEMS_PER_DISPLAY - 1 })
    const unknown = 'gone' as ItemId
    const nowhere = DisplayId.parse('nowhere')
    const cases: [ChangeItems, number, string, string][] = [
      [{ do: 'remove', ids: [...from.ids, unknown] }, 404, 'item-not-found', 'ids.2'],
      [{ do: 'move', ids: from.ids, after: unknown }, 404, 'item-not-found', 'after'],
      [
        { do: 'copy', ids: from.ids, displays: [free.key.displayId, full.key.displayId] },
        409,
        'too-many-items',
        'displays.1',
      ],
      [{ do: 'copy', ids: from.ids, displays: [free.key.displayId, nowhere] }, 404, 'display-not-found', 'displays.1'],
      [{ do: 'copy', ids: [], displays: [free.key.displayId] } as never, 422, 'invalid-field', 'ids'],
      [{ do: 'update', ids: from.ids, change: { title: 'All alike' } } as never, 422, 'unknown-field', 'change.title'],
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
    const [from, to] = [await makeDisplay(2), await makeDisplay(0)]
    const body: ChangeItems = { do: 'copy', ids: from.ids, displays: [to.key.displayId] }
    const headers = { 'idempotency-key': `copy-once-${dialect}-0001` }
    const [first, again] = [await change(from.key, body, headers), await change(from.key, body, headers)]
    expect(again.body).toEqual(first.body)
    expect(await order(to.key)).toHaveLength(2)
  })

  it('copies to many displays while everybody else has their turn', async () => {
    const [from, ...others] = [await makeDisplay(2), ...(await Promise.all([1, 2, 3, 4].map(() => makeDisplay(0))))]
    const displays = others.map(({ key }) => key.displayId)
    const caller = {
      userId: UserId.parse('copier'),
      email: '',
      sessionId: '',
      operator: false,
      organisationId,
      role: 'owner' as const,
      displays: null,
    }
    let turns = 0
    let turn = setImmediate(function next() {
      turns += 1
      turn = setImmediate(next)
    })
    await changeItems(server.app.context, { caller, commandKey: undefined }, from.key, {
      do: 'copy',
      ids: from.ids,
      displays,
    })
    clearImmediate(turn)
    // One for what each display gets, one for its entry in the log.
    expect(turns).toBeGreaterThanOrEqual(2 * displays.length)
  })

  it('somebody limited to some displays copies to none of the others, and is told no more than that', async () => {
    const [own, foreign] = [await makeDisplay(1), await makeDisplay(0)]
    const { client } = await enterAs(server, 'limited', {
      role: 'editor',
      displays: [own.key.displayId],
      home: own.key,
    })
    const body: ChangeItems = { do: 'copy', ids: own.ids, displays: [foreign.key.displayId] }
    expect(await client.call('changeItems', { params: own.key, body })).toMatchObject({
      status: 404,
      body: { error: { code: 'display-not-found', field: 'displays.0' } },
    })
    expect(await order(foreign.key)).toEqual([])
  })
})
