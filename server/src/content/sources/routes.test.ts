import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { join } from 'node:path'
import {
  ColumnId,
  DisplayId,
  type OrganisationId,
  type RouteBodyInput,
  RowId,
  type TableContents,
  type TableKey,
  wordsOfValue,
} from '@placard/contract'
import { zipOf } from '@placard/table-files'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { type FeedServer, icsOf, startFeedServer } from '../../testing/feed-server.ts'
import { enterAs } from '../../testing/people.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { uniquePicture } from '../../testing/unique-picture.ts'

const { organisationId } = SAMPLE_DISPLAY
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NOW = Date.parse('2026-11-23T09:00:00Z')
const MENU_CSV = 'Dish;Price;Day\r\nSoup;4,50;24.12.2026\r\nCake;3;25.12.2026\r\n'
const SECRET = 'Bearer canary-of-a-source'

type Columns = RouteBodyInput<'setTableSource'>['columns']
const MENU_COLUMNS = [
  { from: 'Dish', to: { id: 'dish01', name: 'Dish', type: 'words' } },
  { from: 'Price', to: { id: 'price1', name: 'Price', type: 'money' } },
  { from: 'Day', to: { id: 'day001', name: 'Day', type: 'date' } },
] as const satisfies Columns

describeDialects('sources of tables', (dialect) => {
  let world: FeedServer
  let server: TestServer
  let admin: Client
  let now = NOW
  let made = 0

  beforeAll(async () => {
    world = await startFeedServer()
    server = await startTestServer({ dialect, now: () => now, outside: world.outside })
    admin = await server.signIn()
  })
  afterAll(async () => {
    await server.close()
    await world.close()
  })
  beforeEach(async () => {
    now += 10 * MINUTE_MS
    admin = await server.signIn()
  })

  const send = (response: ServerResponse, body: string | Uint8Array, type = 'text/csv', headers = {}) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)
  const serve = (path: string, body: string | Uint8Array, type?: string) =>
    world.answer(path, (_, response) => send(response, body, type))
  const pathOf = (name: string) => `/${name}-${++made}`
  const check = (url: string, more: Partial<RouteBodyInput<'checkTableSource'>> = {}) =>
    admin.call('checkTableSource', { params: { organisationId }, body: { url, language: 'de', ...more } })
  async function make(columns: RouteBodyInput<'createTable'>['columns'] = [], rows: { cells: object }[] = []) {
    const body = { name: 'Menu', language: 'de', columns, rows } as RouteBodyInput<'createTable'>
    const { status, body: table } = await admin.call('createTable', { params: { organisationId }, body })
    expect(status).toBe(201)
    return { organisationId, tableId: table.table.id } satisfies TableKey
  }
  const set = (params: TableKey, url: string, more: Partial<RouteBodyInput<'setTableSource'>> = {}) =>
    admin.call('setTableSource', { params, body: { url, columns: MENU_COLUMNS, key: 'Dish', ...more } })
  /** A table that follows a CSV file at a new path. */
  async function follow(more: Partial<RouteBodyInput<'setTableSource'>> = {}) {
    const path = pathOf('menu')
    serve(path, MENU_CSV)
    const key = await make()
    expect((await set(key, world.at(path), more)).status).toBe(200)
    return { key, path }
  }
  const contents = async (params: TableKey): Promise<TableContents> => (await admin.call('getTable', { params })).body
  const cellsOf = async (key: TableKey) =>
    (await contents(key)).rows.map(({ cells }) => [cells.dish01, cells.price1, cells.day001])
  const sourceOf = async (params: TableKey) => {
    const { source } = (await admin.call('getTableSource', { params })).body
    if (!source) throw new Error('it follows nothing')
    return source
  }
  async function later(ms: number): Promise<void> {
    now += ms
    for (let look = 0; look < 5; look += 1) {
      await server.app.sources.tick()
      await server.app.feeds.settled()
    }
    if (ms >= HOUR_MS) admin = await server.signIn()
  }
  const logOf = async (params: TableKey) => {
    const { entries } = (await admin.call('listTableActivity', { params })).body
    return entries.map(({ kind }) => kind)
  }
  async function makeDisplay() {
    const display = { organisationId, displayId: DisplayId.parse(`wall-${++made}`) }
    const body = { id: display.displayId, name: 'Hall' }
    expect((await admin.call('createDisplay', { params: { organisationId }, body })).status).toBe(201)
    return display
  }
  async function showOn(key: TableKey) {
    const display = await makeDisplay()
    const item = {
      title: 'Menu',
      type: 'board' as const,
      url: 'about:blank',
      visible: true,
      board: { tableId: key.tableId, look: 'menu' as const },
    }
    expect((await admin.call('createItem', { params: display, body: item })).status).toBe(201)
    return async () => (await admin.call('getManifest', { params: display })).body
  }

  /** A display with the price of the first row in its ticker. @returns the texts of its ticker */
  async function pricesOn(key: TableKey) {
    const display = await makeDisplay()
    const [row] = (await contents(key)).rows
    const cell = {
      of: 'cell' as const,
      tableId: key.tableId,
      rowId: row?.id as RowId,
      columnId: ColumnId.parse('price1'),
    }
    const body = { text: `Soup: ${wordsOfValue(cell)}` }
    expect((await admin.call('createLine', { params: display, body })).status).toBe(201)
    return async () => (await admin.call('getManifest', { params: display })).body.lines.map(({ text }) => text)
  }

  it('[DT2] an address is looked at before a table follows it: kind, columns with their types, rows', async () => {
    const path = pathOf('menu')
    serve(path, MENU_CSV)
    const { status, body } = await check(world.at(path))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'csv',
      problem: null,
      hasNames: true,
      columns: [
        { name: 'Dish', type: 'words' },
        { name: 'Price', type: 'number' },
        { name: 'Day', type: 'date' },
      ],
      count: 2,
    })
    expect(body.rows[0]).toEqual(['Soup', '4,50', '24.12.2026'])
  })

  it('[DT2] a table follows CSV: its rows are those of the source, and boards show a change at the next read', async () => {
    const { key, path } = await follow()
    expect(await cellsOf(key)).toEqual([
      ['Soup', 4.5, '2026-12-24'],
      ['Cake', 3, '2026-12-25'],
    ])
    const manifest = await showOn(key)
    const before = await manifest()
    expect(JSON.stringify(before)).toContain('4.5')
    const ids = (await contents(key)).rows.map(({ id }) => id)
    serve(path, 'Dish;Price;Day\nTea;2;\nCake;3;25.12.2026\nSoup;5;24.12.2026\n')
    await later(7 * MINUTE_MS)
    expect(await cellsOf(key)).toEqual([
      ['Tea', 2, undefined],
      ['Cake', 3, '2026-12-25'],
      ['Soup', 5, '2026-12-24'],
    ])
    expect((await contents(key)).rows.map(({ id }) => id).slice(1)).toEqual([ids[1], ids[0]])
    const after = await manifest()
    expect(after.revision).toBeGreaterThan(before.revision)
    expect(JSON.stringify(after)).toContain('"Tea"')
    expect((await logOf(key)).slice(0, 2)).toEqual(['rows-updated', 'rows-updated'])
  })

  it('[DT2] [DT9] an answer that is the same for ever changes nothing: no entry, no revision of the display', async () => {
    const { key, path } = await follow()
    const manifest = await showOn(key)
    const before = {
      log: await logOf(key),
      revision: (await manifest()).revision,
      table: (await contents(key)).revision,
    }
    await later(7 * MINUTE_MS)
    // Other bytes with the same cells.
    serve(path, `${MENU_CSV}\r\n`)
    await later(7 * MINUTE_MS)
    expect(world.visits(path)).toBe(3)
    expect({
      log: await logOf(key),
      revision: (await manifest()).revision,
      table: (await contents(key)).revision,
    }).toEqual(before)
  })

  it('[DT2] [DT9] what was read a minute ago is not read again, although the source is something else each second', async () => {
    const { key, path } = await follow({ everyMinutes: 1 })
    for (let second = 0; second < 50; second += 1) {
      serve(path, `Dish;Price\nSoup;${second}\n`)
      await later(1_000)
    }
    expect(world.visits(path)).toBe(1)
    await later(MINUTE_MS)
    expect(world.visits(path)).toBe(2)
    expect((await logOf(key)).filter((kind) => kind === 'rows-updated')).toHaveLength(2)
  })

  it('[DT2] [F99] [F100] what cannot be read leaves the last copy and says so; it is stale after the chosen time', async () => {
    const { key, path } = await follow({ staleHours: 6, whenStale: 'nothing' })
    const manifest = await showOn(key)
    const boards = async () => (await manifest()).items.filter(({ type }) => type === 'board')
    const lines = await pricesOn(key)
    const price = await lines()
    expect(price).toEqual([expect.stringMatching(/^Soup: 4[.,]50?/)])
    const readAt = now
    world.answer(path, (_, response) => response.writeHead(500).end())
    await later(7 * MINUTE_MS)
    expect(await cellsOf(key)).toHaveLength(2)
    expect(await sourceOf(key)).toMatchObject({ problem: 'status', status: 500, readAt, isStale: false })
    expect((await sourceOf(key)).staleAt).toBe(readAt + 6 * HOUR_MS)
    expect((await contents(key)).table.source).toMatchObject({ isFailing: true, isStale: false })
    expect(await boards()).toHaveLength(1)
    for (let hour = 0; hour < 14; hour += 1) await later(HOUR_MS)
    expect(await sourceOf(key)).toMatchObject({ problem: 'status', isStale: true })
    expect(await boards()).toHaveLength(0)
    expect(await lines()).toEqual([])
    expect(await cellsOf(key)).toHaveLength(2)
    serve(path, MENU_CSV)
    await later(8 * HOUR_MS)
    expect(await sourceOf(key)).toMatchObject({ problem: null, isStale: false })
    expect(await boards()).toHaveLength(1)
    expect(await lines()).toEqual(price)
  })

  it('[DT2] [F100] a stale table stays on boards if that is chosen', async () => {
    const { key, path } = await follow({ staleHours: 6, whenStale: 'keep' })
    const manifest = await showOn(key)
    world.answer(path, (_, response) => response.writeHead(500).end())
    for (let hour = 0; hour < 20; hour += 1) await later(HOUR_MS)
    expect(await sourceOf(key)).toMatchObject({ isStale: true })
    expect((await manifest()).items.filter(({ type }) => type === 'board')).toHaveLength(1)
  })

  it('[DT2] a column that is gone, or has turned into something else, is told by name and keeps its cells; a new one is offered', async () => {
    const { key, path } = await follow()
    serve(path, 'Dish;Price;Allergens\nSoup;on request;A\nCake;on request;\n')
    await later(7 * MINUTE_MS)
    expect(await cellsOf(key)).toEqual([
      ['Soup', 4.5, '2026-12-24'],
      ['Cake', 3, '2026-12-25'],
    ])
    expect((await sourceOf(key)).findings).toMatchObject({
      gone: ['Day'],
      turned: [{ column: 'Price', sample: 'on request' }],
      added: ['Allergens'],
    })
    expect((await contents(key)).table.columns).toHaveLength(3)
  })

  it('[DT9] a cell that is no value is told and stays; a key twice is told, and the first row counts', async () => {
    const { key, path } = await follow()
    serve(path, 'Dish;Price;Day\nSoup;5;31.02.2026\nCake;3;12/24/2026\nCake;9;1.1.2027\nTea;2;1.1.2027\n')
    await later(7 * MINUTE_MS)
    expect(await cellsOf(key)).toEqual([
      ['Soup', 5, '2026-12-24'],
      ['Cake', 3, '2026-12-24'],
      ['Tea', 2, '2027-01-01'],
    ])
    expect((await sourceOf(key)).findings).toMatchObject({
      twice: ['Cake'],
      unread: [{ column: 'Day', count: 1, row: 1, sample: '31.02.2026' }],
    })
  })

  it('[DT2] cells of the source cannot be changed here; a column of one’s own can, and stays with its row by the key', async () => {
    const { key, path } = await follow()
    const column = { id: 'soldou', name: 'Sold out', type: 'yes-no' } as const
    expect((await admin.call('createColumn', { params: key, body: column })).status).toBe(201)
    const [soup] = (await contents(key)).rows
    const row = { ...key, rowId: RowId.parse(soup?.id) }
    const refused = await admin.call('updateRow', { params: row, body: { cells: { price1: 1 }, was: {} } })
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'table-follows', field: 'cells.price1' } } })
    const others = [
      admin.call('createRows', { params: key, body: { rows: [{ cells: {} }] } }),
      admin.call('removeRow', { params: row }),
      admin.call('sortRows', { params: key, body: { columnId: 'price1' as never, direction: 'up' } }),
      admin.call('putRow', { params: { ...key, key: 'New' }, body: { cells: {} } }),
      admin.call('updateTable', { params: key, body: { keyColumnId: 'soldou' as never } }),
    ]
    for (const { status } of await Promise.all(others)) expect([409, 422]).toContain(status)
    const own = await admin.call('putRow', { params: { ...key, key: 'Soup' }, body: { cells: { soldou: true } } })
    expect(own.status).toBe(200)
    serve(path, 'Dish;Price;Day\nCake;3;25.12.2026\nSoup;5;24.12.2026\n')
    await later(7 * MINUTE_MS)
    expect((await contents(key)).rows.map(({ cells }) => [cells.dish01, cells.price1, cells.soldou])).toEqual([
      ['Cake', 3, undefined],
      ['Soup', 5, true],
    ])
    expect((await admin.call('updateTable', { params: key, body: { keyColumnId: null } })).status).toBe(200)
    const without = await admin.call('updateRow', { params: row, body: { cells: { soldou: false }, was: {} } })
    expect(without.body).toMatchObject({ error: { code: 'table-without-key' } })
  })

  it('[DT7] [LB4] a picture of one’s own in a table that follows an address is replaced too', async () => {
    const { key } = await follow()
    const stored = async (width: number) => {
      const headers = { 'content-type': 'image/jpeg' }
      const body = await uniquePicture(width)
      return (await admin.call('uploadMedia', { params: { organisationId }, body, headers })).body.id
    }
    const [id, by] = [await stored(301), await stored(302)]
    const photo = ColumnId.parse('photo1')
    const column = { id: photo, name: 'Photo', type: 'picture' as const }
    expect((await admin.call('createColumn', { params: key, body: column })).status).toBe(201)
    const [row] = (await contents(key)).rows
    const params = { ...key, rowId: row?.id as RowId }
    const cells = { params, body: { cells: { Photo: id } }, headers: { 'if-match': '*' } }
    expect((await admin.call('updateRow', cells)).status).toBe(200)
    // Without a key nobody can change a cell any more, but a file can be replaced.
    const keyless = { params: key, body: { keyColumnId: null } }
    expect((await admin.call('updateTable', keyless)).status).toBe(200)
    const { status } = await admin.call('replaceLibraryFile', { params: { organisationId, mediaId: id }, body: { by } })
    expect(status).toBe(200)
    const after = await contents(key)
    expect(after.rows[0]?.cells[photo]).toBe(by)
    expect(await cellsOf(key)).toEqual([
      ['Soup', 4.5, '2026-12-24'],
      ['Cake', 3, '2026-12-25'],
    ])
  })

  it('[DT2] a table that had rows before gets those of the source; after the end of following it can go back', async () => {
    const path = pathOf('menu')
    serve(path, MENU_CSV)
    const key = await make([...MENU_COLUMNS.map(({ to }) => to)], [{ cells: { dish01: 'Typed', price1: 9 } }])
    const { revision } = await contents(key)
    const columns = MENU_COLUMNS.map(({ from, to }) => ({ from, to: to.id }))
    expect((await set(key, world.at(path), { columns })).status).toBe(200)
    expect((await contents(key)).rows).toHaveLength(2)
    const entries = (await admin.call('listTableActivity', { params: key })).body.entries
    expect(entries.filter(({ undo, restorable }) => undo !== null || restorable)).toEqual([])
    const back = () => admin.call('restoreTable', { params: key, body: { revision } })
    expect((await back()).body).toMatchObject({ error: { code: 'table-follows' } })
    const ended = await admin.call('removeTableSource', { params: key })
    expect(ended.body).toMatchObject({ table: { source: null, rows: 2 } })
    expect((await back()).status).toBe(200)
    expect(await cellsOf(key)).toEqual([['Typed', 9, undefined]])
    serve(path, 'Dish\nOther\n')
    await later(HOUR_MS)
    expect(await cellsOf(key)).toEqual([['Typed', 9, undefined]])
  })

  it('[DT2] JSON by a path, XLSX and iCalendar become tables too', async () => {
    const json = pathOf('json')
    const document = {
      meta: { total: 3 },
      data: { 'the items': [{ name: 'Soup', price: { amount: 4.5 }, at: '2026-12-24T18:30:00Z', vegan: true }] },
    }
    serve(json, JSON.stringify(document), 'application/json')
    const found = (await check(world.at(json), { timeZone: 'Europe/Berlin' })).body
    expect(found).toMatchObject({ kind: 'json', path: "$.data['the items']", lists: [{ rows: 1 }] })
    expect(found.columns.map(({ name, type }) => [name, type])).toEqual([
      ['name', 'words'],
      ['price.amount', 'number'],
      ['at', 'words'],
      ['vegan', 'yes-no'],
      ['at (date)', 'date'],
      ['at (time)', 'time'],
    ])
    expect(found.rows[0]?.slice(4)).toEqual(['2026-12-24', '19:30'])
    const wrong = await check(world.at(json), { path: '$.data[' })
    expect(wrong.body).toMatchObject({ error: { code: 'json-path-not-valid', field: 'path' } })
    expect((await check(world.at(json), { path: '$.nothing.here' })).body).toMatchObject({ problem: 'no-list' })

    const xlsx = pathOf('xlsx')
    serve(
      xlsx,
      await sheetOf(
        '<row r="1"><c r="A1" t="str"><v>Dish</v></c><c r="B1" t="str"><v>Price</v></c></row><row r="2"><c r="A2" t="str"><v>Soup</v></c><c r="B2"><v>4.5</v></c></row>',
      ),
    )
    expect((await check(world.at(xlsx))).body).toMatchObject({ kind: 'xlsx', rows: [['Soup', '4,5']], count: 1 })

    const office = pathOf('libreoffice')
    serve(office, await readFile(join(import.meta.dirname, '../../../../table-files/fixtures/canteen.xlsx')))
    const { columns, rows } = (await check(world.at(office))).body
    expect(columns.slice(0, 5)).toMatchObject([
      { name: 'Gericht', type: 'words' },
      { name: 'Preis', type: 'money', currency: 'EUR' },
      { name: 'Preis für Gäste', type: 'words' },
      { name: 'Portionen', type: 'number' },
      { name: 'Ab', type: 'date' },
    ])
    expect(rows[1]?.slice(0, 3)).toEqual(['Käsespätzle; mit „Röstzwiebeln“', '8,90 €', '13,35 €'])

    const ics = pathOf('ics')
    const events = [
      ['DTSTART:20270111T090000Z', 'DTEND:20270111T100000Z', 'SUMMARY:Board meeting', 'LOCATION:Room 1'],
      ['DTSTART;VALUE=DATE:20270201', 'DTEND;VALUE=DATE:20270204', 'SUMMARY:Fair'],
    ]
    serve(ics, icsOf(events), 'text/calendar')
    const calendar = (await check(world.at(ics), { timeZone: 'Europe/Berlin' })).body
    expect(calendar.kind).toBe('calendar')
    expect(calendar.rows).toEqual([
      ['Board meeting', '2027-01-11', '10:00', '11:00', '', 'Room 1', ''],
      ['Fair', '2027-02-01', '', '', '2027-02-03', '', ''],
    ])
  })

  it('[DT2] [B171] the header is encrypted, never told again, and not sent to another server', async () => {
    const heard: IncomingHttpHeaders[] = []
    const path = pathOf('secret')
    const away = pathOf('away')
    world.answer(path, ({ headers }, response) => {
      heard.push(headers)
      if (headers.authorization !== SECRET) response.writeHead(401).end()
      else send(response, MENU_CSV)
    })
    world.answer(away, ({ headers }, response) => {
      heard.push(headers)
      send(response, MENU_CSV)
    })
    const redirect = pathOf('redirect')
    world.answer(redirect, ({ headers }, response) => {
      heard.push(headers)
      response.writeHead(302, { location: world.at(away, 'other.example') }).end()
    })
    const header = { name: 'Authorization', value: SECRET }
    const key = await make()
    expect((await set(key, world.at(path), { header })).status).toBe(200)
    expect(await cellsOf(key)).toHaveLength(2)
    const told = await sourceOf(key)
    expect(told.headerName).toBe('Authorization')
    const { queries } = server.app.context.database
    const rows = await queries.selectFrom('table_source').selectAll().where('table_id', '=', key.tableId).execute()
    const log = await queries.selectFrom('activity').selectAll().where('programme_id', '=', key.tableId).execute()
    expect(JSON.stringify([told, rows, log])).not.toContain('canary-of-a-source')
    expect(rows[0]?.header_value).not.toBeNull()

    // Checked again without the header: the stored one is used for the same server alone.
    expect((await check(world.at(path), { tableId: key.tableId })).body).toMatchObject({ problem: null })
    heard.length = 0
    expect((await check(world.at(away, 'other.example'), { tableId: key.tableId })).body.problem).toBeNull()
    expect((await check(world.at(redirect), { header })).body.problem).toBeNull()
    expect(heard.map(({ authorization }) => authorization)).toEqual([undefined, SECRET, undefined])
    const columns = MENU_COLUMNS.map(({ from, to }) => ({ from, to: to.id }))
    expect((await set(key, world.at(away, 'other.example'), { columns })).status).toBe(200)
    expect((await sourceOf(key)).headerName).toBeNull()
    for (const name of ['Host', 'Content-Length', 'a b', 'X\r\nY']) {
      const wrong = await set(key, world.at(path), { header: { name, value: 'x' } })
      expect(wrong.body).toMatchObject({ error: { code: 'header-not-valid' } })
    }
  })

  it('[DT2] a header that another installation encrypted is told, and the rows stay', async () => {
    const { key } = await follow({ header: { name: 'X-Key', value: 'secret' } })
    const { queries } = server.app.context.database
    await queries
      .updateTable('table_source')
      .set({ header_value: Buffer.alloc(60).toString('base64url') })
      .where('table_id', '=', key.tableId)
      .execute()
    await later(7 * MINUTE_MS)
    expect(await sourceOf(key)).toMatchObject({ problem: 'header-lost' })
    expect(await cellsOf(key)).toHaveLength(2)
  })

  it.each([
    ['a page with 200', '<!doctype html><html><body>Sign in</body></html>', 'text/html', 'web-page'],
    ['nothing', '  ', 'text/csv', 'empty'],
    ['a feed of news', '<?xml version="1.0"?><rss></rss>', 'application/rss+xml', 'not-a-table'],
    ['half a document', '{"items": [{"a": 1}', 'application/json', 'damaged'],
    ['a million levels', '['.repeat(1_000_000), 'application/json', 'damaged'],
    ['a million columns', 'x,'.repeat(1_000_000), 'text/csv', 'does-not-fit'],
    ['too many rows', 'Dish\n'.concat('x\n'.repeat(2_500)), 'text/csv', 'does-not-fit'],
    ['other columns', 'A;B\n1;2\n', 'text/csv', 'no-columns'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0x0d, 0, 0, 0xff]), 'text/csv', 'not-a-table'],
  ])('[DT9] [B170] %s leaves the last copy and is told', async (_, body, type, problem) => {
    const { key, path } = await follow()
    serve(path, body, type)
    await later(7 * MINUTE_MS)
    expect(await sourceOf(key)).toMatchObject({ problem })
    expect(await cellsOf(key)).toEqual([
      ['Soup', 4.5, '2026-12-24'],
      ['Cake', 3, '2026-12-25'],
    ])
  })

  it('[DT9] [B170] an archive that unpacks to a hundred megabytes, and an endless answer, are refused; the server serves on', async () => {
    const { key, path } = await follow()
    const bomb = await sheetOf('', { 'xl/sharedStrings.xml': 'x'.repeat(100 * 2 ** 20) })
    serve(path, bomb)
    await later(7 * MINUTE_MS)
    expect(['does-not-fit', 'too-costly']).toContain((await sourceOf(key)).problem)
    world.answer(path, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const go = () => {
        while (response.write('['.repeat(100_000)));
      }
      response.on('drain', go)
      go()
    })
    await later(HOUR_MS)
    expect(await sourceOf(key)).toMatchObject({ problem: 'too-large' })
    expect(await cellsOf(key)).toHaveLength(2)
    serve(path, MENU_CSV)
  })

  it('[DT9] an address of a private network, and a redirect to one, are not read', async () => {
    expect((await check('http://10.0.0.1/menu.csv')).body).toMatchObject({ problem: 'address-not-allowed' })
    const path = pathOf('inside')
    world.answer(path, (_, response) => response.writeHead(302, { location: 'http://127.0.0.2/menu.csv' }).end())
    expect((await check(world.at(path))).body).toMatchObject({ problem: 'address-not-allowed' })
    expect((await check('file:///etc/passwd')).body).toMatchObject({ error: { code: 'url-not-playable' } })
  })

  it('[DT8] [F99] a source that never answers holds up no other', async () => {
    const { key, path } = await follow()
    const slow = pathOf('hangs')
    const open: ServerResponse[] = []
    serve(slow, MENU_CSV)
    const hanging = await make()
    expect((await set(hanging, world.at(slow, 'hangs.example'))).status).toBe(200)
    world.answer(slow, (_, response) => open.push(response))
    serve(path, 'Dish;Price;Day\nTea;2;\n')
    now += 7 * MINUTE_MS
    const look = async () => {
      await server.app.sources.tick()
      return cellsOf(key)
    }
    await expect.poll(look, { timeout: 12_000 }).toEqual([['Tea', 2, undefined]])
    expect(await sourceOf(hanging)).toMatchObject({ problem: null })
    serve(slow, MENU_CSV)
    for (const response of open) response.end(MENU_CSV)
    await server.app.feeds.settled()
  })

  it('[DT2] however many nodes look, a source is read by one; a removed table is not read', async () => {
    const { key, path } = await follow()
    now += 7 * MINUTE_MS
    // A look reads some of the sources that are due. Those of the other tests are due too.
    for (let look = 0; look < 5; look += 1) {
      await Promise.all([server.app.sources.tick(), server.app.sources.tick(), server.app.sources.tick()])
      await server.app.feeds.settled()
    }
    expect(world.visits(path)).toBe(2)
    expect((await admin.call('removeTable', { params: key, headers: { 'if-match': '*' } })).status).toBe(204)
    await later(HOUR_MS)
    expect(world.visits(path)).toBe(2)
  })

  it('[DT2] editors see and set sources; viewers and other organisations do not', async () => {
    const { key } = await follow()
    const { client: viewer } = await enterAs(server, `source-viewer-${dialect}`, { role: 'viewer' })
    expect((await viewer.call('getTableSource', { params: key })).status).toBe(403)
    expect((await viewer.call('getTable', { params: key })).body).toMatchObject({
      table: { source: { isStale: false } },
    })
    const none = { ...key, organisationId: 'nobody' as OrganisationId }
    expect([403, 404]).toContain((await admin.call('getTableSource', { params: none })).status)
    const plain = await make()
    expect((await admin.call('getTableSource', { params: plain })).body).toEqual({ source: null })
    expect((await admin.call('readTableSource', { params: plain })).body).toMatchObject({
      error: { code: 'table-without-source' },
    })
  })

  it('[DT2] wrong columns and keys are refused at their fields, and nothing is changed', async () => {
    const path = pathOf('menu')
    serve(path, MENU_CSV)
    const key = await make([{ name: 'Dish', type: 'words', id: 'own001' as never }])
    const errorOf = async (more: Partial<RouteBodyInput<'setTableSource'>>) => {
      const { body } = await set(key, world.at(path), more)
      return (body as { error?: { code: string; field?: string } }).error
    }
    expect(await errorOf({})).toMatchObject({ code: 'column-name-taken', field: 'columns.0.to.0.name' })
    expect(await errorOf({ columns: [{ from: 'Dish', to: 'nobody' as never }] })).toMatchObject({
      code: 'column-not-found',
    })
    expect(await errorOf({ columns: [{ from: 'Dish', to: null }] })).toMatchObject({ code: 'column-not-found' })
    expect(await errorOf({ columns: [{ from: 'Dish', to: 'own001' as never }], key: 'Price' })).toMatchObject({
      code: 'column-not-found',
      field: 'key',
    })
    expect((await admin.call('getTableSource', { params: key })).body).toEqual({ source: null })
  })
})

function sheetOf(rows: string, more: Record<string, string> = {}): Promise<Uint8Array> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zipOf(
    new Map(
      Object.entries({
        '[Content_Types].xml':
          '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
        'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
        'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
        ...more,
      }),
    ),
  )
}
