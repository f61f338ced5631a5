import type { ItemId, ManifestItem } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scene } from '../engine/scene.ts'
import { isCovered, type Layers, type LayersEvent, layerOf, NO_LAYERS, stepLayers } from './layers.ts'

const item = (id: string, type: ManifestItem['type'] = 'image'): ManifestItem => ({
  id: id as ItemId,
  type,
  url: `/media/${id}.jpg`,
})
const [a, b, c] = [item('a'), item('b'), item('c')]

function scene(current: ManifestItem, next: ManifestItem, items = [a, b, c]): LayersEvent {
  const slot = (one: ManifestItem, startsAt: number) => ({ item: one, index: 0, startsAt, endsAt: startsAt + 5 })
  return { type: 'scene', scene: { status: 'playing', items, current: slot(current, 0), next: slot(next, 5) } }
}

const run = (events: LayersEvent[], from: Layers = NO_LAYERS) => events.reduce(stepLayers, from)
const roles = (state: Layers) => state.list.map((layer) => `${layer.item.id} ${layer.role}${layer.due ? ' due' : ''}`)
const presented = (state: Layers): LayersEvent => ({ type: 'presented', key: layerOf(state, 'coming')?.key ?? -1 })
const faded = (state: Layers): LayersEvent => ({ type: 'faded', key: layerOf(state, 'shown')?.key ?? -1 })

/** a is on the screen, and b is being prepared. */
const settled = () => {
  const begun = run([scene(a, b)])
  const shown = stepLayers(begun, presented(begun))
  return stepLayers(shown, faded(shown))
}

