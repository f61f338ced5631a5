import type { Manifest, MissReason } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { watchTurns } from './turns.ts'

const START = Date.parse('2026-11-21T08:00:00Z')
const item = (id: string) => ({ id, type: 'image' as const, url: `/media/${id}.jpg`, duration: 10 })
const content = (id: string) => `${id} image /media/${id}.jpg`
const MANIFEST = {
  organisationId: 'vnr',
  displayId: 'ece',
  name: 'Hall',
  revision: 1,
  loopStartedAt: START,
  items: [item('a'), item('b'), item('c')],
  lines: [],
} as unknown as Manifest

function begin() {
  const missed: [string, MissReason][] = []
  const turns = watchTurns((one, why) => missed.push([one.id, why]))
  let now = START
  /** Checks once a second, for this many seconds. */
  const look = (seconds: number, seen: string | undefined, isHidden = false) => {
    for (let count = 0; count < seconds; count += 1) {
      turns.look(MANIFEST, now, seen && content(seen), isHidden)
      now += 1_000
    }
  }
  const sleep = (ms: number) => {
    now += ms
  }
  return { missed, turns, look, sleep }
}

describe('the turns of items', () => {
  it('[PP2] a turn whose item was on the screen, late or only briefly, is not missed', () => {
    const { missed, look } = begin()
    look(10, 'a')
    look(7, 'a')
    look(3, 'b')
    look(10, 'c')
    look(2, 'a')
    expect(missed).toEqual([])
  })

  it('[PP2] any other turn is missed, with the reason: a missing file, a hidden page, or unknown', () => {
    const { missed, turns, look } = begin()
    look(10, 'a')
    turns.failed(item('b') as never, 'missing')
    look(10, 'a')
    look(10, undefined, true)
    look(10, 'b')
    look(1, 'b')
    expect(missed).toEqual([
      ['b', 'missing'],
      ['c', 'unseen'],
      ['a', 'late'],
    ])
  })

  it('[PP2] a failed item rests for more than one turn, with the same reason in each, until it is seen', () => {
    const { missed, turns, look } = begin()
    look(10, 'a')
    turns.failed(item('b') as never, 'unreachable')
    for (let round = 0; round < 2; round += 1) {
      look(10, 'a')
      look(10, 'c')
      look(10, 'a')
    }
    look(10, 'b')
    look(10, 'c')
    look(10, 'a')
    look(10, 'c')
    look(1, 'c')
    expect(missed).toEqual([
      ['b', 'unreachable'],
      ['b', 'unreachable'],
      ['b', 'late'],
    ])
  })

  it('[PP2] nothing is reported about a turn that began before the page, or in which the device slept', () => {
    const { missed, look, sleep } = begin()
    sleep(7_000)
    look(4, undefined)
    look(9, 'b')
    sleep(60 * 60_000)
    look(1, undefined)
    expect(missed).toEqual([])
  })
})
