import { type Item, ItemId, Line, Programme } from '@placard/contract'
import { expect, it } from 'vitest'
import { newerProgramme, withAnswer } from './programme.ts'

const line = (id: string, position: string): Line => Line.parse({ id, text: id, position, revision: 1 })
const programme = (revision: number, lines: Line[] = []): Programme =>
  Programme.parse({
    organisationId: 'vnr',
    id: 'ece',
    name: 'Department of ECE',
    timeZone: 'UTC',
    fillsWithoutLines: false,
    revision,
    items: [],
    lines,
  })

it('D8 a programme that arrives late or twice changes nothing', () => {
  const known = programme(5)
  expect(newerProgramme(known, programme(4))).toBe(known)
  expect(newerProgramme(known, programme(5))).toBe(known)
  expect(newerProgramme(known, programme(6)).revision).toBe(6)
  expect(newerProgramme(undefined, known)).toBe(known)
})

it('T3 an answer puts the moved line where its position says, by code units', () => {
  const next = withAnswer(programme(1, [line('a', 'a0'), line('b', 'aB')]), 2, { type: 'line', line: line('a', 'ab') })
  expect(next.lines.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(next.revision).toBe(2)
})

it('T4 an answer that skips a revision leaves the door open for what others did', () => {
  const next = withAnswer(programme(1), 3, { type: 'line', line: line('mine', 'a0') })
  expect(next.lines).toHaveLength(1)
  expect(newerProgramme(next, programme(2, [line('theirs', 'a0')])).lines[0]?.id).toBe('theirs')
})

it('T4 an answer that the stream has overtaken changes nothing', () => {
  const known = programme(7, [line('a', 'a0')])
  expect(withAnswer(known, 6, { type: 'line-removed', id: line('a', 'a0').id })).toBe(known)
})

it('D7 an answer to a deletion takes the item away', () => {
  const item: Item = {
    id: ItemId.parse('one'),
    title: 'x',
    url: 'x',
    uploadDate: 0,
    type: 'image',
    visible: true,
    position: 'a0',
    revision: 1,
    playable: false,
  }
  expect(withAnswer({ ...programme(1), items: [item] }, 2, { type: 'item-removed', id: item.id }).items).toEqual([])
})
