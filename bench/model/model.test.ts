import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ASSUMED, WAYS } from './assumptions.ts'
import { type Measured, measuredOf, readResults } from './inputs.ts'
import { changeCost, endsOf, fullness, LIMITS, readersOf, scaleOf, sideBySide, withNodes } from './model.ts'
import { scalePicture } from './picture.ts'
import { tablesOf, withTables } from './tables.ts'

const MEASURED: Measured = {
  change: { node: 1_000, database: 800 },
  hear: { node: 50, database: 20 },
  read: { node: 600, database: 500 },
  deliver: { node: 10, database: 0 },
  join: { node: 300, database: 200 },
  words: {
    beat: { node: 150, database: 100 },
    report: { node: 400, database: 500 },
    plays: { node: 2_000, database: 3_000 },
  },
  listener: { node: 2, database: 0 },
  idle: { node: 2_000, database: 1_000 },
  look: { node: 2, database: 1 },
  watch: { node: 1, database: 1 },
  memoryKiBPerListener: 10,
  manifestBytes: 1_635,
  databaseBytesPerChange: 20_000,
  notifiesPerSecond: 1_000,
  connectionsPerNode: 11,
}
const BARE = { ...MEASURED, look: { node: 0, database: 0 }, watch: { node: 0, database: 0 } }
const scale = (screens: number, way: (typeof WAYS)[number] = 'by organisation', measured = MEASURED) => {
  const found = scaleOf(measured, ASSUMED, screens, way)
  if (!found) throw new RangeError(`no number of nodes is enough for ${screens}`)
  return found
}

describe('the model', () => {
  it('adds up a change over the nodes that hear it and those that read it', () => {
    expect(changeCost(MEASURED, { nodes: 4, readers: 2, listeners: 5 })).toEqual({
      node: 1_000 + 3 * 50 + 2 * 600 + 5 * 10,
      database: 800 + 3 * 20 + 2 * 500,
    })
  })

  it('has a display read by the nodes that its screens are at', () => {
    expect(readersOf(ASSUMED, 'any node', 1)).toBe(1)
    expect(readersOf(ASSUMED, 'any node', 2)).toBe(1.5)
    expect(readersOf(ASSUMED, 'any node', 1_000)).toBeCloseTo(ASSUMED.screensPerDisplay, 1)
    expect(readersOf(ASSUMED, 'by organisation', 1_000)).toBe(1)
  })

  it.each(WAYS)('takes as few nodes as keep below what may be busy, by %s', (way) => {
    const { busy, nodes } = scale(30_000, way)
    expect(busy.node).toBeLessThanOrEqual(nodes * ASSUMED.busyShare)
    expect(nodes).toBeGreaterThanOrEqual(3)
  })

  it('of what screens do by themselves ten times as many take ten times as much', () => {
    const [few, many] = [scale(10_000), scale(100_000)]
    for (const side of ['node', 'database'] as const) {
      expect(many.load.words[side] / few.load.words[side]).toBeCloseTo(10)
    }
    expect(many.nodesMbit / few.nodesMbit).toBeCloseTo(10)
  })

  it('of what every node does by itself the nodes take more the more there are', () => {
    const of = (nodes: number) => withNodes(MEASURED, ASSUMED, 100_000, 'any node', nodes).load
    expect(of(20).watching.node).toBeCloseTo(2 * of(10).watching.node)
    expect(of(20).looks.node).toBeGreaterThan(1.9 * of(10).looks.node)
    expect(of(20).words).toEqual(of(10).words)
  })

  it('says when no number of nodes is enough', () => {
    expect(scaleOf(MEASURED, ASSUMED, 10_000_000, 'any node')).toBeUndefined()
    expect(scaleOf(BARE, ASSUMED, 1_000_000, 'any node')).toBeDefined()
  })

  it('names the screens at which each limit is reached', () => {
    const ends = endsOf(MEASURED, ASSUMED, 'any node')
    expect(ends['each node']).toBeLessThan(10_000_000)
    for (const limit of LIMITS.filter((one) => ends[one] < ends['each node'])) {
      const [before, after] = [
        scale(ends[limit] * 0.99, 'any node'),
        scaleOf(MEASURED, ASSUMED, ends[limit] * 1.3, 'any node'),
      ]
      expect(fullness(MEASURED, ASSUMED, before)[limit]).toBeLessThanOrEqual(1)
      if (after) expect(fullness(MEASURED, ASSUMED, after)[limit]).toBeGreaterThan(1)
    }
  })

  it('has a storm last as long as the slower of coming and being taken', () => {
    const { storm } = scale(100_000)
    expect(storm.screens).toBe(30_000)
    expect(storm.seconds).toBeGreaterThanOrEqual(storm.screens / storm.capacityPerSecond)
    expect(storm.seconds).toBeGreaterThanOrEqual(2 * ASSUMED.returnSeconds)
  })

  it('ten installations side by side take ten times as much, and a screen costs the same', () => {
    const one = scale(100_000)
    const ten = sideBySide(one, 10)
    expect(ten.nodes).toBe(10 * one.nodes)
    expect(ten.busy.database).toBeCloseTo(10 * one.busy.database)
    expect(ten.storm.seconds).toBe(one.storm.seconds)
    expect(ten.euroPerScreenAndMonth).toEqual(one.euroPerScreenAndMonth)
  })

  it('adds up what a screen costs', () => {
    const { nodes, database, traffic, fixed, all } = scale(100_000).euroPerScreenAndMonth
    expect(all).toBeCloseTo(nodes + database + traffic + fixed)
  })
})

describe('the page of the model', () => {
  it('has a place for each table, and keeps what stands around it', () => {
    const page = 'Before\n<!-- sizes -->\nold\n<!-- /sizes -->\nafter'
    expect(withTables(page, { sizes: '| new |' })).toBe('Before\n<!-- sizes -->\n\n| new |\n\n<!-- /sizes -->\nafter')
    expect(() => withTables(page, { euros: '' })).toThrow('euros')
  })

  it('draws a picture that runs nothing', () => {
    const picture = scalePicture(MEASURED, ASSUMED)
    expect(picture).toContain('@media (prefers-color-scheme: dark)')
    expect(picture).toContain('10,000 screens, any node: nodes')
    expect(picture.match(/<path class="curve/g)).toHaveLength(8)
    expect(picture).not.toMatch(/<script|href|NaN|undefined|Infinity/)
  })

  const results = join(import.meta.dirname, '..', 'results')
  it.runIf(existsSync(join(results, 'nodes.json')))('says what the program says of what was measured last', () => {
    const kept = readResults(results)
    const measured = measuredOf(kept)
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'scale.md'), 'utf8')
    expect(withTables(page, tablesOf(measured, ASSUMED, kept))).toBe(page)
    expect(readFileSync(join(results, 'scale.svg'), 'utf8')).toBe(scalePicture(measured, ASSUMED))
  })
})
