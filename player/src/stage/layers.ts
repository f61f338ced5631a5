import type { ManifestItem } from '@placard/contract'
import type { Showing } from '@placard/playback'
import { contentOf } from '../engine/rest.ts'
import type { Scene } from '../engine/scene.ts'
import { type KeptPage, keepPages } from './kept-pages.ts'
import type { Layer } from './stage-layer.ts'

/**
 * The layers of the stage. There are at most two, so at most two decoders. The layer on the screen stays until the next
 * one has painted. The one after it is prepared only when the old layer has gone.
 */
export type Layers = {
  scene: Scene
  list: Layer[]
  nextKey: number
  /** The open web pages, including those in the layers. */
  pages: KeptPage[]
}

export type LayersEvent =
  | { type: 'scene'; scene: Scene }
  /** A layer that is due has painted. */
  | { type: 'presented'; key: number }
  /** The shown layer covers the screen. */
  | { type: 'faded'; key: number }
  /** The layer cannot be shown. The engine answers with another scene. */
  | { type: 'failed'; key: number }
  /**
   * The layer that should be on the screen is not visible, whatever it has reported. It is built again, and the old one
   * stays until the new one has painted.
   */
  | { type: 'remount' }

export const NO_LAYERS: Layers = { scene: { status: 'waiting' }, list: [], nextKey: 1, pages: [] }

export function stepLayers(state: Layers, event: LayersEvent): Layers {
  const next = stepWithoutPages(state, event)
  const hasPages = state.pages.length > 0 || next.list.some(({ item }) => item.type === 'webpage')
  if (!hasPages) return next
  const failedKey = event.type === 'failed' ? event.key : undefined
  return { ...next, pages: keepPages(state.pages, next.list, next.scene, failedKey) }
}

function stepWithoutPages(state: Layers, event: LayersEvent): Layers {
  switch (event.type) {
    case 'scene':
      return arrange({ ...state, scene: event.scene })
    case 'presented': {
      const presented = state.list.find((layer) => layer.key === event.key)
      if (presented?.role !== 'coming' || !presented.due) return state
      const list = state.list.map((layer) => withRole(layer, layer.key === event.key ? 'shown' : 'leaving'))
      return { ...state, list }
    }
    case 'faded': {
      if (layerOf(state, 'shown')?.key !== event.key) return state
      const list = state.list
        .filter((layer) => layer.role !== 'leaving')
        .map((layer) => (layer.key === event.key ? { ...layer, covers: true } : layer))
      return arrange({ ...state, list })
    }
    case 'failed': {
      const broken = state.list.find((layer) => layer.key === event.key)
      if (!broken) return state
      // The layer on the screen stays even when it is broken, because a still film is better than an empty screen. If
      // nothing can replace it, the engine answers `resting`, and layers of removed items are dropped.
      const list = state.list
        .filter((layer) => layer !== broken || layer.role !== 'coming')
        .map((layer) => (layer === broken ? { ...layer, broken: true } : layer))
      return { ...state, list }
    }
    case 'remount': {
      const list = state.list.filter((layer) => layer.role === 'shown').map((layer) => ({ ...layer, broken: true }))
      return arrange({ ...state, list })
    }
  }
}

export function layerOf(state: Layers, role: Layer['role']): Layer | undefined {
  return state.list.find((layer) => layer.role === role)
}

/** True when the media area is covered by a complete layer, not only by one that is fading in. */
export function isCovered({ list }: Layers): boolean {
  return list.some((layer) => layer.covers)
}

function arrange(state: Layers): Layers {
  const { scene } = state
  switch (scene.status) {
    case 'waiting':
      return state
    case 'empty':
      return scene.soon ? withComing(state, [], scene.soon, false) : { ...state, list: [] }
    case 'asleep':
      return { ...state, list: [] }
    case 'resting':
      return { ...state, list: state.list.filter((layer) => layer.role !== 'coming' && isInScene(scene, layer.item)) }
    case 'playing':
      break
  }
  const { current, next } = scene
  const shown = layerOf(state, 'shown')
  const leaving = layerOf(state, 'leaving')
  const stays = shown !== undefined && !shown.broken && isSame(shown.item, current.item)

  const kept: Layer[] = []
  if (leaving) kept.push(leaving)
  if (shown) kept.push(stays ? { ...shown, item: current.item } : shown)
  // While one layer fades into another, both are needed. A third has to wait until `faded`.
  if (leaving || (stays && isSame(next.item, current.item))) return { ...state, list: kept }

  return withComing(state, kept, stays ? next : current, !stays)
}

/** Prepares an item above the layers that are kept. A layer that is being prepared for it goes on. */
function withComing(state: Layers, kept: Layer[], { item, startsAt }: Showing, due: boolean): Layers {
  const coming = layerOf(state, 'coming')
  if (coming && isSame(coming.item, item)) return { ...state, list: [...kept, { ...coming, item, startsAt, due }] }
  const layer: Layer = { key: state.nextKey, item, role: 'coming', startsAt, due, covers: false, broken: false }
  return { ...state, list: [...kept, layer], nextKey: state.nextKey + 1 }
}

function withRole(layer: Layer, role: Layer['role']): Layer {
  return { ...layer, role }
}

function isSame(one: ManifestItem, other: ManifestItem): boolean {
  return contentOf(one) === contentOf(other)
}

function isInScene(scene: Scene, item: ManifestItem): boolean {
  if (scene.status !== 'playing' && scene.status !== 'resting') return false
  return scene.items.some((one) => isSame(one, item))
}
