import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_POSITION_CHARACTERS, placeMoved, positionAfterMove, positionAtEnd } from './position.ts'

type Thing = { id: string; position: string }

function listOf(count: number): Thing[] {
  const list: Thing[] = []
  for (let index = 0; index < count; index += 1) list.push({ id: `t${index}`, position: positionAtEnd(list.at(-1)) })
  return list
}

const sorted = (list: Thing[]) => list.toSorted((a, b) => (a.position < b.position ? -1 : 1))
const ids = (list: Thing[]) => list.map((thing) => thing.id)

function moved(list: Thing[], id: string, to: Parameters<typeof positionAfterMove<string>>[2]): Thing[] {
  const position = positionAfterMove(list, id, to)
  return position === undefined ? list : sorted(list.map((thing) => (thing.id === id ? { id, position } : thing)))
}

describe('positions in an ordered list', () => {
  it('T3 up and down swap with the neighbour', () => {
    expect(ids(moved(listOf(3), 't1', { direction: 'up' }))).toEqual(['t1', 't0', 't2'])
    expect(ids(moved(listOf(3), 't1', { direction: 'down' }))).toEqual(['t0', 't2', 't1'])
  })

  it('T3 out of range does nothing', () => {
    expect(positionAfterMove(listOf(3), 't0', { direction: 'up' })).toBeUndefined()
    expect(positionAfterMove(listOf(3), 't2', { direction: 'down' })).toBeUndefined()
    expect(positionAfterMove(listOf(1), 't0', { direction: 'down' })).toBeUndefined()
  })

  it('a place is named by the neighbour', () => {
    expect(ids(moved(listOf(4), 't3', { after: null }))).toEqual(['t3', 't0', 't1', 't2'])
    expect(ids(moved(listOf(4), 't0', { after: 't3' }))).toEqual(['t1', 't2', 't3', 't0'])
    expect(positionAfterMove(listOf(4), 't1', { after: 't0' })).toBeUndefined()
    expect(positionAfterMove(listOf(4), 't1', { after: 'gone' })).toBe('no-such-neighbour')
  })

  it('any number of moves keeps every thing once, in the order an array would have', () => {
    const move = fc.record({ who: fc.nat(5), up: fc.boolean() })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        let list = listOf(6)
        const model = ids(list)
        for (const { who, up } of moves) {
          const id = `t${who}`
          list = moved(list, id, { direction: up ? 'up' : 'down' })
          const from = model.indexOf(id)
          const to = up ? from - 1 : from + 1
          if (to >= 0 && to < model.length) [model[from], model[to]] = [model[to] as string, model[from] as string]
        }
        expect(ids(list)).toEqual(model)
      }),
    )
  })

  it('[S27] no position is ever longer than its bound, after ten thousand moves at the worst places', () => {
    // Between the first two, alternately from behind; past each other, repeatedly; anywhere.
    const plans: ((
      turn: number,
      order: string[],
    ) => [id: string, to: Parameters<typeof positionAfterMove<string>>[2]])[] = [
      (_, order) => [order.at(-1) ?? '', { after: order[0] ?? null }],
      (turn, order) => [order[2] ?? '', { after: turn % 2 === 0 ? (order[0] ?? null) : null }],
      (turn, order) => [
        order[(turn * 7919) % order.length] ?? '',
        { after: order[(turn * 104_729) % order.length] ?? null },
      ],
      (turn, order) => [order[turn % 2] ?? '', { direction: 'down' }],
    ]
    for (const plan of plans) {
      let list = listOf(40).map((thing) => ({ ...thing, revision: 1 }))
      let model = ids(list)
      let moves = 0
      let changed = 0
      for (let turn = 0; turn < 10_000; turn += 1) {
        const [id, to] = plan(turn, model)
        const position = positionAfterMove(list, id, to)
        if (position === undefined || position === 'no-such-neighbour') continue
        const thing = list.find((one) => one.id === id)
        if (!thing) throw new Error(`no ${id}`)
        const { changes } = placeMoved(list, thing, position)
        moves += 1
        changed += changes.length
        const after = new Map(changes.map((change) => [change.after.id, change.after]))
        list = list.map((one) => after.get(one.id) ?? one).sort((a, b) => (a.position < b.position ? -1 : 1))
        const rest = model.filter((one) => one !== id)
        const index =
          'direction' in to
            ? model.indexOf(id) + (to.direction === 'up' ? -1 : 1)
            : to.after === null
              ? 0
              : rest.indexOf(to.after) + 1
        model = rest.toSpliced(index, 0, id)
        if (turn % 50 === 0 || changes.length > 1) {
          expect(ids(list)).toEqual(model)
          expect(new Set(list.map((one) => one.position)).size).toBe(list.length)
          expect(Math.max(...list.map((one) => one.position.length))).toBeLessThanOrEqual(MAX_POSITION_CHARACTERS)
        }
      }
      expect(moves).toBeGreaterThan(4_000)
      // Most moves write one row.
      expect(changed / moves).toBeLessThan(1.5)
    }
  })
})
