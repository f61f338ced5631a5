import type { DisplayId, ItemId, Manifest, OrganisationId } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../cache/database.ts'
import { createLastGood } from './last-good.ts'

const key = { organisationId: 'vnr' as OrganisationId, displayId: 'ece' as DisplayId }
const manifest: Manifest = {
  ...key,
  name: 'ECE',
  revision: 7,
  loopStartedAt: 5,
  items: [{ id: 'a' as ItemId, type: 'image', url: '/media/a.jpg' }],
  lines: [],
}
const RECORD = 'manifest vnr/ece'
const HALF = { x: 0, y: 0, width: 50, height: 100 }
const OTHER_HALF = { ...HALF, x: 50 }
const DAY_MS = 24 * 60 * 60_000

function device(now = () => 0) {
  const database = openDatabase(undefined)
  return { database, good: createLastGood(database, key, now) }
}

describe('the last good manifest', () => {
  it('[OF3] is the one that was saved last, and each display has its own', async () => {
    const { database, good } = device()
    expect(await good.load()).toBeUndefined()
    await good.save(manifest)
    await good.save({ ...manifest, revision: 8 })
    expect((await good.load())?.revision).toBe(8)
    const other = createLastGood(database, { ...key, displayId: 'cse' as DisplayId }, () => 0)
    expect(await other.load()).toBeUndefined()
    expect((await other.all()).map(({ revision }) => revision)).toEqual([8])
  })

  it('[B95] whatever stands in its place, there is a manifest of this display or none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.json()), async (value) => {
        const { database, good } = device()
        await database.put('records', RECORD, value)
        await database.put('records', 'clock', value)
        await database.put('records', 'unneeded', value)
        expect(await good.load()).toBeUndefined()
        expect(await good.loadUnneeded()).toBeInstanceOf(Map)
        await good.loadClock()
        expect(await good.all()).toEqual([])
      }),
    )
  })

  it.each<[string, object]>([
    ['a million items', { items: Array.from({ length: 1_000_000 }, () => manifest.items[0]) }],
    [
      'a zone of a million items',
      {
        layout: {
          main: { landscape: HALF, portrait: HALF },
          zones: [
            {
              landscape: OTHER_HALF,
              portrait: OTHER_HALF,
              playlistId: `_${'p'.repeat(20)}`,
              name: '',
              loopStartedAt: 0,
              items: Array.from({ length: 1_000_000 }, () => manifest.items[0]),
            },
          ],
        },
      },
    ],
    ['a revision beyond counting', { revision: 2 ** 53 }],
    ['another display', { displayId: 'cse' }],
    ['items that are none', { items: '__proto__' }],
  ])('[B95] %s is not taken', async (_, change) => {
    const { database, good } = device()
    await database.put('records', RECORD, JSON.stringify({ savedAt: 0, manifest: { ...manifest, ...change } }))
    expect(await good.load()).toBeUndefined()
  })

  it('[OF6] a display that this device has not shown for a month holds no files any more', async () => {
    let now = 0
    const { database, good } = device(() => now)
    await good.save(manifest)
    const other = createLastGood(database, { ...key, displayId: 'cse' as DisplayId }, () => now)
    now = 29 * DAY_MS
    expect(await other.all()).toHaveLength(1)
    now = 31 * DAY_MS
    expect(await other.all()).toHaveLength(0)
    expect(await good.load()).toBeUndefined()
  })

  it('[OF9] remembers the clock', async () => {
    const { good } = device()
    await good.saveClock({ aheadMs: -3, heardAt: 9 })
    expect(await good.loadClock()).toEqual({ aheadMs: -3, heardAt: 9 })
  })
})
