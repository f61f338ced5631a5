import { type CreateItem, type DisplayKey, type Manifest, NO_PICTURE, type TableContents } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../../testing/dialects.ts'
import { createMenu } from '../../testing/menu-table.ts'
import { programmeMaker } from '../../testing/programme-maker.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

const ANY = { 'if-match': '*' }

describeDialects('boards', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })
  const make = programmeMaker(() => admin)
  let display: DisplayKey
  let table: TableContents

  const organisationId = () => display.organisationId
  const manifestOf = async (key: DisplayKey): Promise<Manifest> =>
    (await admin.call('getManifest', { params: key })).body
  const boardIn = ({ items }: Pick<Manifest, 'items'>) => items.find(({ type }) => type === 'board')?.contents

  const createSuppliedMenu = () =>
    createMenu(admin, organisationId(), {
      language: 'en-GB',
      more: [{ name: 'Supplier', type: 'words' }],
      rows: [
        { cells: { Dish: 'Soup', Price: '4.5', Supplier: 'secret supplier' } },
        { cells: { Dish: 'Pie', Price: '6', 'Sold out': true } },
      ],
    })

  const itemOf = (board: Partial<CreateItem['board']> = {}) => ({
    title: 'Menu',
    type: 'board' as const,
    url: NO_PICTURE,
    board: { tableId: table.table.id, look: 'menu' as const, title: 'Today', ...board },
  })

  it('[DT3] a screen receives the rows and only the columns that the board draws', async () => {
    display = await make.makeDisplay()
    table = await createSuppliedMenu()
    expect((await admin.call('createItem', { params: display, body: itemOf() })).status).toBe(201)
    const manifest = await manifestOf(display)
    expect(boardIn(manifest)).toEqual({
      look: 'menu',
      title: 'Today',
      language: 'en-GB',
      columns: [
        { name: 'Dish', type: 'words', part: 'name' },
        { name: 'Price', type: 'money', currency: 'EUR', part: 'price' },
        { name: 'Sold out', type: 'yes-no', part: 'sold-out' },
      ],
      rows: [
        ['Soup', 4.5, null],
        ['Pie', 6, true],
      ],
    })
    expect(JSON.stringify(manifest)).not.toContain('secret supplier')
    expect(manifest.items.find(({ type }) => type === 'board')?.url).toBe(NO_PICTURE)
  })

  it('[DT7] the page to read has it as a table with headings', async () => {
    const { displayId } = display
    const page = await (await server.anonymous.visit(`/read/${organisationId()}/${displayId}`)).text()
    expect(page).toContain('<th scope="col">Dish</th>')
    expect(page).toMatch(/<td dir="auto">Soup<\/td><td dir="auto">€4\.50<\/td>/)
    expect(page).not.toContain('secret supplier')
  })

  it('[DT3] a changed cell is on its display and in a playlist in a zone at once, and the loop goes on', async () => {
    const shown = await make.makeDisplay()
    table = await createSuppliedMenu()
    await admin.call('createItem', { params: shown, body: itemOf() })
    const playlist = await make.makePlaylist()
    await admin.call('createItem', { params: playlist, body: itemOf() })
    const zoned = await make.makeDisplay()
    const zones = [{ playlistId: playlist.playlistId, stays: false }]
    const layout = { arrangement: 'side-bar' as const, dividers: [75], side: 'end' as const, pinned: false, zones }
    expect((await admin.call('setLayout', { params: zoned, body: { layout }, headers: ANY })).status).toBe(200)
    const elsewhere = await make.makeDisplay()
    const [before, zonedBefore, otherBefore] = [
      await manifestOf(shown),
      await manifestOf(zoned),
      await manifestOf(elsewhere),
    ]

    const [row] = table.rows
    const params = { organisationId: organisationId(), tableId: table.table.id, rowId: row?.id as string }
    const { status } = await admin.call('updateRow', {
      params: params as never,
      body: { cells: { Price: '5' } },
      headers: ANY,
    })
    expect(status).toBe(200)

    const [after, zonedAfter] = [await manifestOf(shown), await manifestOf(zoned)]
    expect(after.revision).toBe(before.revision + 1)
    expect(after.loopStartedAt).toBe(before.loopStartedAt)
    expect(boardIn(after)?.rows[0]).toEqual(['Soup', 5, null])
    expect(zonedAfter.revision).toBe(zonedBefore.revision + 1)
    expect(boardIn(zonedAfter.layout?.zones[0] ?? { items: [] })?.rows[0]).toEqual(['Soup', 5, null])
    expect((await manifestOf(elsewhere)).revision).toBe(otherBefore.revision)
  })

  it('[DT3] a table that a board draws cannot be removed, and its places are named', async () => {
    const shown = await make.makeDisplay()
    table = await createSuppliedMenu()
    const { body: item } = await admin.call('createItem', { params: shown, body: itemOf() })
    const params = { organisationId: organisationId(), tableId: table.table.id }
    const remove = () => admin.call('removeTable', { params, headers: ANY })
    const { body: programme } = await admin.call('getProgramme', { params: shown })
    expect(await remove()).toMatchObject({
      status: 409,
      body: { error: { code: 'table-in-board', display: programme.name } },
    })
    await admin.call('removeItem', { params: { ...shown, itemId: item.item.id }, headers: ANY })
    expect((await remove()).status).toBe(204)
  })

  it('[DT3] an item that comes back after its table was removed is off', async () => {
    const shown = await make.makeDisplay()
    table = await createSuppliedMenu()
    const { body: item } = await admin.call('createItem', { params: shown, body: itemOf() })
    await admin.call('removeItem', { params: { ...shown, itemId: item.item.id }, headers: ANY })
    await admin.call('removeTable', {
      params: { organisationId: organisationId(), tableId: table.table.id },
      headers: ANY,
    })
    const { body: activity } = await admin.call('listActivity', { params: shown })
    const entry = activity.entries[0]?.id
    expect(
      (await admin.call('undoActivity', { params: { ...shown, entryId: entry as never }, headers: ANY })).status,
    ).toBe(200)
    const { body: programme } = await admin.call('getProgramme', { params: shown })
    expect(programme.items.find(({ type }) => type === 'board')).toMatchObject({ playable: false })
    expect(boardIn(await manifestOf(shown))).toBeUndefined()
  })

  describe('[DT3] the server refuses', () => {
    it.each([
      ['a table that does not exist', { tableId: '_t-00000000000000000000' }, 'table-not-found', 'board.tableId'],
      ['a column that does not exist', { parts: { price: 'nonono' } }, 'column-not-found', 'board.parts.price'],
      ['a look without the column that it needs', { look: 'departures' }, 'board-column-missing', 'board.look'],
    ])('%s', async (_, board, code, field) => {
      table = await createSuppliedMenu()
      const body = itemOf(board as never)
      expect(await admin.call('createItem', { params: display, body })).toMatchObject({
        body: { error: { code, field } },
      })
    })

    it('an item that becomes a board, or a board without settings', async () => {
      const notice = { look: 'paper' as const, heading: 'Hi', body: '', byline: '' }
      const { body } = await admin.call('createItem', {
        params: display,
        body: { title: 'Hi', type: 'notice', url: NO_PICTURE, notice },
      })
      const change = { type: 'board' as const, notice: null, board: itemOf().board as never }
      const params = { ...display, itemId: body.item.id }
      const refused = await admin.call('updateItem', { params, body: change, headers: ANY })
      expect(refused.status).toBe(422)
      const { board: _, ...bare } = itemOf()
      const empty = await admin.call('createItem', { params: display, body: bare })
      expect(empty).toMatchObject({ status: 422, body: { error: { code: 'invalid-field', field: 'board' } } })
    })
  })

  it('[DT3] rows are filtered and sorted, and limited to what a board can show', async () => {
    const shown = await make.makeDisplay()
    const rows = Array.from({ length: 320 }, (_, index) => ({
      cells: { Name: `Room ${320 - index}`, Floor: index % 2 === 0 ? '1' : '2' },
    }))
    const { body } = await admin.call('createTable', {
      params: { organisationId: organisationId() },
      body: {
        name: 'Rooms',
        columns: [
          { name: 'Name', type: 'words' },
          { name: 'Floor', type: 'words' },
        ],
        rows,
      },
    })
    table = body
    const [name, floor] = body.table.columns.map(({ id }) => id)
    const board = {
      look: 'plain' as const,
      columns: [name],
      sort: { columnId: name, direction: 'up' },
      filters: [{ columnId: floor, is: 'is', value: '2' }],
    }
    await admin.call('createItem', { params: shown, body: itemOf(board as never) })
    const some = boardIn(await manifestOf(shown))
    expect(some?.rows).toHaveLength(160)
    expect(some?.rows.slice(0, 2)).toEqual([['Room 1'], ['Room 3']])
    const all = await make.makeDisplay()
    await admin.call('createItem', { params: all, body: itemOf({ ...board, filters: [] } as never) })
    expect(boardIn(await manifestOf(all))?.rows).toHaveLength(300)
  })
})
