import {
  type CreateItem,
  type DisplayKey,
  type Line,
  type Manifest,
  NO_PICTURE,
  type Programme,
  type ProgrammeKey,
  RowId,
  type TableContents,
  Value,
  wordsOfValue,
} from '@placard/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeDialects } from '../../testing/dialects.ts'
import { createMenu } from '../../testing/menu-table.ts'
import { programmeMaker } from '../../testing/programme-maker.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

const ANY = { 'if-match': '*' }
const SOUP = RowId.parse('soup')
const NAMES = ['Dish', 'Price', 'Until', 'Sold out'] as const

describeDialects('values in texts', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })
  const make = programmeMaker(() => admin)
  let display: DisplayKey
  let table: TableContents

  beforeEach(async () => {
    display = await make.makeDisplay({ language: 'en-GB' })
    table = await createMenu(admin, display.organisationId, {
      language: 'de-DE',
      more: [{ name: 'Until', type: 'date' }],
      rows: [{ id: SOUP, cells: { Dish: 'Soup', Price: '4,5', Until: '2026-12-24' } }],
    })
  })

  const words = (column: (typeof NAMES)[number], rowId = SOUP) =>
    wordsOfValue(
      Value.parse({
        of: 'cell',
        tableId: table.table.id,
        rowId,
        columnId: table.table.columns.find(({ name }) => name === column)?.id,
      }),
    )
  const rowParams = () => ({ organisationId: display.organisationId, tableId: table.table.id, rowId: SOUP })
  const change = async (cells: Partial<Record<(typeof NAMES)[number], string | null>>) => {
    const { status } = await admin.call('updateRow', { params: rowParams(), body: { cells }, headers: ANY })
    expect(status).toBe(200)
  }
  const manifestOf = async (key: ProgrammeKey): Promise<Manifest> =>
    (await admin.call('getManifest', { params: key as DisplayKey })).body
  const programmeOf = async (key: ProgrammeKey): Promise<Programme> =>
    (await admin.call('getProgramme', { params: key as DisplayKey })).body
  const linesOf = async (key: ProgrammeKey = display) => (await manifestOf(key)).lines.map(({ text }) => text)
  const noticesIn = ({ items }: Pick<Manifest, 'items'>) => items.flatMap(({ notice }) => notice ?? [])
  const addLine = async (text: string, key: ProgrammeKey = display): Promise<Line> => {
    const { status, body } = await admin.call('createLine', { params: key as DisplayKey, body: { text } })
    expect(status).toBe(201)
    return body.line
  }
  const itemWith = (notice: Partial<NonNullable<CreateItem['notice']>>): CreateItem => ({
    title: 'Menu',
    type: 'notice',
    url: NO_PICTURE,
    visible: true,
    notice: { look: 'paper', heading: '', body: '', byline: '', ...notice },
  })
  const addNotice = async (notice: Parameters<typeof itemWith>[0], key: ProgrammeKey = display) => {
    const { status, body } = await admin.call('createItem', { params: key as DisplayKey, body: itemWith(notice) })
    expect(status).toBe(201)
    return body.item
  }

  it('[DT4] a line has the value as a board would write it, and a changed cell is there at once', async () => {
    await addLine(`${words('Dish')}: ${words('Price')} until ${words('Until')}`)
    expect(await linesOf()).toEqual(['Soup: 4,50\u00a0€ until Do., 24. Dez.'])
    const before = await manifestOf(display)
    await change({ Price: '5' })
    expect(await linesOf()).toEqual(['Soup: 5,00\u00a0€ until Do., 24. Dez.'])
    expect((await manifestOf(display)).loopStartedAt).toBe(before.loopStartedAt)
    expect(JSON.stringify(await manifestOf(display))).not.toContain(table.table.id)
  })

  it('[DT4] a renamed table, row or column keeps the value', async () => {
    const line = await addLine(`Today ${words('Price')}`)
    const params = { organisationId: display.organisationId, tableId: table.table.id }
    await admin.call('updateTable', { params, body: { name: 'Card' }, headers: ANY })
    const columnId = table.table.columns[1]?.id as never
    await admin.call('updateColumn', { params: { ...params, columnId }, body: { name: 'Cost' }, headers: ANY })
    await change({ Dish: 'Stew' })
    expect(await linesOf()).toEqual(['Today 4,50\u00a0€'])
    const [shown] = (await programmeOf(display)).lines
    expect(shown).toMatchObject({
      text: line.text,
      shown: { values: [{ name: 'Card: Stew: Cost', text: '4,50\u00a0€' }] },
    })
  })

  it('[DT4] a missing value takes its line away, and the programme says which it is', async () => {
    await addLine('Always there')
    await addLine(`Soup ${words('Price')}`)
    await change({ Price: null })
    expect(await linesOf()).toEqual(['Always there'])
    const [, line] = (await programmeOf(display)).lines
    expect(line?.shown).toMatchObject({
      text: 'Soup {Menu: Soup: Price}',
      isOff: true,
      values: [{ name: 'Menu: Soup: Price' }],
    })
    await change({ Price: '6' })
    expect(await linesOf()).toEqual(['Always there', 'Soup 6,00\u00a0€'])
  })

  it('[DT4] a missing value takes its paragraph, its entry of a list, its heading or its byline away', async () => {
    await addNotice({
      heading: `Today ${words('Dish')}`,
      body: `Open until five.\n\nSoup\ncosts ${words('Price')}\n\n- bread\n- soup ${words('Price')}\n- tea`,
      byline: `Until ${words('Until')}`,
    })
    const [before] = noticesIn(await manifestOf(display))
    expect(before).toMatchObject({
      heading: 'Today Soup',
      body: 'Open until five.\n\nSoup\ncosts 4,50\u00a0€\n\n- bread\n- soup 4,50\u00a0€\n- tea',
      byline: 'Until Do., 24. Dez.',
    })
    await change({ Price: null, Until: null, Dish: null })
    const [after] = noticesIn(await manifestOf(display))
    expect(after).toMatchObject({ heading: '', body: 'Open until five.\n\n- bread\n- tea', byline: '' })
  })

  it('[DT4] a notice of which nothing is left is not on, also in a zone and on the page to read, and comes again', async () => {
    const playlist = await make.makePlaylist()
    await addNotice({ heading: `Soup ${words('Price')}` }, playlist)
    await addNotice({ heading: 'Always there' }, playlist)
    await addNotice({ heading: `Soup ${words('Price')}` })
    await addNotice({ heading: 'Always there' })
    const zones = [{ playlistId: playlist.playlistId, stays: false }]
    const layout = { arrangement: 'side-bar' as const, dividers: [75], side: 'end' as const, pinned: false, zones }
    expect((await admin.call('setLayout', { params: display, body: { layout }, headers: ANY })).status).toBe(200)
    const headings = async () => {
      const { items, layout: shown } = await manifestOf(display)
      return [items, shown?.zones[0]?.items ?? []].map((some) =>
        noticesIn({ items: some }).map(({ heading }) => heading),
      )
    }
    const both = ['Soup 4,50\u00a0€', 'Always there']
    expect(await headings()).toEqual([both, both])
    const page = async () =>
      (await server.anonymous.visit(`/read/${display.organisationId}/${display.displayId}`)).text()
    expect(await page()).toContain('Soup 4,50')

    const started = (await manifestOf(display)).loopStartedAt
    await change({ Price: null })
    expect(await headings()).toEqual([['Always there'], ['Always there']])
    // The loop plays something else.
    expect((await manifestOf(display)).loopStartedAt).toBeGreaterThan(started)
    expect(await page()).not.toContain('Soup')
    const [item] = (await programmeOf(display)).items
    expect(item).toMatchObject({
      playable: false,
      shown: { isOff: true, notice: { heading: 'Soup {Menu: Soup: Price}' } },
    })

    const params = { organisationId: display.organisationId, tableId: table.table.id }
    await change({ Price: '4,5' })
    expect(await headings()).toEqual([both, both])
    expect((await admin.call('removeTable', { params, headers: ANY })).status).toBe(204)
    expect(await headings()).toEqual([['Always there'], ['Always there']])
    const [gone] = (await programmeOf(display)).items
    expect(gone?.shown?.values[0]?.name).toBeUndefined()
    expect(JSON.stringify(gone?.shown?.notice)).not.toContain(table.table.id)
  })

  it('[DT9] what a cell contains is plain text: it is not expanded, and nothing in it is a mark', async () => {
    await addNotice({ heading: `Now ${words('Dish')}`, body: `${words('Dish')} {time}` })
    await addLine(`{${words('Dish')}} {time}`)
    for (const dish of [
      '{time}',
      '**bold**',
      '- entry',
      'time',
      words('Price'),
      '<b>x</b>',
      '\u202Eabc',
      '🍲'.repeat(900),
    ]) {
      await change({ Dish: dish })
      const { items, lines } = await manifestOf(display)
      const [notice] = noticesIn({ items })
      const plain = (text = '') => text.replaceAll('\u2060', '')
      const shown = dish.replace('\u202E', '')
      if (shown.length < 200) expect(plain(notice?.heading)).toBe(`Now ${shown}`)
      else expect(notice?.heading.length).toBeLessThanOrEqual(120)
      expect(notice?.body).not.toMatch(/\{time\}.*\{time\}|^- |\*\*/)
      expect(lines[0]?.text).not.toMatch(/\{time\}.*\{time\}/)
      expect(lines[0]?.text.length).toBeLessThanOrEqual(500)
      expect(lines[0]?.text.isWellFormed()).toBe(true)
    }
  })

  it('[DT4] a cell of several lines is one line, and Arabic stays together in an English text', async () => {
    await addLine(`Soup: ${words('Dish')}.`)
    await change({ Dish: 'Lentils\nand bread' })
    expect(await linesOf()).toEqual(['Soup: Lentils and bread.'])
    await change({ Dish: 'شوربة عدس' })
    expect(await linesOf()).toEqual(['Soup: \u2068شوربة عدس\u2069.'])
  })

  describe('by the API', () => {
    const send = (text: string, client = admin, key = display) =>
      client.call('createLine', { params: key, body: { text } })

    it('[DT4] a value that is not there, or has no text, is refused at its field', async () => {
      const elsewhere = wordsOfValue(
        Value.parse({ of: 'cell', tableId: '_t-aaaaaaaaaaaaaaaaaaaa', rowId: 'soup', columnId: 'abcdef' }),
      )
      for (const wrong of [elsewhere, words('Price', RowId.parse('pizza')), words('Sold out')]) {
        expect(await send(`Soup ${wrong}`)).toMatchObject({
          status: 422,
          body: { error: { code: 'value-not-found', field: 'text' } },
        })
        expect(
          await admin.call('createItem', { params: display, body: itemWith({ heading: 'A', body: wrong }) }),
        ).toMatchObject({
          status: 422,
          body: { error: { code: 'value-not-found', field: 'notice.body' } },
        })
      }
    })

    it('[DT4] a text keeps a value that is gone, but gets no new one', async () => {
      const line = await addLine(`Soup ${words('Price')}`)
      await admin.call('removeRow', { params: rowParams(), headers: ANY })
      const params = { ...display, lineId: line.id }
      const update = (text: string) => admin.call('updateLine', { params, body: { text }, headers: ANY })
      expect((await update(`Our soup ${words('Price')}`)).status).toBe(200)
      expect((await update(`Our ${words('Dish')} ${words('Price')}`)).body).toMatchObject({
        error: { code: 'value-not-found' },
      })
    })

    it('[DT4] a value counts as 20 characters, and a text has 10 at most', async () => {
      expect((await send(`${'a'.repeat(479)} ${words('Price')}`)).status).toBe(201)
      expect((await send(`${'a'.repeat(480)} ${words('Price')}`)).body).toMatchObject({ error: { code: 'too-long' } })
      expect((await send(words('Price').repeat(10))).status).toBe(201)
      expect((await send(words('Price').repeat(11))).body).toMatchObject({ error: { code: 'too-many-values' } })
    })

    it('[DT4] a take-over copies the value as it is, and takes no value of its own', async () => {
      const item = await addNotice({ heading: `Soup ${words('Price')}` })
      const { organisationId } = display
      const start = (content: object) =>
        admin.call('startTakeOver', {
          params: { organisationId },
          body: { content, displays: [display.displayId], drill: false, minutes: 5 } as never,
        })
      expect((await start({ kind: 'line', text: words('Price') })).body).toMatchObject({
        error: { code: 'value-not-found' },
      })
      expect((await start({ kind: 'item', displayId: display.displayId, itemId: item.id })).status).toBe(201)
      const { takeOvers } = await manifestOf(display)
      expect(JSON.stringify(takeOvers)).toContain('Soup 4,50')
    })
  })

  it('[DT4] the log tells the value by its name, and an undo brings the value back', async () => {
    const line = await addLine(`Soup ${words('Price')}`)
    const params = { ...display, lineId: line.id }
    await admin.call('updateLine', { params, body: { text: 'Closed' }, headers: ANY })
    const { entries } = (await admin.call('listActivity', { params: display })).body
    expect(entries[0]?.subject).toMatchObject({ title: 'Closed', formerTitle: 'Soup {Menu: Soup: Price}' })
    const entry = { ...display, entryId: entries[0]?.id as never }
    const undone = await admin.call('undoActivity', { params: entry })
    expect(undone.status).toBe(200)
    expect(await linesOf()).toEqual(['Soup 4,50\u00a0€'])
    await change({ Price: '7' })
    expect(await linesOf()).toEqual(['Soup 7,00\u00a0€'])
  })

  it('[DT4] copies on other displays follow the table too', async () => {
    const line = await addLine(`Soup ${words('Price')}`)
    const item = await addNotice({ heading: `Soup ${words('Price')}` })
    const other = await make.makeDisplay()
    const to = { do: 'copy' as const, displays: [other.displayId] }
    expect((await admin.call('changeLines', { params: display, body: { ...to, ids: [line.id] } })).status).toBe(200)
    expect((await admin.call('changeItems', { params: display, body: { ...to, ids: [item.id] } })).status).toBe(200)
    await change({ Price: '8' })
    expect(await linesOf(other)).toEqual(['Soup 8,00\u00a0€'])
    expect(noticesIn(await manifestOf(other)).map(({ heading }) => heading)).toEqual(['Soup 8,00\u00a0€'])
  })
})
