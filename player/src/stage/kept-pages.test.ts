import type { ItemId, ManifestItem } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scene } from '../engine/scene.ts'
import { PAGES_KEPT } from './kept-pages.ts'
import { type Layers, type LayersEvent, layerOf, NO_LAYERS, stepLayers } from './layers.ts'

const item = (id: string, type: ManifestItem['type']): ManifestItem => ({
  id: id as ItemId,
  type,
  url: `https://${id}.example/`,
})
const image = item('image', 'image')
const pages = ['p', 'q', 'r', 's', 't'].map((id) => item(id, 'webpage'))
const [p, q] = pages as [ManifestItem, ManifestItem]
const all = [image, ...pages]

function scene(current: ManifestItem, next: ManifestItem, items = all): LayersEvent {
  const slot = (one: ManifestItem) => ({ item: one, index: 0, startsAt: 0, endsAt: 5 })
  return { type: 'scene', scene: { status: 'playing', items, current: slot(current), next: slot(next) } }
}

/** A complete turn: the item comes and is shown, and the next one is prepared. */
function turn(state: Layers, current: ManifestItem, next: ManifestItem, items = all): Layers {
  const due = stepLayers(state, scene(current, next, items))
  const shown = stepLayers(due, { type: 'presented', key: layerOf(due, 'coming')?.key ?? -1 })
  return stepLayers(shown, { type: 'faded', key: layerOf(shown, 'shown')?.key ?? -1 })
}
const open = (state: Layers) => state.pages.map(({ id, layer, isResting }) => [id, layer.item.id, isResting])
const idOf = (state: Layers, one: ManifestItem) => state.pages.find(({ layer }) => layer.item.id === one.id)?.id

describe('[ST12] the pages that stay open', () => {
  it('a page rests between its turns, and comes again in the same frame', () => {
    let state = turn(NO_LAYERS, p, image)
    const id = idOf(state, p)
    state = turn(state, image, image)
    expect(open(state)).toEqual([[id, 'p', true]])
    state = turn(state, p, image)
    expect(open(state)).toEqual([[id, 'p', false]])
    expect(state.pages[0]?.layer.key).toBe(layerOf(state, 'shown')?.key)
  })

  it('one that is next at once, as one of two, comes again in the same frame too', () => {
    let state = turn(NO_LAYERS, p, image)
    const id = idOf(state, p)
    state = turn(state, image, p)
    expect(layerOf(state, 'coming')?.item).toBe(p)
    expect(open(state)).toEqual([[id, 'p', false]])
  })

  it('one that did not show is closed, and so is one whose item is gone', () => {
    const begun = stepLayers(NO_LAYERS, scene(p, q))
    expect(open(stepLayers(begun, { type: 'failed', key: layerOf(begun, 'coming')?.key ?? -1 }))).toEqual([])
    const rests = turn(turn(NO_LAYERS, p, image), image, image)
    expect(open(stepLayers(rests, scene(image, image, [image])))).toEqual([])
    expect(open(stepLayers(rests, { type: 'scene', scene: { status: 'empty' } }))).toEqual([])
  })

  it('one that is built anew on the screen has another frame, and the old one is closed', () => {
    const shown = turn(NO_LAYERS, p, p)
    const id = idOf(shown, p)
    let state = stepLayers(shown, { type: 'remount' })
    expect(state.pages).toHaveLength(2)
    state = stepLayers(state, { type: 'presented', key: layerOf(state, 'coming')?.key ?? -1 })
    state = stepLayers(state, { type: 'faded', key: layerOf(state, 'shown')?.key ?? -1 })
    expect(state.pages).toHaveLength(1)
    expect(idOf(state, p)).not.toBe(id)
  })

  it('are at most three: the one that was on the longest ago goes', () => {
    let state = NO_LAYERS
    for (const page of pages) state = turn(turn(state, page, image), image, image)
    expect(open(state).map(([, id]) => id)).toEqual(['r', 's', 't'])
  })

  it('whatever happens: never more than needed, each layer of a page in one frame, no frame ever moved', () => {
    const events = fc.oneof(
      fc.tuple(fc.constantFrom(...all), fc.constantFrom(...all), fc.subarray(all, { minLength: 1 })).map(
        ([current, next, items]) =>
          (_: Layers): LayersEvent =>
            scene(current, next, [...new Set([...items, current, next])]),
      ),
      fc
        .constantFrom<Scene>({ status: 'empty' }, { status: 'resting', items: all })
        .map((scene) => (): LayersEvent => ({ type: 'scene', scene })),
      fc.constantFrom('presented', 'faded', 'failed').map((type) => (state: Layers): LayersEvent => {
        const role = type === 'faded' ? 'shown' : 'coming'
        return { type: type as 'presented', key: layerOf(state, role)?.key ?? -1 }
      }),
      fc.constant((): LayersEvent => ({ type: 'remount' })),
    )
    fc.assert(
      fc.property(fc.array(events, { maxLength: 60 }), (list) => {
        let state = NO_LAYERS
        for (const event of list) {
          const before = state.pages.map(({ id }) => id)
          state = stepLayers(state, event(state))
          const ids = state.pages.map(({ id }) => id)
          const ofPages = state.list.filter(({ item }) => item.type === 'webpage')
          expect(state.pages.length).toBeLessThanOrEqual(Math.max(PAGES_KEPT, ofPages.length))
          expect(new Set(ids).size).toBe(ids.length)
          for (const layer of ofPages) {
            expect(state.pages.filter((page) => page.layer === layer && !page.isResting)).toHaveLength(1)
          }
          // The old pages keep their order and the new ones follow, so that React moves no element.
          expect(ids.filter((id) => before.includes(id))).toEqual(before.filter((id) => ids.includes(id)))
          expect(ids.slice(0, ids.filter((id) => before.includes(id)).length)).toEqual(
            ids.filter((id) => before.includes(id)),
          )
        }
      }),
    )
  })
})
