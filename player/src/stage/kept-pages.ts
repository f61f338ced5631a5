import { contentOf } from '../engine/rest.ts'
import type { Scene } from '../engine/scene.ts'
import type { Layer } from './stage-layer.ts'

/** At most this many web pages are open at once, unless more are about to be shown. Each is a process of its own. */
export const PAGES_KEPT = 3

/**
 * An open web page. A frame that is moved in the document reloads, so it stays where it was first placed, and is hidden
 * while it rests.
 */
export type KeptPage = {
  /** Does not change while its frame lives. */
  id: number
  /** The layer of its turn; while the page rests, of its last turn. */
  layer: Layer
  isResting: boolean
}

/**
 * The pages that stay open after a step of the stage: those of its layers, and those that were shown last. A page that
 * failed to show is closed, so that its next turn starts again.
 *
 * @param list the layers after the step
 * @param failedKey key of the layer that failed in this step, if one did
 * @returns the pages in the order in which they were opened
 */
export function keepPages(
  before: readonly KeptPage[],
  list: readonly Layer[],
  scene: Scene,
  failedKey: number | undefined,
): KeptPage[] {
  const wanted = list.filter(({ item }) => item.type === 'webpage')
  const pages: KeptPage[] = []
  for (const page of before) {
    const layer = wanted.find(({ key }) => key === page.layer.key)
    const isOver = page.layer.key === failedKey || page.layer.broken || !isInScene(scene, page.layer)
    if (layer) pages.push({ ...page, layer, isResting: false })
    else if (!isOver) pages.push({ ...page, isResting: true })
  }
  for (const layer of wanted) {
    if (pages.some((page) => page.layer === layer)) continue
    const again = pages.findIndex((page) => page.isResting && contentOf(page.layer.item) === contentOf(layer.item))
    const page = pages[again]
    if (page) pages[again] = { id: page.id, layer, isResting: false }
    else pages.push({ id: layer.key, layer, isResting: false })
  }
  const tooMany = Math.max(0, pages.length - PAGES_KEPT)
  const longestAgo = pages.filter(({ isResting }) => isResting).sort((one, other) => one.layer.key - other.layer.key)
  const closed = new Set(longestAgo.slice(0, tooMany))
  return pages.filter((page) => !closed.has(page))
}

function isInScene(scene: Scene, layer: Layer): boolean {
  if (scene.status === 'waiting') return true
  return 'items' in scene && scene.items.some((item) => contentOf(item) === contentOf(layer.item))
}