describe('the layers', () => {
  it('P8 the first item comes at once, the next is prepared when it covers the screen', () => {
    const begun = run([scene(a, b)])
    expect(roles(begun)).toEqual(['a coming due'])
    const shown = stepLayers(begun, presented(begun))
    expect(roles(stepLayers(shown, faded(shown)))).toEqual(['a shown due', 'b coming'])
  })

  it('[ST7] the screen counts as covered when the first item has faded in, and not before', () => {
    const begun = run([scene(a, b)])
    const shown = stepLayers(begun, presented(begun))
    expect([begun, shown].map(isCovered)).toEqual([false, false])
    const covered = stepLayers(shown, faded(shown))
    expect(isCovered(covered)).toBe(true)
    expect(isCovered(stepLayers(covered, { type: 'scene', scene: { status: 'empty' } }))).toBe(false)
  })

  it('[F26] the old one stays until the new one has something to paint, and until it has faded in', () => {
    const due = stepLayers(settled(), scene(b, c))
    expect(roles(due)).toEqual(['a shown due', 'b coming due'])
    const fading = stepLayers(due, presented(due))
    expect(roles(fading)).toEqual(['a leaving due', 'b shown due'])
    expect(roles(stepLayers(fading, faded(fading)))).toEqual(['b shown due', 'c coming'])
  })

  it('[F26] a layer that is ready but not due stays hidden', () => {
    const state = settled()
    expect(stepLayers(state, presented(state))).toBe(state)
  })

  it('X7 when the stage is built again, the visible layer stays until the new one has painted, and the coming one goes', () => {
    const anew = stepLayers(settled(), { type: 'remount' })
    expect(roles(anew)).toEqual(['a shown due', 'a coming due'])
    const again = stepLayers(anew, presented(anew))
    expect(roles(stepLayers(again, faded(again)))).toEqual(['a shown due', 'b coming'])
  })

  it('P8 a single item stays as it is: nothing is prepared, nothing is built again', () => {
    const alone = run([scene(a, a, [a])])
    const shown = stepLayers(alone, presented(alone))
    const after = run([faded(shown), scene(a, a, [a]), scene(a, a, [a])], shown)
    expect(roles(after)).toEqual(['a shown due'])
    expect(after.list[0]?.key).toBe(1)
  })

  it('P9 a changed list that keeps the current item does not touch it', () => {
    const state = settled()
    const changed = stepLayers(state, scene(a, c, [a, c]))
    expect(changed.list[0]?.key).toBe(state.list[0]?.key)
    expect(roles(changed)).toEqual(['a shown due', 'c coming'])
  })

  it('P9 a list that changes in the middle of a fade is followed when the fade is over', () => {
    const due = stepLayers(settled(), scene(b, c))
    const fading = stepLayers(due, presented(due))
    const changed = stepLayers(fading, scene(c, a))
    expect(roles(changed)).toEqual(['a leaving due', 'b shown due'])
    expect(roles(stepLayers(changed, faded(changed)))).toEqual(['b shown due', 'c coming due'])
  })

  it('[LY3] what comes on soon is prepared on an empty stage, and is the layer that is shown at its time', () => {
    const soon = { item: b, index: 0, startsAt: 5, endsAt: 10 }
    const prepared = stepLayers(settled(), { type: 'scene', scene: { status: 'empty', soon } })
    expect(roles(prepared)).toEqual(['b coming'])
    expect(roles(stepLayers(prepared, scene(b, c)))).toEqual(['b coming due'])
    expect(stepLayers(prepared, scene(b, c)).list[0]?.key).toBe(prepared.list[0]?.key)
    expect(stepLayers(prepared, { type: 'scene', scene: { status: 'empty' } }).list).toEqual([])
  })

  it('P8 an empty list empties the stage at once', () => {
    expect(stepLayers(settled(), { type: 'scene', scene: { status: 'empty' } }).list).toEqual([])
  })

  it('[F20] a layer that fails before it is visible goes, and the visible layer stays', () => {
    const state = settled()
    const failed = stepLayers(state, { type: 'failed', key: layerOf(state, 'coming')?.key ?? -1 })
    expect(roles(failed)).toEqual(['a shown due'])
  })

  it('[F20] a removed item does not stay because its successor is broken', () => {
    const replaced = stepLayers(settled(), scene(b, b, [b]))
    expect(roles(replaced)).toEqual(['a shown due', 'b coming due'])
    const failed = stepLayers(replaced, { type: 'failed', key: layerOf(replaced, 'coming')?.key ?? -1 })
    expect(stepLayers(failed, { type: 'scene', scene: { status: 'resting', items: [b] } }).list).toEqual([])
  })

  it('[F1] [F20] a removed item stays while another one is tried in place of a broken successor', () => {
    const replaced = stepLayers(settled(), scene(b, c, [b, c]))
    const failed = stepLayers(replaced, { type: 'failed', key: layerOf(replaced, 'coming')?.key ?? -1 })
    expect(roles(failed)).toEqual(['a shown due'])
    const other = stepLayers(failed, scene(c, c, [b, c]))
    expect(roles(other)).toEqual(['a shown due', 'c coming due'])
    expect(roles(stepLayers(other, presented(other)))).toEqual(['a leaving due', 'c shown due'])
  })

  it('[F21] a layer that breaks while visible stays, and the same item is built again when it is tried again', () => {
    const state = run([scene(a, a, [a])])
    const shown = stepLayers(state, presented(state))
    const broken = run(
      [faded(shown), { type: 'failed', key: 1 }, { type: 'scene', scene: { status: 'resting', items: [a] } }],
      shown,
    )
    expect(roles(broken)).toEqual(['a shown due'])
    const again = stepLayers(broken, scene(a, a, [a]))
    expect(roles(again)).toEqual(['a shown due', 'a coming due'])
  })

  it('[F28] whatever happens in whatever order: at most two layers, in the order of their keys, and never a step into the dark', () => {
    const all = [a, b, c, item('d', 'video'), item('e', 'video')]
    const happening = fc.oneof(
      fc.record({ kind: fc.constant('scene' as const), current: fc.nat({ max: 4 }), next: fc.nat({ max: 4 }) }),
      fc.record({
        kind: fc.constantFrom('presented' as const, 'faded' as const, 'failed' as const),
        key: fc.nat({ max: 30 }),
      }),
      fc.record({ kind: fc.constantFrom('now' as const, 'over' as const) }),
    )
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 80 }), (happenings) => {
        let state = NO_LAYERS
        for (const one of happenings) {
          const before = state
          if (one.kind === 'scene') {
            const [current = a, next = b] = [all[one.current], all[one.next]]
            // A new list each time, because the item on the screen may have been removed from it.
            state = stepLayers(state, scene(current, next, [current, next]))
          } else if (one.kind === 'now') state = stepLayers(state, presented(state))
          else if (one.kind === 'over') state = stepLayers(state, faded(state))
          else if ('key' in one) state = stepLayers(state, { type: one.kind, key: one.key })
          expect(state.list.length).toBeLessThanOrEqual(2)
          const keys = state.list.map((layer) => layer.key)
          expect(keys).toEqual(keys.slice().sort((one, other) => one - other))
          expect(new Set(keys).size).toBe(keys.length)
          // Once an item is on the screen there is always one, as long as anything plays.
          if (layerOf(before, 'shown')) expect(layerOf(state, 'shown')).toBeDefined()
          if (isCovered(before)) expect(isCovered(state)).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('[F25] with all items resting what may still show stays', () => {
    const resting: Scene = { status: 'resting', items: [a, b] }
    expect(roles(stepLayers(settled(), { type: 'scene', scene: resting }))).toEqual(['a shown due'])
    expect(stepLayers(settled(), { type: 'scene', scene: { status: 'resting', items: [b] } }).list).toEqual([])
  })
})
