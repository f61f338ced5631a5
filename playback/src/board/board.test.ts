import {
  BOARD_LOOKS,
  Board,
  type BoardLook,
  type CellValue,
  type Column,
  ColumnId,
  MAX_BOARD_BYTES,
  MAX_BOARD_ROWS,
  type ManifestBoard,
  TableId,
} from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boardAt, goesByClock } from './board-at.ts'
import { minutesInWords, writerOf } from './cells.ts'
import { boardContents } from './contents.ts'
import { partsOf } from './parts.ts'
import { toldBoard } from './told.ts'

const tableId = TableId.parse('_t-0123456789abcdefghij')
const id = (text: string) => ColumnId.parse(text.padEnd(6, '0').slice(0, 6))
const column = (name: string, type: Column['type'], more: Partial<Column> = {}): Column => ({
  id: id(name.toLowerCase().replace(/[^a-z0-9]/g, '')),
  name,
  type,
  position: 'a0',
  revision: 1,
  ...more,
})
const board = (settings: object = {}) => Board.parse({ tableId, look: 'plain', ...settings })
const at = Date.parse('2026-05-06T12:00:30Z')

/** The contents of a board of these columns and rows. */
function drawn(columns: Column[], lines: (CellValue | null)[][], settings: object = {}) {
  const rows = lines.map((line) => ({
    cells: Object.fromEntries(line.flatMap((cell, at) => (cell === null ? [] : [[columns[at]?.id ?? '', cell]]))),
  }))
  return boardContents(board(settings), { language: 'en-GB', columns }, rows, at, () => undefined)
}

const DISH = column('Dish', 'words')
const PRICE = column('Price', 'money', { currency: 'EUR' })

describe('the rows of a board', () => {
  it('[DT3] a column of numbers takes its decimals along', () => {
    const contents = drawn([DISH, column('Cost', 'number', { decimals: 2 })], [['Soup', 2.5]])
    expect(contents?.columns.map(({ decimals }) => decimals)).toEqual([undefined, 2])
  })

  const columns = [DISH, PRICE, column('Day', 'date'), column('Out', 'yes-no')]
  const lines = [
    ['Soup', 4.5, '2026-05-06', null],
    ['pie', 12, '2026-05-07', true],
    ['Cake', null, null, false],
  ]
  const dishes = (settings: object) => drawn(columns, lines, settings)?.rows.map(([dish]) => dish)

  it('[DT3] are in the order of a column, empty cells last in both directions', () => {
    expect(dishes({ sort: { columnId: PRICE.id, direction: 'up' } })).toEqual(['Soup', 'pie', 'Cake'])
    expect(dishes({ sort: { columnId: PRICE.id, direction: 'down' } })).toEqual(['pie', 'Soup', 'Cake'])
    expect(dishes({ sort: { columnId: DISH.id, direction: 'up' } })).toEqual(['Cake', 'pie', 'Soup'])
  })

  it('[DT3] are those that pass the filters: is, is not, empty, and yes or no', () => {
    const out = columns[3]?.id
    expect(dishes({ filters: [{ columnId: DISH.id, is: 'is', value: 'PIE' }] })).toEqual(['pie'])
    expect(dishes({ filters: [{ columnId: DISH.id, is: 'is-not', value: 'pie' }] })).toEqual(['Soup', 'Cake'])
    expect(dishes({ filters: [{ columnId: PRICE.id, is: 'is', value: null }] })).toEqual(['Cake'])
    expect(dishes({ filters: [{ columnId: out, is: 'is-not', value: true }] })).toEqual(['Soup', 'Cake'])
    expect(dishes({ filters: [{ columnId: out, is: 'is', value: false }] })).toEqual(['Soup', 'Cake'])
  })

  it('[DT3] “today” is left to the screen, in a column that is not drawn', () => {
    const contents = drawn(columns, lines, { columns: [DISH.id], filters: [{ columnId: columns[2]?.id, is: 'today' }] })
    expect(contents?.columns).toEqual([
      { name: 'Dish', type: 'words' },
      { name: 'Day', type: 'date', hidden: true },
    ])
    expect(contents?.today).toEqual([1])
    const shown = boardAt(contents as ManifestBoard, at, [[0, 0]])
    expect(shown.rows.map(({ cells }) => cells[0])).toEqual(['Soup'])
    expect(shown.until).toBe(Date.parse('2026-05-07T00:00:00Z'))
    const next = boardAt(contents as ManifestBoard, shown.until, [[0, 0]])
    expect(next.rows.map(({ cells }) => cells[0])).toEqual(['pie'])
  })

  it('[DT3] of a section stand together, in the order in which sections begin', () => {
    const columns = [column('Section', 'words'), DISH]
    const lines = [
      ['Soups', 'Tomato'],
      ['Mains', 'Curry'],
      ['soups', 'Lentil'],
    ]
    expect(drawn(columns, lines, { look: 'menu' })?.rows).toEqual([
      ['Soups', 'Tomato'],
      ['soups', 'Lentil'],
      ['Mains', 'Curry'],
    ])
  })

  it('[DT3] are at most as many as a board can show, in rows and in bytes', () => {
    const many = Array.from({ length: 400 }, (_, index) => [`Dish ${index}`, index])
    expect(drawn([DISH, PRICE], many)?.rows).toHaveLength(MAX_BOARD_ROWS)
    const long = Array.from({ length: 200 }, () => ['é'.repeat(1_000), 1])
    const rows = drawn([DISH, PRICE], long)?.rows ?? []
    expect(rows.length).toBeGreaterThan(10)
    expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThanOrEqual(MAX_BOARD_BYTES + 400)
  })

  it('[DT3] of days long past are not sent at all', () => {
    const columns = [column('Date', 'date'), column('Name', 'words')]
    const lines = [
      ['2026-01-01', 'New Year'],
      ['2026-05-06', 'Today'],
    ]
    expect(drawn(columns, lines, { look: 'days' })?.rows).toEqual([['2026-05-06', 'Today']])
    expect(drawn(columns, lines, { look: 'days', yearly: true })?.rows).toHaveLength(2)
  })
})

