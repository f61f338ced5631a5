import {
  type CellInput,
  ColumnId,
  MAX_ROWS_PER_TABLE,
  OrganisationId,
  pathOf,
  type RouteBodyInput,
  RowId,
  type Table,
  type TableContents,
  TableId,
  type TableKey,
} from '@placard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs } from '../../testing/people.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'

const { organisationId } = SAMPLE_DISPLAY
const NO_SUCH = TableId.parse(`_t-${'z'.repeat(20)}`)
const DAY_MS = 24 * 60 * 60_000

const MENU = {
  name: 'Menu',
  language: 'de',
  columns: [
    { id: 'dish01', name: 'Dish', type: 'words' },
    { id: 'price1', name: 'Price', type: 'money' },
    { id: 'soldou', name: 'Sold out', type: 'yes-no' },
    { id: 'day001', name: 'Day', type: 'date' },
  ],
  rows: [
    { id: 'soup', cells: { dish01: 'Soup', price1: '4,50', soldou: 'nein', day001: '24.12.2026' } },
    { id: 'cake', cells: { Dish: 'Cake', Price: 3 } },
  ],
} as const satisfies RouteBodyInput<'createTable'>

describeDialects('tables', (dialect) => {
  let server: TestServer
  let admin: Client
  let editor: Client
  let aheadMs = 0

  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => Date.now() + aheadMs })
    admin = await server.signIn()
    editor = (await enterAs(server, 'table-editor', { role: 'editor' })).client
  })
  afterAll(() => server.close())

  async function make(body: RouteBodyInput<'createTable'> = MENU): Promise<TableKey> {
    const made = await admin.call('createTable', { params: { organisationId }, body })
    expect(made.status).toBe(201)
    return { organisationId, tableId: made.body.table.id }
  }
  const read = async (params: TableKey): Promise<TableContents> => (await admin.call('getTable', { params })).body
  /** The rows that changed since a revision. */
  async function readSince(params: TableKey, revision: number): Promise<TableContents> {
    const headers = { cookie: admin.cookie() }
    const answer = await fetch(`${server.url}${pathOf('getTable', params)}?since=${revision}`, { headers })
    return (await answer.json()) as TableContents
  }
  const rowsOf = async (params: TableKey) => (await read(params)).rows.map(({ id, cells }) => [id, cells])
  /** Without former values, whatever the row is. */
  const update = (
    params: TableKey,
    rowId: string,
    body: RouteBodyInput<'updateRow'>,
    client = admin,
    headers: Record<string, string> = body.was ? {} : { 'if-match': '*' },
  ) => client.call('updateRow', { params: { ...params, rowId: RowId.parse(rowId) }, body, headers })
  const change = (params: TableKey, body: RouteBodyInput<'changeRows'>) => admin.call('changeRows', { params, body })
  const newest = async (params: TableKey) => {
    const { entries } = (await admin.call('listTableActivity', { params })).body
    const [entry] = entries
    if (!entry) throw new Error('the log is empty')
    return entry
  }
  const undoNewest = async (params: TableKey) =>
    admin.call('undoTableActivity', { params: { ...params, entryId: (await newest(params)).id } })

  it('[DT1] a table has typed columns and rows in order, read as people write them in its language', async () => {
    const key = await make()
    const { table, rows, isWhole } = await read(key)
    expect(table).toMatchObject({ name: 'Menu', language: 'de', rows: 2, revision: 1, keyColumnId: null })
    expect(table.columns.map(({ id, type }) => [id, type])).toEqual([
      ['dish01', 'words'],
      ['price1', 'money'],
      ['soldou', 'yes-no'],
      ['day001', 'date'],
    ])
    expect(table.columns[1]?.currency).toBe('EUR')
    expect(isWhole).toBe(true)
    expect(rows.map(({ cells }) => cells)).toEqual([
      { dish01: 'Soup', price1: 4.5, soldou: false, day001: '2026-12-24' },
      { dish01: 'Cake', price1: 3 },
    ])
    const { body: all } = await admin.call('listTables', { params: { organisationId } })
    expect(all.find(({ id }: Table) => id === key.tableId)).toEqual(table)
  })

  it('[DT1] a column of numbers has decimals until it becomes another type', async () => {
    const key = await make()
    const cost = { id: ColumnId.parse('cost01'), name: 'Cost', type: 'number', decimals: 2 } as const
    await admin.call('createColumn', { params: key, body: cost })
    const decimals = async () => (await read(key)).table.columns.find(({ id }) => id === cost.id)?.decimals
    const set = (body: RouteBodyInput<'updateColumn'>) =>
      admin.call('updateColumn', { params: { ...key, columnId: cost.id }, body, headers: { 'if-match': '*' } })
    expect(await decimals()).toBe(2)
    await set({ name: 'Costs' })
    expect(await decimals()).toBe(2)
    await set({ decimals: 3 })
    expect(await decimals()).toBe(3)
    await undoNewest(key)
    expect(await decimals()).toBe(2)
    await set({ decimals: 0 })
    expect(await decimals()).toBeUndefined()
    await set({ decimals: 2 })
    await set({ type: 'money' })
    expect(await decimals()).toBeUndefined()
    expect((await set({ decimals: 7 })).status).toBe(422)
  })

  it('[DT1] one cell is changed by itself, and an undo puts it back', async () => {
    const key = await make()
    const { status, body } = await update(key, 'soup', { cells: { Price: '5,20' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ revision: 2, isWhole: false, removed: [], rows: [{ id: 'soup', revision: 2 }] })
    expect(body.rows[0]?.cells).toMatchObject({ price1: 5.2, dish01: 'Soup' })
    expect(await newest(key)).toMatchObject({
      kind: 'row-changed',
      tableId: key.tableId,
      displayId: null,
      subject: { type: 'row', title: 'Soup' },
      values: [{ field: 'cells', column: 'Price' }],
      undo: 'put-back',
    })
    const undone = await undoNewest(key)
    expect(undone.body).toMatchObject({ revision: 3, rows: [{ id: 'soup', cells: { price1: 4.5 }, revision: 3 }] })
    expect((await undoNewest(key)).body.rows[0]?.cells.price1).toBe(5.2)
  })

  it('[DT1] an empty yes/no cell is "no" in the log', async () => {
    const key = await make()
    await update(key, 'cake', { cells: { soldou: true } })
    expect((await newest(key)).values).toEqual([{ field: 'cells', column: 'Sold out', former: 'no', present: 'yes' }])
  })

  it('[DT1] a change that changes nothing has no revision and no entry in the log', async () => {
    const key = await make()
    expect((await update(key, 'soup', { cells: { Dish: 'Soup' } })).body.revision).toBe(1)
    expect((await newest(key)).kind).toBe('table-added')
  })

  it('[DT1] two people in different cells of a row never meet; in the same cell it is a question', async () => {
    const key = await make()
    const first = await update(key, 'soup', { cells: { price1: 5 }, was: { price1: 4.5 } })
    const second = await update(key, 'soup', { cells: { dish01: 'Leek soup' }, was: { dish01: 'Soup' } }, editor)
    expect([first.status, second.status]).toEqual([200, 200])
    const third = await update(key, 'soup', { cells: { price1: 6 }, was: { price1: 4.5 } }, editor)
    expect(third.status).toBe(412)
    expect(third.body).toMatchObject({
      error: { code: 'changed-meanwhile', current: { row: { cells: { price1: 5, dish01: 'Leek soup' } } } },
    })
    expect((await read(key)).rows[0]?.cells).toMatchObject({ price1: 5, dish01: 'Leek soup' })
    const same = await update(key, 'soup', { cells: { price1: 5 }, was: { price1: 4.5 } }, editor)
    expect(same.status).toBe(200)
  })

  it('[DT9] two writers of one cell at once: one wins, the other is asked, and nothing is lost silently', async () => {
    const key = await make()
    const both = await Promise.all(
      [5, 6].map((price1, at) =>
        update(key, 'soup', { cells: { price1 }, was: { price1: 4.5 } }, at === 0 ? admin : editor),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const winner = both.find(({ status }) => status === 200)
    expect((await read(key)).rows[0]?.cells.price1).toBe(winner?.body.rows[0]?.cells.price1)
  })

  it('[DT1] If-Match compares the revision of the row', async () => {
    const key = await make()
    expect((await update(key, 'soup', { cells: { Price: 5 } }, admin, { 'if-match': '"1"' })).status).toBe(200)
    expect((await update(key, 'soup', { cells: { Price: 6 } }, admin, { 'if-match': '"1"' })).status).toBe(412)
    // An edit says which state it edits.
    expect((await update(key, 'soup', { cells: { Price: 6 } }, admin, {})).status).toBe(428)
  })

  it('[DT1] a repeated command is carried out once', async () => {
    const key = await make()
    const headers = { 'idempotency-key': 'add-one-row-twice' }
    const body = { rows: [{ cells: { Dish: 'Tea' } }] }
    const [one, two] = [
      await admin.call('createRows', { params: key, body, headers }),
      await admin.call('createRows', { params: key, body, headers }),
    ]
    expect(two.body).toEqual(one.body)
    expect((await read(key)).table.rows).toBe(3)
  })

  it('[DT1] a key names the rows: PUT changes the row with a key, or adds it', async () => {
    const key = await make()
    const none = await admin.call('putRow', { params: { ...key, key: 'Soup' }, body: { cells: { Price: 1 } } })
    expect(none.body).toMatchObject({ error: { code: 'table-without-key' } })
    await admin.call('updateTable', { params: key, body: { keyColumnId: ColumnId.parse('dish01') } })

    const put = (text: string, cells: Record<string, CellInput>) =>
      admin.call('putRow', { params: { ...key, key: text }, body: { cells } })
    expect((await put('Soup', { Price: '4,90' })).body.rows).toMatchObject([{ id: 'soup', cells: { price1: 4.9 } }])
    const added = await put('Käse & Brot / 50 %', { Price: 7 })
    expect(added.body.rows).toMatchObject([{ cells: { dish01: 'Käse & Brot / 50 %', price1: 7 } }])
    expect((await put('Käse & Brot / 50 %', { Price: 8 })).body.rows[0]?.id).toBe(added.body.rows[0]?.id)
    expect((await read(key)).table.rows).toBe(3)
  })

  it('[DT9] a key twice is refused, however it comes about', async () => {
    const key = await make()
    await update(key, 'cake', { cells: { Dish: 'Soup' } })
    const keyOn = await admin.call('updateTable', { params: key, body: { keyColumnId: ColumnId.parse('dish01') } })
    expect(keyOn.body).toMatchObject({ error: { code: 'row-key-taken', field: 'keyColumnId' } })
    await update(key, 'cake', { cells: { Dish: 'Cake' } })
    await admin.call('updateTable', { params: key, body: { keyColumnId: ColumnId.parse('dish01') } })
    const answers = [
      await update(key, 'cake', { cells: { Dish: 'Soup' } }),
      await admin.call('createRows', { params: key, body: { rows: [{ cells: { Dish: 'Soup' } }] } }),
      await change(key, { create: [{ cells: { Dish: 'Tea' } }, { cells: { Dish: 'Tea' } }] }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(409)
      expect(body).toMatchObject({ error: { code: 'row-key-taken' } })
    }
    expect((await read(key)).table.rows).toBe(2)
  })

  it('[DT1] a paste is one change: new columns, changed, new and removed rows, undone at once', async () => {
    const key = await make()
    const before = await rowsOf(key)
    const { body } = await change(key, {
      columns: [{ id: ColumnId.parse('note01'), name: 'Note', type: 'words' }],
      update: [{ id: RowId.parse('soup'), cells: { note01: 'with bread', price1: 6 }, was: { price1: 4.5 } }],
      create: [{ id: RowId.parse('tea'), cells: { dish01: 'Tea', note01: 'hot' } }],
      remove: [RowId.parse('cake')],
    })
    expect(body).toMatchObject({ revision: 2, removed: ['cake'], table: { rows: 2 } })
    expect(await rowsOf(key)).toMatchObject([
      ['soup', { note01: 'with bread' }],
      ['tea', { note01: 'hot' }],
    ])
    expect((await undoNewest(key)).status).toBe(200)
    expect(await rowsOf(key)).toEqual(before)
    expect((await read(key)).table.columns).toHaveLength(4)
  })

  it('[DT9] of several changes all are made or none', async () => {
    const key = await make()
    const before = await read(key)
    const bad = await change(key, {
      update: [{ id: RowId.parse('soup'), cells: { price1: 1 } }],
      create: [{ cells: { price1: 'cheap' } }],
    })
    expect(bad.body).toMatchObject({ error: { code: 'number-not-valid', field: 'create.0.cells.price1' } })
    const unknown = await change(key, { update: [{ id: RowId.parse('soup'), cells: { Size: 1 } }] })
    expect(unknown.body).toMatchObject({ error: { code: 'column-not-found', field: 'update.0.cells.Size' } })
    const gone = await change(key, { remove: [RowId.parse('nobody')] })
    expect(gone.body).toMatchObject({ error: { code: 'row-not-found', field: 'remove.0' } })
    expect(await read(key)).toEqual(before)
  })

  it('[DT1] rows are moved and sorted, and both are undone', async () => {
    const key = await make({
      ...MENU,
      rows: ['b', 'd', 'a', 'c'].map((id) => ({ id: RowId.parse(id), cells: { Dish: id } })),
    })
    const order = async () => (await read(key)).rows.map(({ id }) => id).join('')
    const ids = (text: string) => [...text].map((id) => RowId.parse(id))
    await admin.call('moveRows', { params: key, body: { rows: ids('ac'), after: null } })
    expect(await order()).toBe('acbd')
    await admin.call('moveRows', { params: key, body: { rows: ids('a'), after: RowId.parse('b') } })
    expect(await order()).toBe('cbad')
    await admin.call('sortRows', { params: key, body: { columnId: ColumnId.parse('dish01'), direction: 'down' } })
    expect(await order()).toBe('dcba')
    await undoNewest(key)
    expect(await order()).toBe('cbad')
  })

  it('[DT1] hundreds of insertions at one place keep their order, and positions stay short', async () => {
    const key = await make()
    for (let number = 0; number < 60; number += 1) {
      const body = { rows: [{ id: RowId.parse(`n${number}`), cells: {} }], after: RowId.parse('soup') }
      expect((await admin.call('createRows', { params: key, body })).status).toBe(201)
    }
    const { rows } = await read(key)
    expect(rows.map(({ id }) => id)).toEqual(['soup', ...Array.from({ length: 60 }, (_, at) => `n${59 - at}`), 'cake'])
    expect(Math.max(...rows.map(({ position }) => position.length))).toBeLessThanOrEqual(41)
  })

  it('[DT1] a column is renamed, moved, given another type and removed; its cells come back with an undo', async () => {
    const key = await make()
    const column = { ...key, columnId: ColumnId.parse('price1') }
    await admin.call('updateColumn', {
      params: column,
      body: { name: 'Cost', after: null },
      headers: { 'if-match': '*' },
    })
    expect((await read(key)).table.columns.map(({ name }) => name)).toEqual(['Cost', 'Dish', 'Sold out', 'Day'])
    expect(
      (await admin.call('updateColumn', { params: column, body: { name: 'dish' }, headers: { 'if-match': '*' } })).body,
    ).toMatchObject({
      error: { code: 'column-name-taken', field: 'name' },
    })
    await admin.call('updateColumn', { params: column, body: { type: 'words' }, headers: { 'if-match': '*' } })
    expect((await read(key)).rows.map(({ cells }) => cells.price1)).toEqual(['4,50', '3,00'])
    const misfit = await admin.call('updateColumn', {
      params: column,
      body: { type: 'date' },
      headers: { 'if-match': '*' },
    })
    expect(misfit.body).toMatchObject({ error: { code: 'cells-do-not-fit', field: 'type' } })
    const before = await rowsOf(key)
    await admin.call('removeColumn', { params: column })
    expect((await read(key)).rows[0]?.cells).not.toHaveProperty('price1')
    await undoNewest(key)
    expect(await rowsOf(key)).toEqual(before)
  })

  it('[DT1] a table goes back to a former moment, and forth again', async () => {
    const key = await make()
    const first = await rowsOf(key)
    await update(key, 'soup', { cells: { Price: 9 } })
    await admin.call('removeColumn', { params: { ...key, columnId: ColumnId.parse('day001') } })
    await change(key, { remove: [RowId.parse('cake')], create: [{ id: RowId.parse('pie'), cells: { Dish: 'Pie' } }] })
    const last = await rowsOf(key)
    const back = await admin.call('restoreTable', { params: key, body: { revision: 1 } })
    expect(back.status).toBe(200)
    expect(await rowsOf(key)).toEqual(first)
    expect((await read(key)).table.columns).toHaveLength(4)
    expect(await newest(key)).toMatchObject({ kind: 'restored', restoredTo: { revision: 1 } })
    await undoNewest(key)
    expect(await rowsOf(key)).toEqual(last)
    const future = await admin.call('restoreTable', { params: key, body: { revision: 99 } })
    expect(future.body).toMatchObject({ error: { code: 'too-old-to-undo' } })
  })

  it('[DT1] an undo of a row that somebody has changed since is refused with its present state', async () => {
    const key = await make()
    await update(key, 'soup', { cells: { Price: 5 } })
    const entry = await newest(key)
    await update(key, 'soup', { cells: { Price: 6 } }, editor)
    const undone = await admin.call('undoTableActivity', { params: { ...key, entryId: entry.id } })
    expect(undone.body).toMatchObject({
      error: { code: 'changed-meanwhile', current: { row: { cells: { price1: 6 } } } },
    })
  })

  it('[DT1] listeners get each change of others, and read only the rows that changed', async () => {
    const key = await make()
    const stream = await openStream(server.url + pathOf('streamTable', key), { cookie: admin.cookie() })
    expect((await stream.next('table')).data).toMatchObject({ revision: 1 })
    const { revision } = (await update(key, 'cake', { cells: { Price: 4 } }, editor)).body
    expect((await stream.next('table')).id).toBe(String(revision))
    const body = await readSince(key, 1)
    expect(body).toMatchObject({ isWhole: false, revision, rows: [{ id: 'cake', cells: { price1: 4 } }] })
    expect(body.rows).toHaveLength(1)
    await change(key, { remove: [RowId.parse('soup')] })
    const whole = await readSince(key, revision)
    expect(whole).toMatchObject({ isWhole: true, rows: [{ id: 'cake' }] })
    stream.close()
  })

  it('[DT1] a removed table is gone for everybody, and comes back within 30 days with its rows', async () => {
    const key = await make()
    const before = await rowsOf(key)
    const late = await admin.call('removeTable', { params: key, headers: { 'if-match': '"7"' } })
    expect(late.status).toBe(412)
    expect((await admin.call('removeTable', { params: key, headers: { 'if-match': '"1"' } })).status).toBe(204)
    expect((await admin.call('getTable', { params: key })).body).toMatchObject({ error: { code: 'table-not-found' } })
    expect((await update(key, 'soup', { cells: { Price: 1 } })).status).toBe(404)
    expect((await admin.call('bringBackTable', { params: key })).status).toBe(200)
    expect(await rowsOf(key)).toEqual(before)
    await admin.call('removeTable', { params: key, headers: { 'if-match': '*' } })
    aheadMs += 31 * DAY_MS
    admin = await server.signIn()
    expect((await admin.call('bringBackTable', { params: key })).body).toMatchObject({
      error: { code: 'too-old-to-undo' },
    })
    aheadMs = 0
    admin = await server.signIn()
  })

  it('[DT1] 2,000 rows, 30 columns and 1 MB are the most', async () => {
    const wide = Array.from({ length: 31 }, (_, at) => ({ name: `C${at}`, type: 'words' as const }))
    const tooWide = await admin.call('createTable', {
      params: { organisationId },
      body: { name: 'Wide', columns: wide },
    })
    expect(tooWide.body).toMatchObject({ error: { code: 'too-many-columns' } })
    const columns = wide.slice(0, 30)
    const rows = Array.from({ length: MAX_ROWS_PER_TABLE }, (_, at) => ({ cells: { C0: `row ${at}` } }))
    const key = await make({ name: 'Full', columns, rows })
    const more = await admin.call('createRows', { params: key, body: { rows: [{ cells: {} }] } })
    expect(more.body).toMatchObject({ error: { code: 'too-many-rows' } })
    const { rows: all } = await read(key)
    expect(all).toHaveLength(MAX_ROWS_PER_TABLE)
    const long = 'x'.repeat(2_000)
    const update = all.slice(0, 480).map(({ id }) => ({ id, cells: { C1: long } }))
    const heavy = await change(key, { update })
    expect(heavy.status).toBe(200)
    const tooHeavy = await change(key, { update: all.slice(480, 560).map(({ id }) => ({ id, cells: { C1: long } })) })
    expect(tooHeavy.body).toMatchObject({ error: { code: 'table-too-large' } })
    const tooLong = await change(key, { update: [{ id: all[0]?.id as RowId, cells: { C2: `${long}x` } }] })
    expect(tooLong.body).toMatchObject({ error: { code: 'too-long' } })
  })

  it('[DT9] emoji, right to left and zero-width text come back as they were sent', async () => {
    const texts = ['👩🏽‍🍳 “soupe”', 'قهوة\u200Fعربية', 'ab\u200Dcd', 'নমস্কার', 'two\nlines']
    const key = await make({ ...MENU, rows: texts.map((Dish) => ({ cells: { Dish } })) })
    expect((await read(key)).rows.map(({ cells }) => cells.dish01)).toEqual(texts)
    const odd = await admin.call('createRows', { params: key, body: { rows: [{ cells: { Dish: 'a\u0000b' } }] } })
    expect(odd.body).toMatchObject({ error: { code: 'text-not-well-formed', field: 'rows.0.cells.Dish' } })
  })

  it('[DT1] everybody of the organisation reads tables, editors change them, and people limited to displays see none', async () => {
    const key = await make()
    const viewer = (await enterAs(server, 'table-viewer', { role: 'viewer' })).client
    const limited = (await enterAs(server, 'table-limited', { role: 'editor', displays: [SAMPLE_DISPLAY.displayId] }))
      .client
    expect((await viewer.call('getTable', { params: key })).status).toBe(200)
    expect((await update(key, 'soup', { cells: { Price: 1 } }, viewer)).status).toBe(403)
    expect((await update(key, 'soup', { cells: { Price: 1 } }, editor)).status).toBe(200)
    expect((await limited.call('listTables', { params: { organisationId } })).status).toBe(403)
    expect((await update(key, 'soup', { cells: { Price: 2 } }, limited)).status).toBe(403)
    const elsewhere = { ...key, organisationId: OrganisationId.parse('elsewhere') }
    expect((await admin.call('getTable', { params: elsewhere })).status).toBe(404)
    expect((await admin.call('getTable', { params: { organisationId, tableId: NO_SUCH } })).status).toBe(404)
  })

  it('[DT1] several changes in a row are one event table.changed, with the last revision', async () => {
    const { queries } = server.app.context.database
    await admin.call('createWebhook', {
      params: { organisationId },
      body: { url: 'https://192.0.43.8/tables', events: ['table.changed'] },
    })
    const key = await make()
    await update(key, 'soup', { cells: { Price: 5 } })
    const { revision } = (await update(key, 'soup', { cells: { Price: 6 } })).body
    const rows = await queries
      .selectFrom('webhook_event')
      .select('data')
      .where('subject', '=', `table.changed ${key.tableId}`)
      .execute()
    expect(rows.map(({ data }) => JSON.parse(data))).toEqual([
      { table: { id: key.tableId, name: 'Menu' }, revision, by: expect.objectContaining({ kind: 'person' }) },
    ])
  })
})
