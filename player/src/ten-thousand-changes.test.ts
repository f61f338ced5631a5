import type { DisplayId, ItemId, Manifest, ManifestItem, OrganisationId } from '@placard/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEngine } from './engine/engine.ts'
import { type LayersEvent, layerOf, NO_LAYERS, stepLayers } from './stage/layers.ts'
import type { Layer } from './stage/stage-layer.ts'

const CHANGES = 10_000
const FADE_MS = 600

/** The behaviour of each picture at its turn. After the last, the list is used again from the start. */
type Conduct = { readyAfterMs: number; fails: boolean }
const conduct = fc.record({ readyAfterMs: fc.nat({ max: 3_000 }), fails: fc.boolean() })

it('[F26] [F27] in 10,000 changes, whatever is late and whatever fails, the screen is never without an item', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 6 }),
      fc.array(conduct, { minLength: 1, maxLength: 50 }),
      (seconds, conducts) => {
        const { changes, dark } = play(seconds, conducts, CHANGES)
        expect(changes).toBe(CHANGES)
        expect(dark).toEqual([])
      },
    ),
    { numRuns: 5 },
  )
})

/** Engine and stage together, in simulated time. The first item is always complete; the others behave as given. */
function play(seconds: number[], conducts: Conduct[], wanted: number): { changes: number; dark: number[] } {
  let now = 1_000_000
  let turn = 0
  let layers = NO_LAYERS
  let hasBegun = false
  let changes = 0
  const dark: number[] = []
  const due: { at: number; act: () => void }[] = []
  const begun = new Set<number>()
  const fading = new Set<number>()
  const later = (delayMs: number, act: () => void) => {
    const entry = { at: now + delayMs, act }
    due.push(entry)
    return () => {
      const index = due.indexOf(entry)
      if (index >= 0) due.splice(index, 1)
    }
  }
  const engine = createEngine({ serverNow: () => now, monotonicNow: () => now, wait: later, report() {} })

  function dispatch(event: LayersEvent): void {
    layers = stepLayers(layers, event)
    const shown = layerOf(layers, 'shown')
    if (shown) hasBegun = true
    else if (hasBegun) dark.push(changes)
    for (const layer of layers.list) attend(layer)
  }
  function attend(layer: Layer): void {
    if (layer.role === 'coming' && layer.due && !begun.has(layer.key)) {
      begun.add(layer.key)
      const { readyAfterMs, fails } = conducts[turn % conducts.length] ?? { readyAfterMs: 0, fails: false }
      turn += 1
      later(readyAfterMs, () => finish(layer, fails && layer.item.id !== 'i0'))
    }
    if (layer.role === 'shown' && !fading.has(layer.key)) {
      fading.add(layer.key)
      later(FADE_MS, () => dispatch({ type: 'faded', key: layer.key }))
    }
  }
  function finish({ key }: Layer, hasFailed: boolean): void {
    const layer = layers.list.find((one) => one.key === key)
    if (!layer) return
    dispatch({ type: hasFailed ? 'failed' : 'presented', key })
    if (hasFailed) engine.failed(layer.item)
    else engine.shown(layer.item)
  }

  engine.onChange(() => {
    changes += 1
    dispatch({ type: 'scene', scene: engine.scene() })
  })
  engine.play(manifestOf(seconds))
  while (changes < wanted) {
    due.sort((one, other) => one.at - other.at)
    const next = due.shift()
    if (!next) break
    now = Math.max(now, next.at)
    next.act()
  }
  engine.close()
  return { changes: Math.min(changes, wanted), dark }
}

function manifestOf(seconds: number[]): Manifest {
  const items = seconds.map(
    (duration, index): ManifestItem => ({
      id: `i${index}` as ItemId,
      type: 'image',
      url: `/media/${index}.jpg`,
      duration,
    }),
  )
  const key = { organisationId: 'vnr' as OrganisationId, displayId: 'ece' as DisplayId }
  return { ...key, name: 'ECE', revision: 1, loopStartedAt: 1_000_000, items, lines: [] }
}