describe('departures', () => {
  const columns = [column('Time', 'time'), column('To', 'words')]
  const departures = (...times: string[]) =>
    drawn(
      columns,
      times.map((time) => [time, `to ${time}`]),
      { look: 'departures' },
    ) as ManifestBoard
  const timesAt = (contents: ManifestBoard, iso: string) =>
    boardAt(contents, Date.parse(iso), [[0, 60]]).rows.map(({ cells, minutes }) => [cells[0], minutes])

  it('[DT3] go when their minute is over, by the clock of the display', () => {
    const contents = departures('13:03', '13:00', '12:59', '18:00')
    expect(timesAt(contents, '2026-05-06T12:00:59Z')).toEqual([
      ['13:00', 0],
      ['13:03', 3],
      ['18:00', undefined],
    ])
    expect(timesAt(contents, '2026-05-06T12:01:00Z')).toEqual([
      ['13:03', 2],
      ['18:00', undefined],
    ])
  })

  it('[DT3] of after midnight are on in the evening before', () => {
    const contents = departures('00:10', '23:55', '08:00')
    expect(timesAt(contents, '2026-05-06T22:50:00Z').map(([time]) => time)).toEqual(['23:55', '00:10'])
    expect(timesAt(contents, '2026-05-06T08:00:00Z').map(([time]) => time)).toEqual(['23:55'])
  })

  it('[DT3] with a date are on until then, and tomorrow’s say so', () => {
    const dated = drawn(
      [column('Date', 'date'), ...columns],
      [
        ['2026-05-07', '08:00', 'Ferry'],
        ['2026-05-06', '14:00', 'Train'],
      ],
      { look: 'departures' },
    ) as ManifestBoard
    expect(boardAt(dated, at, [[0, 0]]).rows).toMatchObject([
      { cells: ['2026-05-06', '14:00', 'Train'] },
      { cells: ['2026-05-07', '08:00', 'Ferry'], isLater: true },
    ])
  })

  it('[DT3] no past departure is on, the order is that of time, and nothing changes before it is said to', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
    fc.assert(
      fc.property(
        fc.array(time, { maxLength: 12 }),
        fc.integer({ min: 0, max: 3 * 86_400_000 }),
        fc.integer({ min: 0, max: 59_999 }),
        (times, shift, within) => {
          const contents = departures(...times)
          const now = at + shift
          const { rows, until } = boardAt(contents, now, [[0, 60]])
          expect(until).toBeGreaterThan(now)
          const local = new Date(now + 3_600_000).toISOString().slice(11, 16)
          const ofToday = rows.filter(({ cells }) => String(cells[0]) >= local)
          expect(ofToday.map(({ cells }) => cells[0])).toEqual([...times].sort().filter((one) => one >= local))
          const later = Math.min(until - 1, now + within)
          expect(boardAt(contents, later, [[0, 60]]).rows).toEqual(rows)
        },
      ),
    )
  })
})

