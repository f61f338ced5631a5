import type { ColumnType } from './table.ts'

// Without Zod, because the player reads boards too.

/** The designs of a board [DT3]. The player has one table with a row for each. */
export const BOARD_LOOKS = ['menu', 'departures', 'directory', 'results', 'numbers', 'days', 'rooms', 'plain'] as const
export type BoardLook = (typeof BOARD_LOOKS)[number]

/** The parts that columns of a table can play in a look. */
export const BOARD_PARTS = [
  'section',
  'name',
  'note',
  'allergens',
  'picture',
  'price',
  'sold-out',
  'date',
  'time',
  'until',
  'line',
  'to',
  'place',
  'rank',
  'points',
  'value',
  'change',
  'curve',
] as const
export type BoardPart = (typeof BOARD_PARTS)[number]

/** One part of a look: the types of columns that can play it. `isNeeded`: without it nothing can be drawn. */
export type LookPart = { part: BoardPart; types: readonly ColumnType[]; isNeeded?: true }

const WORDS = ['words', 'number'] as const
const NUMBERS = ['number', 'money'] as const

/** The parts of each look, in the order in which they are drawn. The plain look has none: it draws columns as they are. */
export const LOOK_PARTS: Readonly<Record<BoardLook, readonly LookPart[]>> = {
  menu: [
    { part: 'section', types: ['words'] },
    { part: 'name', types: ['words'], isNeeded: true },
    { part: 'note', types: ['words'] },
    { part: 'allergens', types: WORDS },
    { part: 'picture', types: ['picture'] },
    { part: 'price', types: ['money', 'number'] },
    { part: 'sold-out', types: ['yes-no'] },
  ],
  departures: [
    { part: 'date', types: ['date'] },
    { part: 'time', types: ['time'], isNeeded: true },
    { part: 'line', types: WORDS },
    { part: 'to', types: ['words'] },
    { part: 'place', types: WORDS },
    { part: 'note', types: ['words'] },
  ],
  directory: [
    { part: 'section', types: WORDS },
    { part: 'name', types: ['words'], isNeeded: true },
    { part: 'note', types: ['words'] },
    { part: 'place', types: WORDS },
  ],
  results: [
    { part: 'rank', types: ['number'] },
    { part: 'name', types: ['words'], isNeeded: true },
    { part: 'points', types: ['number', 'money', 'time'] },
    { part: 'change', types: ['number'] },
  ],
  numbers: [
    { part: 'name', types: ['words'] },
    { part: 'value', types: NUMBERS, isNeeded: true },
    { part: 'change', types: ['number', 'money'] },
    { part: 'curve', types: ['words'] },
    { part: 'note', types: ['words'] },
  ],
  days: [
    { part: 'date', types: ['date'], isNeeded: true },
    { part: 'name', types: ['words'], isNeeded: true },
    { part: 'note', types: ['words'] },
  ],
  rooms: [
    { part: 'date', types: ['date'] },
    { part: 'place', types: WORDS },
    { part: 'time', types: ['time'], isNeeded: true },
    { part: 'until', types: ['time'] },
    { part: 'name', types: ['words'], isNeeded: true },
  ],
  plain: [],
}
