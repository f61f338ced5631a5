import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GRACE_MS, prune } from './prune.ts'

const names = fc.uniqueArray(fc.constantFrom('/media/a.jpg', '/media/b.jpg', '/media/c.mp4', '/media/d.jpg'))
const instant = fc.integer({ min: 0, max: 4 * GRACE_MS })

describe('pruning', () => {
  it('[OF6] a file that is needed is never deleted, whatever else is true', () => {
    fc.assert(
      fc.property(
        names,
        names,
        fc.boolean(),
        fc.boolean(),
        instant,
        instant,
        (kept, needed, hasRoom, isOrder, since, now) => {
          const unneeded = new Map(kept.map((url) => [url, since]))
          const { remove } = prune(kept, new Set(needed), unneeded, { hasRoom, isOrder, now })
          for (const url of remove) expect(needed).not.toContain(url)
          if (!isOrder) expect(remove).toEqual([])
        },
      ),
    )
  })

  it('[OF6] it goes a day after it was last needed, counted over restarts', () => {
    const first = prune(['/media/a.jpg'], new Set(), new Map(), { hasRoom: true, isOrder: true, now: 1_000 })
    expect(first).toEqual({ remove: [], unneeded: new Map([['/media/a.jpg', 1_000]]) })
    const soon = { hasRoom: true, isOrder: true, now: 999 + GRACE_MS }
    expect(prune(['/media/a.jpg'], new Set(), first.unneeded, soon).remove).toEqual([])
    const later = { hasRoom: true, isOrder: true, now: 1_000 + GRACE_MS }
    expect(prune(['/media/a.jpg'], new Set(), first.unneeded, later).remove).toEqual(['/media/a.jpg'])
  })

  it('[F13] for want of room it goes at once', () => {
    const pressed = { hasRoom: false, isOrder: true, now: 1_000 }
    expect(prune(['/media/a.jpg'], new Set(), new Map(), pressed).remove).toEqual(['/media/a.jpg'])
  })

  it('[OF6] an empty manifest empties the screen, and throws nothing away', () => {
    const empty = { hasRoom: false, isOrder: false, now: 100 * GRACE_MS }
    expect(prune(['/media/a.jpg'], new Set(), new Map([['/media/a.jpg', 0]]), empty).remove).toEqual([])
  })

  it('[F33] a clock that was put back keeps nothing for years', () => {
    const { unneeded } = prune(['/media/a.jpg'], new Set(), new Map([['/media/a.jpg', 9e15]]), {
      hasRoom: true,
      isOrder: true,
      now: 1_000,
    })
    expect(unneeded.get('/media/a.jpg')).toBe(1_000)
  })
})