describe('days and rooms', () => {
  it('[DT3] a birthday returns every year, and is marked on its day', () => {
    const contents = drawn(
      [column('Date', 'date'), column('Name', 'words')],
      [
        ['1980-05-05', 'Yesterday'],
        ['1991-05-06', 'Today'],
        ['2000-02-29', 'Leap'],
        ['1975-12-31', 'Last'],
      ],
      { look: 'days', yearly: true },
    ) as ManifestBoard
    const { rows } = boardAt(contents, at, [[0, 0]])
    expect(rows.map(({ cells, isNow }) => [cells[1], isNow])).toEqual([
      ['Today', true],
      ['Last', undefined],
      ['Leap', undefined],
      ['Yesterday', undefined],
    ])
    const leap = boardAt(contents, Date.parse('2027-02-28T10:00:00Z'), [[0, 0]]).rows[0]
    expect(leap).toMatchObject({ cells: ['2000-02-29', 'Leap'], isNow: true })
  })

  it('[DT3] a room shows what is on now and next, and what is over has gone', () => {
    const contents = drawn(
      [column('Room', 'words'), column('From', 'time'), column('Until', 'time'), column('Event', 'words')],
      [
        ['Hall', '11:00', '11:30', 'Over'],
        ['Hall', '11:45', '12:30', 'Now'],
        ['Hall', '12:10', '13:00', 'Next'],
      ],
      { look: 'rooms' },
    ) as ManifestBoard
    const { rows } = boardAt(contents, at, [[0, 0]])
    const name = contents.columns.findIndex(({ part }) => part === 'name')
    expect(rows.map(({ cells, isNow, minutes }) => [cells[name], isNow, minutes])).toEqual([
      ['Now', true, undefined],
      ['Next', undefined, 10],
    ])
  })
})

describe('the columns of a look', () => {
  it('[DT3] are guessed from names in any of the languages, and from types', () => {
    const columns = [
      column('Gericht', 'words'),
      column('Hinweis', 'words'),
      column('Preis', 'money'),
      column('Ausverkauft', 'yes-no'),
    ]
    expect(partsOf('menu', columns, {})).toEqual({
      name: columns[0]?.id,
      note: columns[1]?.id,
      price: columns[2]?.id,
      'sold-out': columns[3]?.id,
    })
    const unnamed = [column('A', 'time'), column('B', 'words')]
    expect(partsOf('departures', unnamed, {})).toEqual({ time: unnamed[0]?.id, to: unnamed[1]?.id })
  })

  it('[DT3] are the chosen ones; none if that was chosen; and guessed again if a column is gone', () => {
    const columns = [column('Dish', 'words'), column('Other', 'words'), column('Price', 'money')]
    const other = columns[1]?.id as ColumnId
    expect(partsOf('menu', columns, { name: other, price: null })).toEqual({ name: other })
    expect(partsOf('menu', columns, { name: id('gone') }).name).toBe(columns[0]?.id)
  })

  it('[DT3] no column plays two parts, and each is of a type that fits', () => {
    const types = ['words', 'number', 'money', 'date', 'time', 'yes-no', 'picture'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...BOARD_LOOKS),
        fc.array(fc.tuple(fc.string(), fc.constantFrom(...types)), { maxLength: 12 }),
        (look: BoardLook, made) => {
          const columns = made.map(([name, type], index) => column(name, type, { id: id(`c${index}`) }))
          const parts = Object.values(partsOf(look, columns, {}))
          expect(new Set(parts).size).toBe(parts.length)
        },
      ),
    )
  })
})

describe('cells in words', () => {
  const written = (columns: ManifestBoard['columns'], values: (CellValue | null)[], language = 'en-GB') => {
    const contents = { language, columns, rows: values.map((value) => [value]) }
    return values.map(writerOf(contents, 0))
  }

  it('[DT3] numbers of a column have the same decimals, and money its currency', () => {
    expect(written([{ name: 'n', type: 'number' }], [1, 2.5, 1_000, null])).toEqual(['1.0', '2.5', '1,000.0', ''])
    expect(written([{ name: 'n', type: 'number', decimals: 2 }], [2.5, 12])).toEqual(['2.50', '12.00'])
    expect(written([{ name: 'n', type: 'money', currency: 'EUR' }], [4.5, 12])).toEqual(['€4.50', '€12.00'])
    expect(written([{ name: 'n', type: 'money', currency: 'JPY' }], [980], 'ja-JP')).toEqual(['￥980'])
    expect(written([{ name: 'n', type: 'number', part: 'change' }], [3, -2, 0])).toEqual(['+3', '-2', '0'])
  })

  it('[DT3] minutes are told in the language of the table', () => {
    expect([minutesInWords(0, 'en'), minutesInWords(3, 'en'), minutesInWords(0, 'ar')]).toEqual([
      'now',
      'in 3 min',
      'الآن',
    ])
  })

  it('[DT3] a board is told as a table with headings, for people who read it', () => {
    const contents = drawn(
      [column('Time', 'time'), column('To', 'words')],
      [
        ['11:00', 'Gone'],
        ['12:03', 'Rome'],
      ],
      { look: 'departures' },
    ) as ManifestBoard
    const { headings, rows } = toldBoard(contents, at, [[0, 0]])
    expect(headings).toEqual(['Time', 'To', 'Status'])
    expect(rows).toEqual([['12:03', 'Rome', 'in 3 min']])
  })
})

it('[DT3] only boards that go by the clock change by themselves', () => {
  const contents = drawn([DISH, PRICE], [['Soup', 4]], { look: 'menu' }) as ManifestBoard
  expect(goesByClock(contents)).toBe(false)
  expect(boardAt(contents, at).until).toBe(Number.POSITIVE_INFINITY)
})
