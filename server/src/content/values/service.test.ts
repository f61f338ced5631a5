import {
  CellOfTable,
  type ColumnType,
  type DisplayKey,
  keyOfValue,
  type Manifest,
  NO_PICTURE,
  OrganisationId,
  type ProgrammeKey,
  RowId,
  type TableContents,
  type Value,
  wordsOfValue,
} from '@placard/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeDialects } from '../../testing/dialects.ts'
import { programmeMaker } from '../../testing/programme-maker.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'
import { readValues, sourcesToStore } from './service.ts'

const ANY = { 'if-match': '*' }
const SOUP = RowId.parse('soup')
const TYPES: readonly ColumnType[] = ['words', 'number', 'money', 'date', 'time', 'yes-no']

describeDialects('values', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })
  let make: ReturnType<typeof programmeMaker>
  let display: DisplayKey
  let table: TableContents

  const tableParams = () => ({ organisationId: display.organisationId, tableId: table.table.id })

  async function createTable(cells: Record<string, string>): Promise<TableContents> {
    const { status, body } = await admin.call('createTable', {
      params: { organisationId: display.organisationId },
      body: {
        name: 'Menu',
        language: 'de-DE',
        columns: TYPES.map((type) => ({ name: `The ${type}`, type })),
        rows: [{ id: SOUP, cells }, { cells: { 'The words': 'Pie' } }],
      },
    })
    expect(status).toBe(201)
    return body
  }

  const cell = (type: ColumnType, rowId: RowId = SOUP) =>
    CellOfTable.parse({
      of: 'cell',
      tableId: table.table.id,
      rowId,
      columnId: table.table.columns.find((column) => column.type === type)?.id,
    })
  const read = async (values: Value[], organisationId = display.organisationId) => {
    const found = await readValues(server.app.context.database.queries, organisationId, values)
    return values.map((value) => found.get(keyOfValue(value)))
  }

  beforeAll(async () => {
    make = programmeMaker(() => admin)
    display = await make.makeDisplay()
  })

  it('[DT4] are read with their names, their types and the language of the table', async () => {
    table = await createTable({
      'The words': 'Soup\nof the day',
      'The number': '1.234,5',
      'The money': '4,50',
      'The date': '24.12.2026',
      'The time': '8:30',
      'The yes-no': 'ja',
    })
    const found = await read(TYPES.map((type) => cell(type)))
    expect(found.map((one) => one?.value)).toEqual(['Soup\nof the day', 1234.5, 4.5, '2026-12-24', '08:30', true])
    expect(found.map((one) => one?.column.type)).toEqual(TYPES)
    expect(found[2]).toMatchObject({
      names: ['Menu', 'Soup of the day', 'The money'],
      column: { currency: 'EUR' },
      language: 'de-DE',
    })
  })

  it('[DT4] of empty cells are null, and an empty cell of yes or no counts as no', async () => {
    table = await createTable({ 'The words': 'Soup' })
    expect((await read([cell('money'), cell('yes-no')])).map((one) => one?.value)).toEqual([null, false])
  })

  it('[DT4] of a row, a column or a table that is gone are absent, and so are those of other organisations', async () => {
    table = await createTable({ 'The words': 'Soup' })
    const [words, money, gone] = [cell('words'), cell('money'), cell('words', RowId.parse('pizza'))]
    expect(await read([gone])).toEqual([undefined])
    expect(await read([words], OrganisationId.parse('elsewhere'))).toEqual([undefined])

    await admin.call('removeColumn', { params: { ...tableParams(), columnId: money.columnId }, headers: ANY })
    expect((await read([words, money])).map((one) => one?.names[1])).toEqual(['Soup', undefined])
    await admin.call('removeRow', { params: { ...tableParams(), rowId: SOUP }, headers: ANY })
    expect(await read([words])).toEqual([undefined])
  })

  it('[DT4] known values are not read again', async () => {
    table = await createTable({ 'The words': 'Soup' })
    const { queries } = server.app.context.database
    const known = await readValues(queries, display.organisationId, [cell('words')])
    expect(await readValues(queries, display.organisationId, [cell('words')], known)).toBe(known)
  })

  describe('what uses them', () => {
    const revisionOf = async (key: DisplayKey): Promise<Manifest['revision']> =>
      (await admin.call('getManifest', { params: key })).body.revision
    const changeCell = (cells: Record<string, string | null>) =>
      admin.call('updateRow', { params: { ...tableParams(), rowId: SOUP }, body: { cells }, headers: ANY })
    const noticeWith = (heading: string) => ({
      title: 'Soup',
      type: 'notice' as const,
      url: NO_PICTURE,
      notice: { look: 'paper' as const, heading, body: '', byline: '' },
    })
    const addLine = async (params: ProgrammeKey, text: string) => {
      const { status, body } = await admin.call('createLine', { params: params as DisplayKey, body: { text } })
      expect(status).toBe(201)
      return body.line
    }

    it('[DT4] a changed cell is a change of each display with a value of its table, and of no other', async () => {
      table = await createTable({ 'The words': 'Soup', 'The money': '4,50' })
      const words = wordsOfValue(cell('money'))
      const [byNotice, byLine, byPlaylist, none] = [
        await make.makeDisplay(),
        await make.makeDisplay(),
        await make.makeDisplay(),
        await make.makeDisplay(),
      ]
      const playlist = await make.makePlaylist([byPlaylist.displayId])
      const made = await admin.call('createItem', { params: byNotice, body: noticeWith(`Soup ${words}`) })
      expect(made.status).toBe(201)
      await addLine(byLine, `Soup ${words}`)
      await addLine(playlist, `Soup ${words} and ${words}`)
      await addLine(none, 'Soup {cell}')

      const all = [byNotice, byLine, byPlaylist, none]
      const before = await Promise.all(all.map(revisionOf))
      expect((await changeCell({ 'The money': '5' })).status).toBe(200)
      const [one, two, three, other] = await Promise.all(all.map(revisionOf))
      expect([one, two, three, other]).toEqual(before.map((revision, at) => revision + Number(at < 3)))

      await admin.call('updateTable', { params: tableParams(), body: { name: 'Card' }, headers: ANY })
      expect(await revisionOf(byLine)).toBe((two as number) + 1)
      expect((await admin.call('removeTable', { params: tableParams(), headers: ANY })).status).toBe(204)
      expect(await revisionOf(byLine)).toBe((two as number) + 2)
    })

    it('[DT4] a text that no longer has the value is not changed by its table', async () => {
      table = await createTable({ 'The words': 'Soup', 'The money': '4,50' })
      const shown = await make.makeDisplay()
      const line = await addLine(shown, wordsOfValue(cell('money')))
      const params = { ...shown, lineId: line.id }
      await admin.call('updateLine', { params, body: { text: 'Closed' }, headers: ANY })
      const before = await revisionOf(shown)
      await changeCell({ 'The money': '5' })
      expect(await revisionOf(shown)).toBe(before)
    })

    it('[DT4] several values of a table are one source', () => {
      const sources = sourcesToStore([cell('money'), cell('words')])
      expect(sources).toBe(`,${table.table.id},`)
      expect(sourcesToStore([])).toBeNull()
    })
  })
})
