import {
  type Condition,
  type Corner,
  type CornerPiece,
  type Item,
  ItemId,
  Line,
  PlaylistId,
  Programme,
  playlistPath,
  type ValueNow,
} from '@placard/contract'
import { expect, it } from 'vitest'
import { newerProgramme, withAnswer } from './programme.ts'
import { EMPTY_PROGRAMME } from './programme.vitest.ts'

const line = (id: string, position: string): Line => Line.parse({ id, text: id, position, revision: 1 })
const programme = (revision: number, lines: Line[] = []): Programme =>
  Programme.parse({ ...EMPTY_PROGRAMME, revision, lines })

it('D8 a programme that arrives late or twice changes nothing', () => {
  const known = programme(5)
  expect(newerProgramme(known, programme(4))).toBe(known)
  expect(newerProgramme(known, programme(5))).toBe(known)
  expect(newerProgramme(known, programme(6)).revision).toBe(6)
  expect(newerProgramme(undefined, known)).toBe(known)
})

it('[TM2] the moment at which the loop began comes with the stream, after the answer that brought the same revision', () => {
  const known = programme(5)
  const told = { ...programme(5), loopStartedAt: 7 }
  expect(newerProgramme(known, told)).toEqual(told)
  expect(newerProgramme({ ...known, revision: 6 }, told).loopStartedAt).toBe(0)
})

it('T3 an answer puts the moved line where its position says, by code units', () => {
  const next = withAnswer(programme(1, [line('a', 'a0'), line('b', 'aB')]), 2, {
    list: 'lines',
    put: [line('a', 'ab')],
  })
  expect(next.lines.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(next.revision).toBe(2)
})

it('T4 an answer that skips a revision leaves the door open for what others did', () => {
  const next = withAnswer(programme(1), 3, { list: 'lines', put: [line('mine', 'a0')] })
  expect(next.lines).toHaveLength(1)
  expect(newerProgramme(next, programme(2, [line('theirs', 'a0')])).lines[0]?.id).toBe('theirs')
})

it('T4 an answer that the stream has overtaken changes nothing', () => {
  const known = programme(7, [line('a', 'a0')])
  expect(withAnswer(known, 6, { list: 'lines', removed: ['a'] })).toBe(known)
})

const itemAt = (id: string, position: string): Item => ({
  id: ItemId.parse(id),
  title: 'x',
  url: 'x',
  uploadDate: 0,
  type: 'image',
  visible: true,
  position,
  revision: 1,
  playable: false,
})

it('[CP7] an answer about several puts each where its position says, and takes away what is gone', () => {
  const known = { ...programme(1), items: ['a0', 'a1', 'a2'].map((position) => itemAt(position, position)) }
  const moved = [itemAt('a0', 'a3'), itemAt('a1', 'a4')]
  const next = withAnswer(known, 2, { list: 'items', put: moved })
  expect(next.items.map(({ id }) => id)).toEqual(['a2', 'a0', 'a1'])
  expect(next.revision).toBe(2)
  const left = withAnswer(next, 3, { list: 'items', removed: moved.map(({ id }) => id) })
  expect(left.items.map(({ id }) => id)).toEqual(['a2'])
})

it('D7 an answer to a deletion takes the item away', () => {
  const item = itemAt('one', 'a0')
  expect(withAnswer({ ...programme(1), items: [item] }, 2, { list: 'items', removed: [item.id] }).items).toEqual([])
})

it('[CP3] an answer that puts a playlist in leaves the door open for what that holds', () => {
  const id = PlaylistId.parse(`_${'p'.repeat(20)}`)
  const inclusion: Item = { ...itemAt('menu', 'a0'), type: 'playlist', url: playlistPath(id) }
  const next = withAnswer(programme(1), 2, { list: 'items', put: [inclusion] })
  expect(next.items).toEqual([inclusion])
  const told = {
    ...programme(2),
    items: [inclusion],
    playlists: [{ id, name: 'Menu', items: [], lines: [line('soup', 'a0')] }],
  }
  expect(newerProgramme(next, told).playlists).toHaveLength(1)
})

it('[DT6] an answer with a condition leaves the door open for the values that it compares', () => {
  const value = { of: 'weather', figure: 'temperature' } as const
  const condition: Condition = { all: [{ value, operator: '<', constant: 10 }], otherwise: 'off' }
  const put = [{ ...line('soup', 'a0'), condition }]
  const next = withAnswer(programme(1), 2, { list: 'lines', put })
  expect(next.lines).toEqual(put)
  const now: ValueNow = { of: value, names: [], column: { type: 'number' }, language: 'en', unit: 'celsius', value: 9 }
  const told = newerProgramme(next, { ...programme(2), lines: put, values: [now] })
  expect(told.values).toEqual([now])
  // The next answer needs no request.
  expect(withAnswer(told, 3, { list: 'lines', put: [line('other', 'a1')] }).revision).toBe(3)
})

it('[LY6] a corner that was set, emptied or moved is there at once, in the order of the corners', () => {
  const piece = (corner: Corner): CornerPiece => ({ corner, kind: 'words', size: 10, text: corner, revision: 1 })
  const cornersOf = (known: Programme, gone: Corner[], put: CornerPiece[]) =>
    withAnswer(known, known.revision + 1, { list: 'cornerPieces', gone, put }).cornerPieces.map(({ corner }) => corner)
  const known = { ...programme(5), cornerPieces: [piece('top-left'), piece('bottom-left')] }
  expect(cornersOf(known, ['top-right'], [piece('top-right')])).toEqual(['top-left', 'top-right', 'bottom-left'])
  expect(cornersOf(known, ['top-left'], [])).toEqual(['bottom-left'])
  expect(cornersOf(known, ['top-left'], [piece('bottom-right')])).toEqual(['bottom-left', 'bottom-right'])
})
