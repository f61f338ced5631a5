import type { Manifest, ScreenState } from '@placard/contract'
import { screenPlanAt } from '@placard/playback'
import type { PlanAt } from '../engine/engine.ts'
import type { Planned, Scene } from '../engine/scene.ts'
import type { ZonesSource } from '../stage/zones-source.ts'
import type { OpenZones, ZonesSurroundings } from './zones.ts'

export type Zones = ZonesSource & {
  play(manifest: Manifest): void
  /** As the engine's methods of these names, for the zones beside the main one. */
  recheck(): void
  arrived(url: string): void
  /** Replaces `screenPlanAt` for the main zone. */
  plan: PlanAt<Planned>
  /** The scene of the main stage. While the main zone closes it is the last one. */
  scene(): Scene
  onScene(listener: () => void): () => void
  /** Empty if the display has no layout. */
  told(): Pick<ScreenState, 'zones' | 'films'>
  /** Films stand still, because a film of an insert is on. */
  isHeld(): boolean
  close(): void
}

const AGAIN_MS = 10_000

/**
 * The zones of the display, and its inserts. Their code is loaded with the first manifest that has a layout or an
 * insert. Until it is there, the main zone has the whole media area.
 */
export function createZones(world: ZonesSurroundings): Zones {
  const { main } = world
  const listeners = new Set<() => void>()
  let part: OpenZones | undefined
  let manifest: Manifest | undefined
  let isCovered = false
  /** True as well when it has loaded. */
  let isLoading = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    for (const listener of listeners) listener()
  }

  function load(): void {
    clearTimeout(timer)
    if (isLoading || !manifest || !(manifest.layout || manifest.inserts)) return
    isLoading = true
    import('./zones.ts')
      .then(({ openZones }) => {
        if (!manifest) return
        part = openZones(world, isCovered, manifest, tell)
        tell()
      })
      .catch(() => {
        isLoading = false
        timer = setTimeout(load, AGAIN_MS)
      })
  }

  function onChange(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    current: () => part?.current(),
    onChange,
    cover(covered) {
      isCovered = covered
      part?.cover(covered)
    },
    play(next) {
      manifest = next
      part?.play(next)
      load()
    },
    recheck: () => part?.recheck(),
    arrived: (url) => part?.arrived(url),
    scene: () => (part || main).scene(),
    onScene(listener) {
      const stops = [main.onChange(listener), onChange(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    told: () => (part ? part.told() : {}),
    isHeld: () => part?.isHeld() === true,
    plan: (of, now, canShow) => (part ? part.plan : screenPlanAt)(of, now, canShow),
    close() {
      manifest = undefined
      clearTimeout(timer)
      part?.close()
    },
  }
}
