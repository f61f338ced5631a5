import {
  type ColumnId,
  type ComparedValue,
  type Comparison,
  type Condition,
  type CreateItem,
  DisplayId,
  type DisplayKey,
  type Manifest,
  NO_PICTURE,
  type Operator,
  OrganisationId,
  type ProgrammeKey,
  RowId,
  type TableContents,
  type Value,
} from '@placard/contract'
import { answerTo, finderOf, planAt, zoneManifestOf } from '@placard/playback'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeDialects } from '../../testing/dialects.ts'
import { createMenu } from '../../testing/menu-table.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { programmeMaker } from '../../testing/programme-maker.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { renewAnswers } from '../programmes/service.ts'

const ANY = { 'if-match': '*' }
const SOUP = RowId.parse('soup')

describeDialects('conditions', (dialect) => {
  let server: TestServer
  let admin: Client
  let make: ReturnType<typeof programmeMaker>
  let display: DisplayKey
  let table: TableContents

  beforeAll(async () => {
    server = await startTestServer({ dialect })
    admin = await server.signIn()
    make = programmeMaker(() => admin)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    display = await make.makeDisplay()
    table = await createMenu(admin, display.organisationId, {
      language: 'de-DE',
      more: [
        { name: 'From', type: 'time' },
        { name: 'Until', type: 'date' },
        { name: 'Picture', type: 'picture' },
      ],
      rows: [{ id: SOUP, cells: { Dish: 'Soup', Price: '4,50' } }],
    })
  })

  const tableKey = () => ({ organisationId: display.organisationId, tableId: table.table.id })
  const columnOf = (name: string) => table.table.columns.find((column) => column.name === name)?.id as ColumnId
  const cell = (column = 'Sold out'): Value => ({
    of: 'cell',
    tableId: table.table.id,
    rowId: SOUP,
    columnId: columnOf(column),
  })
  const compare = (column: string, operator: Operator, constant?: string | number | boolean): Comparison => ({
    value: cell(column),
    operator,
    ...(constant === undefined ? {} : { constant }),
    names: ['Menu', 'Soup', column],
  })
  const when = (all = [compare('Sold out', '=', true)], otherwise: Condition['otherwise'] = 'off'): Condition => ({
    all,
    otherwise,
  })
  const setCells = async (cells: Record<string, string | boolean | null>) => {
    const params = { ...tableKey(), rowId: SOUP }
    expect((await admin.call('updateRow', { params, body: { cells }, headers: ANY })).status).toBe(200)
  }
  const manifestOf = async (key: ProgrammeKey): Promise<Manifest> =>
    (await admin.call('getManifest', { params: key as DisplayKey })).body
  const notice = (heading: string, more: Partial<CreateItem> = {}) => ({
    title: heading,
    type: 'notice' as const,
    url: NO_PICTURE,
    notice: { look: 'paper' as const, heading, body: '', byline: '' },
    ...more,
  })
  const addItem = async (key: ProgrammeKey, heading: string, condition?: Condition) => {
    const body = notice(heading, condition ? { condition } : {})
    const answer = await admin.call('createItem', { params: key as DisplayKey, body })
    expect(answer.status).toBe(201)
    return answer.body.item
  }
  const refusal = async (condition: unknown) => {
    const body = { ...notice('No soup'), condition } as never
    const answer = await admin.call('createItem', { params: display, body })
    const { error } = answer.body as never as { error: { code: string; field?: string } }
    return [answer.status, error.code, error.field]
  }
  const playing = (manifest: Manifest) =>
    planAt(manifest, server.app.context.now()).items.map(({ notice: of }) => of?.heading)

  it('[DT6] a changed cell takes an item on and off the screens, and its loop begins anew', async () => {
    await addItem(display, 'Welcome')
    await addItem(display, 'No soup', when())
    const elsewhere = await make.makeDisplay()
    const [off, other] = [await manifestOf(display), await manifestOf(elsewhere)]
    expect(playing(off)).toEqual(['Welcome'])
    expect(off.items.map(({ condition }) => condition)).toEqual([undefined, { on: false }])

    await setCells({ 'Sold out': 'ja' })
    const on = await manifestOf(display)
    expect(playing(on)).toEqual(['Welcome', 'No soup'])
    expect(on.revision).toBe(off.revision + 1)
    expect(on.loopStartedAt).toBeGreaterThan(off.loopStartedAt)

    await setCells({ Dish: 'Soup of the day' })
    const same = await manifestOf(display)
    expect(same).toMatchObject({ revision: on.revision + 1, loopStartedAt: on.loopStartedAt })
    await setCells({ 'Sold out': null })
    expect(playing(await manifestOf(display))).toEqual(['Welcome'])
    expect((await manifestOf(elsewhere)).revision).toBe(other.revision)
  })

  it('[DT6] a display without conditions has the manifest and the programme that it had', async () => {
    await addItem(display, 'Welcome')
    await admin.call('createLine', { params: display, body: { text: 'Welcome' } })
    const text = JSON.stringify([
      await manifestOf(display),
      (await admin.call('getProgramme', { params: display })).body,
    ])
    expect(text).not.toContain('condition')
    expect(text).not.toContain('"values"')
  })

  it('[DT6] screens receive the answer alone, and the dashboard the values with their names', async () => {
    await addItem(display, 'No soup', when([compare('Sold out', '=', true), compare('Price', '<', '5,5')]))
    const manifest = await manifestOf(display)
    expect(JSON.stringify(manifest)).not.toContain(table.table.id)
    const { body: programme } = await admin.call('getProgramme', { params: display })
    const common = { language: 'de-DE' }
    expect(programme.values).toEqual([
      { of: cell(), names: ['Menu', 'Soup', 'Sold out'], column: { type: 'yes-no' }, value: false, ...common },
      {
        of: cell('Price'),
        names: ['Menu', 'Soup', 'Price'],
        column: { type: 'money', currency: 'EUR' },
        value: 4.5,
        ...common,
      },
    ])
    // A constant is read like a cell of the table.
    expect(programme.items[0]?.condition?.all[1]).toEqual(compare('Price', '<', 5.5))
  })

  it('[DT6] lines, corner pieces, included playlists and zones have conditions', async () => {
    await addItem(display, 'Welcome')
    const condition = when()
    const line = await admin.call('createLine', { params: display, body: { text: 'No soup', condition } })
    expect(line.body.line.condition).toEqual(condition)
    const piece = { kind: 'words' as const, text: 'No soup', size: 10, condition }
    const corner = { ...display, corner: 'top-left' as const }
    expect((await admin.call('setCornerPiece', { params: corner, body: { piece }, headers: ANY })).status).toBe(200)
    const [included, zoned] = [await make.makePlaylist([display.displayId]), await make.makePlaylist()]
    await addItem(included, 'Other dishes')
    await addItem(zoned, 'Menu')
    const { body: programme } = await admin.call('getProgramme', { params: display })
    const inclusion = programme.items.find(({ type }) => type === 'playlist')
    const itemId = inclusion?.id as never
    await admin.call('updateItem', { params: { ...display, itemId }, body: { condition }, headers: ANY })
    const zones = [{ playlistId: zoned.playlistId, stays: false, condition }]
    const layout = { arrangement: 'side-bar' as const, dividers: [75], side: 'end' as const, pinned: false, zones }
    const set = await admin.call('setLayout', { params: display, body: { layout }, headers: ANY })
    expect(set.body.layout?.zones).toEqual(zones)

    const told = async () => {
      const manifest = await manifestOf(display)
      const plan = planAt(manifest, server.app.context.now())
      const zone = manifest.layout?.zones[0]
      return [
        playing(manifest),
        plan.lines.length,
        plan.corners?.length,
        zone && playing(zoneManifestOf(manifest, zone)),
      ]
    }
    expect(await told()).toEqual([['Welcome'], 0, 0, []])
    await setCells({ 'Sold out': true })
    expect(await told()).toEqual([['Welcome', 'Other dishes'], 1, 1, ['Menu']])
  })

  it('[DT6] an answer that changes in a playlist restarts the loops of the displays that include it', async () => {
    await addItem(display, 'Welcome')
    const playlist = await make.makePlaylist([display.displayId])
    await addItem(playlist, 'No soup', when())
    const before = await manifestOf(display)
    await setCells({ 'Sold out': true })
    const after = await manifestOf(display)
    expect(playing(after)).toEqual(['Welcome', 'No soup'])
    expect(after.loopStartedAt).toBeGreaterThan(before.loopStartedAt)
    expect((await manifestOf(playlist)).loopStartedAt).toBe(after.loopStartedAt)
  })

  it('[DT6] the default is shown while a value is missing, its row, its column or its table gone', async () => {
    const price = [compare('Price', '<', 100)]
    await addItem(display, 'Default on', when(price, 'on'))
    await addItem(display, 'Default off', when(price, 'off'))
    await addItem(display, 'No price', when([compare('Price', 'missing')]))
    const both = ['Default on', 'Default off']
    expect(playing(await manifestOf(display))).toEqual(both)
    await setCells({ Price: null })
    expect(playing(await manifestOf(display))).toEqual(['Default on', 'No price'])
    await setCells({ Price: '4' })
    expect(playing(await manifestOf(display))).toEqual(both)
    await admin.call('removeRow', { params: { ...tableKey(), rowId: SOUP }, headers: ANY })
    expect(playing(await manifestOf(display))).toEqual(['Default on', 'No price'])
    const { body: programme } = await admin.call('getProgramme', { params: display })
    expect(programme.values).toEqual([])
    // A table that conditions use may be removed, and brought back.
    expect((await admin.call('removeTable', { params: tableKey(), headers: ANY })).status).toBe(204)
    expect(playing(await manifestOf(display))).toEqual(['Default on', 'No price'])
  })

  it('[DT6] a removed table brought back has its say again', async () => {
    await addItem(display, 'Cheap', when([compare('Price', '<', 100)]))
    await admin.call('removeTable', { params: tableKey(), headers: ANY })
    expect(playing(await manifestOf(display))).toEqual([])
    expect((await admin.call('bringBackTable', { params: tableKey() })).status).toBe(200)
    expect(playing(await manifestOf(display))).toEqual(['Cheap'])
  })

  describe('what is refused, at its field', () => {
    it('[DT9] a table, a row or a column that does not exist, and a table of another organisation', async () => {
      const of = (value: object) => refusal({ all: [{ ...compare('Price', '<', 5), value }], otherwise: 'on' })
      const value = cell('Price')
      expect(await of({ ...value, tableId: '_t-0123456789abcdefghij' })).toEqual([
        404,
        'table-not-found',
        'condition.all.0.value.tableId',
      ])
      expect(await of({ ...value, rowId: 'pizza' })).toEqual([404, 'row-not-found', 'condition.all.0.value.rowId'])
      expect(await of({ ...value, columnId: 'abcdef' })).toEqual([
        404,
        'column-not-found',
        'condition.all.0.value.columnId',
      ])
      const home = { organisationId: OrganisationId.parse(`other-${dialect}`), displayId: DisplayId.parse('hall') }
      await makePlace(server, home)
      const { client: stranger } = await enterAs(server, `stranger-${dialect}`, { role: 'owner', home })
      const answer = await stranger.call('createLine', { params: home, body: { text: 'Soup', condition: when() } })
      expect(answer).toMatchObject({
        status: 404,
        body: { error: { code: 'table-not-found', field: 'condition.all.0.value.tableId' } },
      })
    })

    it('[DT9] a table, for people who are limited to displays: they see none, and may only keep what is there', async () => {
      const item = await addItem(display, 'No soup', when())
      const name = `limited-${dialect}-${display.displayId}`
      const { client } = await enterAs(server, name, { role: 'editor', displays: [display.displayId] })
      const added = await client.call('createLine', { params: display, body: { text: 'No soup', condition: when() } })
      expect(added).toMatchObject({
        status: 404,
        body: { error: { code: 'table-not-found', field: 'condition.all.0.value.tableId' } },
      })
      const update = (condition: Condition) =>
        client.call('updateItem', { params: { ...display, itemId: item.id }, body: { condition }, headers: ANY })
      expect((await update(when([compare('Price', '<', 5)]))).status).toBe(404)
      expect((await update(when([compare('Sold out', '=', false)]))).status).toBe(200)
    })

    it('[DT9] an operator that does not fit the type of the value', async () => {
      const first = (column: string, operator: Operator, constant?: string | number | boolean) =>
        refusal(when([compare(column, operator, constant)]))
      const wrong = [422, 'operator-not-fitting', 'condition.all.0.operator']
      expect(await first('Dish', '<', 'Soup')).toEqual(wrong)
      expect(await first('Sold out', '>=', true)).toEqual(wrong)
      expect(await first('Picture', '=', 'a')).toEqual(wrong)
      expect(await first('Sold out', 'missing')).toEqual(wrong)
    })

    it('[DT9] a constant that is not of the type of the value', async () => {
      const second = (column: string, constant: string | number | boolean) =>
        refusal(when([compare('Price', '<', 5), compare(column, '=', constant)]))
      const field = 'condition.all.1.constant'
      expect(await second('Price', '4,5,0')).toEqual([422, 'number-not-valid', field])
      expect(await second('From', '25:00')).toEqual([422, 'time-not-valid', field])
      expect(await second('Until', '31.02.2026')).toEqual([422, 'date-not-valid', field])
      expect(await second('Sold out', 'perhaps')).toEqual([422, 'yes-no-not-valid', field])
      expect(await second('Dish', ' ')).toEqual([422, 'constant-missing', field])
      expect(await second('Dish', 'x'.repeat(201))).toEqual([422, 'too-long', field])
    })

    it('[DT9] no comparison, four of them, one without a constant, and a constant for "is missing"', async () => {
      expect(await refusal({ all: [], otherwise: 'on' })).toEqual([422, 'invalid-field', 'condition.all'])
      const four = Array.from({ length: 4 }, () => compare('Price', '<', 5))
      expect(await refusal({ all: four, otherwise: 'on' })).toEqual([422, 'invalid-field', 'condition.all'])
      const field = 'condition.all.0.constant'
      expect(await refusal(when([compare('Price', '<')]))).toEqual([422, 'constant-missing', field])
      expect(await refusal(when([compare('Price', 'missing', 4)]))).toEqual([422, 'constant-missing', field])
    })

    it('[DT9] each command names the field in its own body', async () => {
      const bad = when([compare('Dish', '<', 'Soup')])
      const item = await addItem(display, 'Welcome')
      const { body: line } = await admin.call('createLine', { params: display, body: { text: 'Welcome' } })
      const codeOf = ({ body }: { body: unknown }) => (body as { error: { field: string } }).error.field
      const layout = { arrangement: 'side-bar' as const, dividers: [75], side: 'end' as const, pinned: false }
      const zones = [{ name: 'Soup', stays: false, condition: bad }]
      const piece = { kind: 'words' as const, text: 'No soup', size: 10, condition: bad }
      const change = { condition: bad }
      const corner = { ...display, corner: 'top-left' as const }
      const answers = [
        await admin.call('updateItem', { params: { ...display, itemId: item.id }, body: change, headers: ANY }),
        await admin.call('updateLine', { params: { ...display, lineId: line.line.id }, body: change, headers: ANY }),
        await admin.call('changeItems', { params: display, body: { do: 'update', ids: [item.id], change } }),
        await admin.call('setCornerPiece', { params: corner, body: { piece }, headers: ANY }),
        await admin.call('setLayout', { params: display, body: { layout: { ...layout, zones } }, headers: ANY }),
      ]
      expect(answers.map(codeOf)).toEqual([
        'condition.all.0.operator',
        'condition.all.0.operator',
        'change.condition.all.0.operator',
        'piece.condition.all.0.operator',
        'layout.zones.0.condition.all.0.operator',
      ])
      expect((await manifestOf(display)).layout).toBeUndefined()
    })
  })

  it('[DT6] the log names a changed condition, and an undo puts the former one back', async () => {
    const item = await addItem(display, 'No soup', when())
    const params = { ...display, itemId: item.id }
    const cheap = when([compare('Price', '<', 5)], 'on')
    await admin.call('updateItem', { params, body: { condition: cheap }, headers: ANY })
    const { body: changed } = await admin.call('updateItem', { params, body: { condition: null }, headers: ANY })
    expect(changed.item.condition).toBeUndefined()
    const newest = async () => (await admin.call('listActivity', { params: display })).body.entries
    const [entry] = await newest()
    expect(entry).toMatchObject({ kind: 'item-changed', fields: ['condition'] })
    const undo = { ...display, entryId: entry?.id as never }
    expect((await admin.call('undoActivity', { params: undo })).status).toBe(200)
    const { body: programme } = await admin.call('getProgramme', { params: display })
    expect(programme.items[0]?.condition).toEqual(cheap)
    expect(playing(await manifestOf(display))).toEqual(['No soup'])
  })

  it('[DT6] several items get one condition at once, and copies on another display keep it', async () => {
    const ids = [(await addItem(display, 'No soup')).id, (await addItem(display, 'No pie')).id]
    const condition = when()
    const body = { do: 'update' as const, ids, change: { condition } }
    expect((await admin.call('changeItems', { params: display, body })).status).toBe(200)
    expect(playing(await manifestOf(display))).toEqual([])
    const other = await make.makeDisplay()
    const copy = { do: 'copy' as const, ids, displays: [other.displayId] }
    expect((await admin.call('changeItems', { params: display, body: copy })).status).toBe(200)
    await setCells({ 'Sold out': true })
    expect(playing(await manifestOf(other))).toEqual(['No soup', 'No pie'])
  })

  it('[DT6] the page to read has what is on', async () => {
    await addItem(display, 'Welcome')
    await addItem(display, 'No soup', when())
    const page = async () =>
      (await server.anonymous.visit(`/read/${display.organisationId}/${display.displayId}`)).text()
    expect(await page()).not.toContain('No soup')
    await setCells({ 'Sold out': true })
    expect(await page()).toContain('No soup')
  })

  it('[DT6] a condition that is changed meanwhile is a conflict, and the answer has the present one', async () => {
    const item = await addItem(display, 'No soup', when())
    const params = { ...display, itemId: item.id }
    const answer = await admin.call('updateItem', {
      params,
      body: { condition: null },
      headers: { 'if-match': `"${item.revision + 1}"` },
    })
    const { error } = answer.body as never as { error: { code: string; current: { condition: Condition } } }
    expect([error.code, error.current.condition]).toEqual(['changed-meanwhile', when()])
  })

  describe('by the clock', () => {
    const DAY_MS = 24 * 60 * 60_000
    /** The date at the display, some days from now. */
    const dateIn = (days: number) => {
      const at = Temporal.Instant.fromEpochMilliseconds(server.app.context.now() + days * DAY_MS)
      return at.toZonedDateTimeISO('Asia/Tokyo').toPlainDate().toString()
    }
    const midnightIn = (days: number) =>
      Temporal.PlainDate.from(dateIn(days)).toZonedDateTime('Asia/Tokyo').epochMilliseconds
    const ofToday = (column: string): ComparedValue => ({
      of: 'today',
      tableId: table.table.id,
      dateColumnId: columnOf('Until'),
      columnId: columnOf(column),
    })
    beforeEach(async () => {
      const body = { timeZone: 'Asia/Tokyo' }
      expect((await admin.call('updateDisplay', { params: display, body, headers: ANY })).status).toBe(200)
    })

    it('[DT6] a date that is today is answered for each day to come, by the clock of the display', async () => {
      await setCells({ Until: dateIn(2) })
      await addItem(display, 'Last day', when([compare('Until', '=', 'today')]))
      const manifest = await manifestOf(display)
      expect(manifest.items[0]?.condition).toEqual({
        on: false,
        until: midnightIn(2),
        otherwise: true,
        later: [midnightIn(3)],
      })
      const counts = [midnightIn(2) - 1, midnightIn(2), midnightIn(3) - 1, midnightIn(3)]
      expect(counts.map((at) => planAt(manifest, at).items.length)).toEqual([0, 1, 1, 0])
      // The pages of editors have the same answer, also for the days before.
      const { body: programme } = await admin.call('getProgramme', { params: display })
      const [item] = programme.items
      if (!item?.condition) throw new Error('the item has no condition')
      expect(answerTo(item.condition, finderOf(programme.values))).toEqual(manifest.items[0]?.condition)
      expect(item.condition.all[0]).toMatchObject({ constant: 'today', names: ['Menu', 'Soup', 'Until'] })
      await setCells({ Until: dateIn(0) })
      expect(playing(await manifestOf(display))).toEqual(['Last day'])
    })

    it('[DT6] the row of today changes with the day, and a day without one has the default', async () => {
      const rows = [1, 3].map((days) => ({
        cells: { Dish: `Day ${days}`, Until: dateIn(days), 'Sold out': days === 1 },
      }))
      await setCells({ Until: dateIn(0), 'Sold out': true })
      expect((await admin.call('createRows', { params: tableKey(), body: { rows } })).status).toBe(201)
      const soldOut = { value: ofToday('Sold out'), operator: '=' as const, constant: true, names: [] }
      const item = await addItem(display, 'Nothing today', when([soldOut]))
      expect(item.condition?.all[0]?.names).toEqual(['Menu', 'Until', 'Sold out'])
      const { condition } = (await manifestOf(display)).items[0] ?? {}
      expect(condition).toEqual({ on: true, until: midnightIn(2), otherwise: false })
      const params = { ...tableKey(), rowId: table.rows[0]?.id as never }
      expect((await admin.call('removeRow', { params, headers: ANY })).status).toBe(200)
      expect((await manifestOf(display)).items[0]?.condition).toEqual({
        on: false,
        until: midnightIn(1),
        otherwise: true,
        later: [midnightIn(2)],
      })
    })

    it('[DT6] refuses the present date for another type, and a column that has no dates', async () => {
      expect(await refusal(when([compare('From', '<', 'today')]))).toEqual([
        422,
        'time-not-valid',
        'condition.all.0.constant',
      ])
      const value = { ...ofToday('Sold out'), dateColumnId: columnOf('Dish') }
      const soldOut = { value, operator: '=' as const, constant: true, names: [] }
      expect(await refusal(when([soldOut]))).toEqual([404, 'column-not-found', 'condition.all.0.value.dateColumnId'])
    })

    it('[DT6] the answers of a further week are sent by themselves, once, and nobody else gets a manifest', async () => {
      const { context } = server.app
      await renewAnswers(context, 'week 1')
      const plain = await make.makeDisplay()
      await addItem(plain, 'Welcome')
      await setCells({ From: '12:00' })
      await addItem(display, 'Lunch', when([compare('From', '<=', 'now')]))
      const including = await make.makeDisplay()
      const playlist = await make.makePlaylist([including.displayId])
      await addItem(playlist, 'Dinner', when([compare('From', '>', 'now')]))
      const all = [plain, display, including]
      const revisions = () => Promise.all(all.map(async (key) => (await manifestOf(key)).revision))
      const before = await revisions()
      const { condition } = (await manifestOf(display)).items[0] ?? {}
      // Twice a day for a month at least.
      expect(condition?.later?.length).toBeGreaterThanOrEqual(61)
      expect(condition?.later?.length).toBeLessThanOrEqual(79)
      await renewAnswers(context, 'week 2')
      expect((await revisions()).map((one, index) => one - (before[index] as number))).toEqual([0, 1, 1])
      await renewAnswers(context, 'week 2')
      expect((await revisions()).map((one, index) => one - (before[index] as number))).toEqual([0, 1, 1])
    })

    it('[DT6] a manifest with very many of them stays small, and every answer of it knows the next days', async () => {
      await setCells({ From: '12:00' })
      const condition = when([compare('From', '<=', 'now')])
      const ids = []
      for (let count = 0; count < 60; count += 1) ids.push((await addItem(display, `Lunch ${count}`)).id)
      const body = { do: 'update' as const, ids, change: { condition } }
      expect((await admin.call('changeItems', { params: display, body })).status).toBe(200)
      const changes = (await manifestOf(display)).items.map((item) => item.condition?.later?.length ?? 0)
      expect(changes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2_000)
      expect(Math.min(...changes)).toBeGreaterThan(20)
    })
  })
})
