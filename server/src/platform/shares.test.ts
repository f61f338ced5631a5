import { describe, expect, it } from 'vitest'
import { networkOf, providersNetworkOf } from './network.ts'
import { makeRoomInRows, type NetworkRows } from './row-shares.ts'
import { STRANGERS_ROWS, type StrangersRows, WAITING_LISTS, type WaitingListName } from './shares.ts'
import { createWaitingList } from './waiting-list.ts'

// The queues of the first table are tested in queue.test.ts, the places of streams in live/places.test.ts.

describe.each(Object.keys(WAITING_LISTS) as WaitingListName[])('[S36] the list of %s', (name) => {
  it('has room for another organisation or network when one has filled it, and the newest entry gives way', () => {
    const list = createWaitingList<number>(name)
    const { most } = WAITING_LISTS[name]
    for (let n = 0; n < most; n += 1) list.put(`crowd ${n}`, n, 'crowd')
    expect(() => list.put('crowd once more', 0, 'crowd')).toThrow(expect.objectContaining({ code: 'unavailable' }))
    list.put('another', 1, 'another')
    expect(list.size()).toBe(most)
    expect(list.get('another')).toBe(1)
    expect(list.get(`crowd ${most - 1}`)).toBeUndefined()
    expect(list.get(`crowd ${most - 2}`)).toBe(most - 2)
    // An existing entry is replaced in its place.
    list.put('crowd 0', -1, 'crowd')
    expect(list.get('crowd 0')).toBe(-1)
  })
})

describe('a waiting list', () => {
  it('sends nobody away for somebody who has as many, and is empty when all was taken', () => {
    const list = createWaitingList<string>('proven-beats', 2)
    list.put('one', 'a', 'first')
    list.put('two', 'b', 'second')
    expect(() => list.put('three', 'c', 'third')).toThrow(expect.objectContaining({ code: 'unavailable' }))
    expect(list.takeAll()).toEqual(['a', 'b'])
    expect(list.size()).toBe(0)
    list.put('three', 'c', 'third')
    list.put('four', 'd', 'third')
    expect(list.takeAll()).toEqual(['c', 'd'])
  })

  it('goes on giving way one by one, however often it was full', () => {
    const list = createWaitingList<number>('proven-beats', 10)
    for (let n = 0; n < 10; n += 1) list.put(`a ${n}`, n, 'a')
    for (let n = 0; n < 4; n += 1) list.put(`b ${n}`, n, 'b')
    expect(list.size()).toBe(10)
    expect(Array.from({ length: 10 }, (_, n) => list.get(`a ${n}`) !== undefined)).toEqual(
      Array.from({ length: 10 }, (_, n) => n < 6),
    )
  })
})

const CROWDS: [name: string, addressOf: (n: number) => string, another: string][] = [
  ['a /48 of IPv6', (n) => `2001:db8:7:${n.toString(16)}::1`, '2001:db8:8::1'],
  ['a /16 of IPv4', (n) => `198.18.${n % 256}.1`, '203.0.113.9'],
]

describe.each(Object.keys(STRANGERS_ROWS) as StrangersRows[])('[S36] the rows of %s', (table) => {
  const { most, mostOfNetwork } = STRANGERS_ROWS[table]

  it.each(CROWDS)('have room for another network when %s has filled them', (_, addressOf, another) => {
    const held: NetworkRows[] = []
    const add = (network: string): string[] => {
      const crowded = makeRoomInRows(table, held, network)
      const victim = held.find((one) => crowded.includes(one.network))
      if (victim) victim.count -= 1
      const own = held.find((one) => one.network === network)
      if (own) own.count += 1
      else held.push({ network, count: 1 })
      return crowded
    }
    const all = () => held.reduce((sum, { count }) => sum + count, 0)
    const refused = expect.objectContaining({ code: 'too-many-requests' })
    for (let n = 0; all() < most; n += 1) add(networkOf(addressOf(n % 250)))
    expect(() => add(networkOf(addressOf(251)))).toThrow(refused)
    const crowded = add(networkOf(another))
    expect(new Set(crowded.map((network) => providersNetworkOf(network.replace(/\/\d+$/, ''))))).toEqual(
      new Set([providersNetworkOf(addressOf(0))]),
    )
    expect(all()).toBe(most)
    // A network has a limit of its own, even if the rest is empty.
    const one = { network: networkOf(another), count: mostOfNetwork }
    expect(() => makeRoomInRows(table, [one], networkOf(another))).toThrow(refused)
  })
})
