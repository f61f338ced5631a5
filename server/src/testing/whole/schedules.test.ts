import { DisplayId, MAX_SCHEDULE_BYTES_PER_LIST, type Schedule } from '@placard/contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { renewClocks } from '../../content/programmes/clocks.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { changedByHand } from '../changed-by-hand.ts'
import { describeDialects } from '../dialects.ts'
import { sharedTestServer } from '../shared-server.ts'

const LINK = { title: 'Menu', type: 'image' as const, url: 'https://example.org/menu.jpg' }
const WEEKDAYS: Schedule = { days: [1, 2, 3, 4, 5], hours: [{ from: '08:00', until: '12:00' }] }

describeDialects('schedules', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })
  const { organisationId } = SAMPLE_DISPLAY

  async function makeDisplay(id: string, timeZone = 'Europe/Berlin') {
    const params = { organisationId, displayId: DisplayId.parse(id) }
    await admin.call('createDisplay', {
      params: { organisationId },
      body: { id: params.displayId, name: id, timeZone },
    })
    return params
  }
  const manifestOf = async (params: typeof SAMPLE_DISPLAY) =>
    (await server.anonymous.call('getManifest', { params })).body
  const programmeOf = async (params: typeof SAMPLE_DISPLAY) => (await admin.call('getProgramme', { params })).body
  const ANY = { 'if-match': '*' }

  it('[SD1] stands on an item and on a line, in what people and screens get, and null takes it away', async () => {
    const params = await makeDisplay('stands')
    const { item } = (await admin.call('createItem', { params, body: { ...LINK, schedule: WEEKDAYS } })).body
    const { line } = (await admin.call('createLine', { params, body: { text: 'Lunch', schedule: WEEKDAYS } })).body
    expect([item.schedule, line.schedule]).toEqual([WEEKDAYS, WEEKDAYS])
    const before = await manifestOf(params)
    expect([before.items[0]?.schedule, before.lines[0]?.schedule]).toEqual([WEEKDAYS, WEEKDAYS])
    const programme = await programmeOf(params)
    expect([programme.items[0]?.schedule, programme.lines[0]?.schedule]).toEqual([WEEKDAYS, WEEKDAYS])

    const itemParams = { ...params, itemId: item.id }
    const lineParams = { ...params, lineId: line.id }
    // A field that is left out stays.
    await admin.call('updateItem', { params: itemParams, headers: ANY, body: { title: 'Lunch menu' } })
    await admin.call('updateLine', { params: lineParams, headers: ANY, body: { text: 'Lunch time' } })
    expect((await programmeOf(params)).items[0]).toMatchObject({ title: 'Lunch menu', schedule: WEEKDAYS })
    expect((await programmeOf(params)).lines[0]).toMatchObject({ text: 'Lunch time', schedule: WEEKDAYS })
    await admin.call('updateItem', { params: itemParams, headers: ANY, body: { schedule: null } })
    await admin.call('updateLine', { params: lineParams, headers: ANY, body: { schedule: null } })
    const after = await manifestOf(params)
    expect(after.items[0]).not.toHaveProperty('schedule')
    expect(after.lines[0]).not.toHaveProperty('schedule')
    expect(after).not.toHaveProperty('zoneOffsets')
  })

  it('[SD3] a manifest with a schedule carries the clock of its zone for three years in less than 150 bytes', async () => {
    const params = await makeDisplay('clock')
    await admin.call('createItem', { params, body: { ...LINK, schedule: WEEKDAYS } })
    const offsets = (await manifestOf(params)).zoneOffsets ?? []
    expect(JSON.stringify(offsets).length).toBeLessThan(150)
    expect((await programmeOf(params)).zoneOffsets).toEqual(offsets)
    const now = server.app.context.now()
    expect(offsets.at(-1)?.[0]).toBeGreaterThan(now + 2.4 * 365 * 86_400_000)
    for (const [at, minutes] of offsets.slice(1)) {
      const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/Berlin')
      expect(clock.offsetNanoseconds).toBe(minutes * 6e10)
      expect(clock.getTimeZoneTransition('previous')?.epochMilliseconds).not.toBe(at)
    }
    await admin.call('updateDisplay', { params, body: { timeZone: 'Asia/Tokyo' } })
    expect((await manifestOf(params)).zoneOffsets).toEqual([[0, 540]])
  })

  it('[SD3] a manifest of a hundred scheduled pictures is at most 1.3 times as long as without', async () => {
    const params = await makeDisplay('length')
    const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#2040c0' } })
      .jpeg()
      .toBuffer()
    const headers = { 'content-type': 'image/jpeg' }
    const { url } = (await admin.call('uploadMedia', { params: { organisationId }, body: bytes, headers })).body
    // Typical schedules: until a day, on weekdays, at noon, between two dates, and all of these together.
    const schedules: Schedule[] = [
      { until: '2099-12-19T00:00' },
      { days: [1, 2, 3, 4, 5] },
      { hours: [{ from: '11:00', until: '14:00' }] },
      { from: '2026-12-01T00:00', until: '2099-12-19T00:00' },
      WEEKDAYS,
    ]
    const ids = []
    for (let count = 0; count < 100; count += 1) {
      const body = { title: 'Picture', type: 'image' as const, url, duration: 10 }
      ids.push((await admin.call('createItem', { params, body })).body.item.id)
    }
    const lengthOf = async () => JSON.stringify(await manifestOf(params)).length
    const without = await lengthOf()
    for (const [index, schedule] of schedules.entries()) {
      const some = ids.filter((_, place) => place % schedules.length === index)
      await admin.call('changeItems', { params, body: { do: 'update', ids: some, change: { schedule } } })
    }
    expect((await manifestOf(params)).items.every(({ schedule }) => schedule !== undefined)).toBe(true)
    expect((await lengthOf()) / without).toBeLessThanOrEqual(1.3)
  })

  it('[SD4] a change of an entry that is not on does not restart the loop, and an entry that comes on does', async () => {
    const params = await makeDisplay('loop')
    await admin.call('createItem', { params, body: LINK })
    const past = { until: '2020-01-01T00:00' }
    const { item } = (await admin.call('createItem', { params, body: { ...LINK, schedule: past } })).body
    const { loopStartedAt } = await manifestOf(params)
    const change = (schedule: Schedule | null) =>
      admin.call('updateItem', { params: { ...params, itemId: item.id }, headers: ANY, body: { schedule } })
    await change({ from: '2090-01-01T00:00' })
    expect((await manifestOf(params)).loopStartedAt).toBe(loopStartedAt)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await change(null)
    expect((await manifestOf(params)).loopStartedAt).toBeGreaterThan(loopStartedAt)
  })

  it.each<[string, unknown, string, string]>([
    ['weekday 0', { days: [0] }, 'schedule-no-such-time', 'schedule.days.0'],
    ['weekday 8', { days: [1, 8] }, 'schedule-no-such-time', 'schedule.days.1'],
    ['no weekday at all', { days: [] }, 'schedule-without-days', 'schedule.days'],
    ['no time of day at all', { hours: [] }, 'schedule-without-hours', 'schedule.hours'],
    [
      'a time that does not exist',
      { hours: [{ from: '24:00', until: '25:10' }] },
      'schedule-no-such-time',
      'schedule.hours.0.from',
    ],
    ['a date that does not exist', { not: ['2026-02-30'] }, 'schedule-no-such-time', 'schedule.not.0'],
    ['an instant with a zone', { from: '2026-12-01T08:00Z' }, 'schedule-no-such-time', 'schedule.from'],
    [
      'an end before the beginning',
      { from: '2026-12-02T08:00', until: '2026-12-01T08:00' },
      'schedule-ends-first',
      'schedule.until',
    ],
    [
      'no moment at which it is on',
      { from: '2026-12-01T00:00', until: '2026-12-04T00:00', days: [1] },
      'schedule-never-on',
      'schedule',
    ],
    [
      'a thousand exceptions',
      { not: Array.from({ length: 1_000 }, () => '2026-12-24') },
      'schedule-too-long',
      'schedule.not',
    ],
    [
      'nine times of day',
      { hours: Array.from({ length: 9 }, () => ({ from: '08:00', until: '09:00' })) },
      'schedule-too-long',
      'schedule.hours',
    ],
    ['a word of its own', { weeks: 2 }, 'unknown-field', 'schedule.weeks'],
    ['alone: false', { alone: false }, 'invalid-field', 'schedule.alone'],
    ['text', 'weekdays', 'invalid-field', 'schedule'],
  ])('refuses %s with a clear word and the field, and changes nothing', async (_, schedule, code, field) => {
    const params = SAMPLE_DISPLAY
    const before = await programmeOf(params)
    const [item, line] = [before.items[0], before.lines[0]]
    const body = { schedule } as never
    const answers = [
      await admin.call('createItem', { params, body: { ...LINK, schedule } as never }),
      await admin.call('updateItem', { params: { ...params, itemId: item?.id as never }, headers: ANY, body }),
      await admin.call('createLine', { params, body: { text: 'Lunch', schedule } as never }),
      await admin.call('updateLine', { params: { ...params, lineId: line?.id as never }, headers: ANY, body }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 422, body: { error: { code, field } } })
    expect(await programmeOf(params)).toEqual(before)
  })

  it('is written in one way, whatever order it came in', async () => {
    const params = await makeDisplay('order')
    const schedule = {
      days: [5, 1, 5],
      hours: [{ from: '08:00:00', until: '12:00:30' }],
      not: ['2026-12-31', '2026-12-24'],
    }
    const { item } = (await admin.call('createItem', { params, body: { ...LINK, schedule } })).body
    expect(item.schedule).toEqual({
      days: [1, 5],
      hours: [{ from: '08:00', until: '12:00:30' }],
      not: ['2026-12-24', '2026-12-31'],
    })
  })

  it('[CP5] a text takes a longer schedule where what is included leaves room for it, and other words always', async () => {
    const params = await makeDisplay('shared')
    const created = await admin.call('createPlaylist', { params: { organisationId }, body: { name: 'Lunches' } })
    const playlist = { organisationId, playlistId: created.body.playlist.id }
    const url = `/playlists?id=${playlist.playlistId}`
    expect((await admin.call('createItem', { params, body: { title: 'Lunches', type: 'playlist', url } })).status).toBe(
      201,
    )
    const { line } = (await admin.call('createLine', { params, body: { text: 'Soup' } })).body
    const change = (body: object) =>
      admin.call('updateLine', { params: { ...params, lineId: line.id }, headers: ANY, body })
    const not = Array.from({ length: 100 }, (_, day) =>
      new Date(Date.UTC(2027, 0, 1) + day * 86_400_000).toISOString().slice(0, 10),
    )
    const schedule = { days: [1], not }
    const fits = Math.floor(MAX_SCHEDULE_BYTES_PER_LIST / JSON.stringify(schedule).length)
    for (let count = 0; count < fits; count += 1) {
      await admin.call('createLine', { params: playlist, body: { text: 'Lunch', schedule } })
    }
    expect(await change({ schedule })).toMatchObject({ status: 409, body: { error: { code: 'schedules-too-long' } } })
    expect((await change({ text: 'Stew' })).status).toBe(200)
    expect((await change({ schedule: { days: [1] } })).status).toBe(200)
  })

  it('a display takes so many schedules that its manifest stays within its bound', async () => {
    const params = await makeDisplay('many')
    const not = Array.from({ length: 100 }, (_, day) =>
      new Date(Date.UTC(2027, 0, 1) + day * 86_400_000).toISOString().slice(0, 10),
    )
    const schedule = { days: [1], not }
    const fits = Math.floor(MAX_SCHEDULE_BYTES_PER_LIST / JSON.stringify(schedule).length)
    for (let count = 0; count < fits; count += 1) {
      expect((await admin.call('createLine', { params, body: { text: 'Lunch', schedule } })).status).toBe(201)
    }
    const refused = await admin.call('createLine', { params, body: { text: 'Lunch', schedule } })
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'schedules-too-long', field: 'schedule' } } })
    // A schedule cannot be restored either when another one has taken its room.
    const lineId = (await programmeOf(params)).lines.at(-1)?.id as never
    await admin.call('removeLine', { params: { ...params, lineId }, headers: ANY })
    const { entries } = (await admin.call('listActivity', { params })).body
    const removal = entries.find(({ kind }) => kind === 'line-removed')
    expect((await admin.call('createLine', { params, body: { text: 'Lunch', schedule } })).status).toBe(201)
    expect(await admin.call('undoActivity', { params: { ...params, entryId: removal?.id as never } })).toMatchObject({
      status: 409,
      body: { error: { code: 'schedules-too-long' } },
    })
    expect((await admin.call('createLine', { params, body: { text: 'Lunch' } })).status).toBe(201)
    const { line } = { line: (await programmeOf(params)).lines[0] }
    const shorter = await admin.call('updateLine', {
      params: { ...params, lineId: line?.id as never },
      headers: ANY,
      body: { schedule: { days: [1] } },
    })
    expect(shorter.status).toBe(200)
  })

  it('[SD1] a schedule without parts is no schedule: it is answered as none, and setting it again changes nothing', async () => {
    const params = await makeDisplay('parts')
    for (const schedule of [{}, { not: [] }]) {
      const { item } = (await admin.call('createItem', { params, body: { ...LINK, schedule } })).body
      const { line } = (await admin.call('createLine', { params, body: { text: 'Lunch', schedule } })).body
      expect(item).not.toHaveProperty('schedule')
      expect(line).not.toHaveProperty('schedule')
      const { revision } = await programmeOf(params)
      const lineParams = { ...params, lineId: line.id }
      expect((await admin.call('updateLine', { params: lineParams, headers: ANY, body: { schedule } })).status).toBe(
        200,
      )
      const body = { do: 'update' as const, ids: [item.id], change: { schedule } }
      expect((await admin.call('changeItems', { params, body })).body.items[0]).not.toHaveProperty('schedule')
      expect((await programmeOf(params)).revision).toBe(revision)
      const exceptions = { ...WEEKDAYS, not: [] }
      const changed = await admin.call('updateItem', {
        params: { ...params, itemId: item.id },
        headers: ANY,
        body: { schedule: exceptions },
      })
      expect(changed.body.item.schedule).toEqual(WEEKDAYS)
    }
  })

  it('[SD1] a change is logged as one of the schedule, undone, and gone back before', async () => {
    const params = await makeDisplay('undone')
    const { item } = (await admin.call('createItem', { params, body: LINK })).body
    const { line, revision } = (await admin.call('createLine', { params, body: { text: 'Lunch' } })).body
    const change = async () => {
      await admin.call('updateItem', {
        params: { ...params, itemId: item.id },
        headers: ANY,
        body: { schedule: WEEKDAYS },
      })
      await admin.call('updateLine', {
        params: { ...params, lineId: line.id },
        headers: ANY,
        body: { schedule: WEEKDAYS },
      })
    }
    const schedules = async () => {
      const { items, lines } = await programmeOf(params)
      return [items[0]?.schedule, lines[0]?.schedule]
    }
    await change()
    const { entries } = (await admin.call('listActivity', { params })).body
    const told = entries.slice(0, 2)
    expect(told.map(({ kind, fields }) => [kind, fields])).toEqual([
      ['line-changed', ['schedule']],
      ['item-changed', ['schedule']],
    ])
    for (const { id } of told) {
      expect((await admin.call('undoActivity', { params: { ...params, entryId: id } })).status).toBe(200)
    }
    expect(await schedules()).toEqual([undefined, undefined])
    await change()
    expect(await schedules()).toEqual([WEEKDAYS, WEEKDAYS])
    expect((await admin.call('restoreProgramme', { params, body: { revision } })).status).toBe(200)
    expect(await schedules()).toEqual([undefined, undefined])
  })

  it('an undo of many things keeps what the log knows of a line that got a schedule meanwhile', async () => {
    const params = await makeDisplay('between')
    const ids = []
    for (let count = 0; count < 12; count += 1) {
      ids.push((await admin.call('createItem', { params, body: LINK })).body.item.id)
    }
    const { line } = (await admin.call('createLine', { params, body: { text: 'Lunch' } })).body
    const { revision } = (
      await admin.call('changeItems', { params, body: { do: 'update', ids, change: { visible: false } } })
    ).body
    const [hidden] = (await admin.call('listActivity', { params })).body.entries
    await admin.call('updateLine', {
      params: { ...params, lineId: line.id },
      headers: ANY,
      body: { schedule: WEEKDAYS },
    })
    const undone = await admin.call('undoActivity', { params: { ...params, entryId: hidden?.id as never } })
    expect(undone.status).toBe(200)
    expect((await admin.call('restoreProgramme', { params, body: { revision } })).status).toBe(200)
    expect((await programmeOf(params)).lines[0]).not.toHaveProperty('schedule')
    expect((await admin.call('restoreProgramme', { params, body: { revision: undone.body.revision } })).status).toBe(
      200,
    )
    expect((await programmeOf(params)).lines[0]?.schedule).toEqual(WEEKDAYS)
  })

  it('an entry with a schedule that was written into the database by hand is always on, and the rest is kept', async () => {
    const params = await makeDisplay('by-hand')
    const { item } = (await admin.call('createItem', { params, body: { ...LINK, schedule: WEEKDAYS } })).body
    const { queries } = server.app.context.database
    for (const [stored, expected] of [
      ['{', undefined],
      ['{"days":[9],"until":"2030-01-01T00:00"}', { until: '2030-01-01T00:00' }],
    ] as const) {
      await queries.updateTable('item').set({ schedule: stored }).where('id', '=', item.id).execute()
      await changedByHand(queries, params)
      expect((await manifestOf(params)).items[0]?.schedule).toEqual(expected)
    }
  })

  it('[SD3] a display with a schedule gets new zone offsets when the rules of the zones have changed, and no other does', async () => {
    const { context } = server.app
    await renewClocks(context, 'rules of 2026')
    const [timed, ticking, plain] = [
      await makeDisplay('timed'),
      await makeDisplay('ticking'),
      await makeDisplay('plain'),
    ]
    await admin.call('createItem', { params: timed, body: { ...LINK, schedule: WEEKDAYS } })
    await admin.call('createLine', { params: ticking, body: { text: 'Lunch', schedule: WEEKDAYS } })
    await admin.call('createItem', { params: plain, body: LINK })
    const revisions = async () =>
      Promise.all([timed, ticking, plain].map(async (params) => (await manifestOf(params)).revision))
    const before = await revisions()
    await renewClocks(context, 'rules of 2026')
    expect(await revisions()).toEqual(before)
    await renewClocks(context, 'rules of 2027')
    expect((await revisions()).map((revision, index) => revision - (before[index] ?? 0))).toEqual([1, 1, 0])
    // Earlier changes can still be undone, and earlier revisions restored.
    const [entry] = (await admin.call('listActivity', { params: timed })).body.entries.slice(1)
    const undone = await admin.call('undoActivity', { params: { ...timed, entryId: entry?.id as never } })
    expect(undone.status).toBe(200)
  })
})
