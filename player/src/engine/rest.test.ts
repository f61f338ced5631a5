import type { ItemId, ManifestItem } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { failed, isResting, nextWaking, only, type Rests, shown } from './rest.ts'

const item: ManifestItem = { id: 'a' as ItemId, type: 'image', url: '/media/a.jpg' }

describe('the rests', () => {
  it('[F20] a broken item rests 30 s, then twice as long each time, and ten minutes at most', () => {
    let rests: Rests = new Map()
    const seconds: number[] = []
    for (let time = 0; time < 8; time += 1) {
      rests = failed(rests, item, 1_000)
      seconds.push(((nextWaking(rests, 1_000) ?? 0) - 1_000) / 1_000)
    }
    expect(seconds).toEqual([30, 60, 120, 240, 480, 600, 600, 600])
  })

  it('[F25] an item is tried again when it has rested, and its count restarts once it has been shown', () => {
    const rests = failed(failed(new Map(), item, 0), item, 0)
    expect(isResting(rests, item, 59_999)).toBe(true)
    expect(isResting(rests, item, 60_000)).toBe(false)
    expect(nextWaking(failed(shown(rests, item), item, 0), 0)).toBe(30_000)
  })

  it('[F19] another address is another try', () => {
    const rests = failed(new Map(), item, 0)
    expect(isResting(rests, { ...item, url: '/media/b.jpg' }, 1)).toBe(false)
    expect(isResting(rests, { ...item, duration: 90 }, 1)).toBe(true)
  })

  it('[F27] items that are not played any more are forgotten', () => {
    expect(only(failed(new Map(), item, 0), []).size).toBe(0)
    expect(only(failed(new Map(), item, 0), [item]).size).toBe(1)
  })
})
