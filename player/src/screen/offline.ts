import { type DisplayKey, type ItemFault, type Manifest, type ManifestItem, mediaAddressOf } from '@placard/contract'
import { itemsOfZones, MAIN_ZONE, planAt, soonestInZones, type ZoneId } from '@placard/playback'
import { openDatabase } from '../cache/database.ts'
import { createMediaSource, type MediaSource } from '../cache/lend.ts'
import { createLibrary, type Library } from '../cache/library.ts'
import { isKeepable } from '../cache/media-file.ts'
import { openMediaStore } from '../cache/media-store.ts'
import { createParts } from '../cache/parts.ts'
import type { Engine } from '../engine/engine.ts'
import { isIdle } from '../engine/scene.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { reload } from '../page/reload.ts'
import type { Offline, OfflineSource } from '../stage/player-view.tsx'
import { createTakeOver } from '../sw/take-over.ts'
import { linkWorker, ownBuild, tellPainted } from '../sw/worker-link.ts'
import { createLastGood } from '../sync/last-good.ts'
import type { ManifestKeeper } from '../sync/manifest-keeper.ts'
import type { ServerClock } from '../sync/server-clock.ts'
import type { Kept } from './keeper.ts'

const LOAD_WITHIN_MS = 1_500
/** The files on the device are checked before the first item is shown, for at most this long. The screen does not wait longer. */
const CHECK_WITHIN_MS = 1_000
/** The estimate of the clock is exact by then. */
const FIRST_CLOCK_MS = 3_000
const CLOCK_EVERY_MS = 10 * 60_000
const LOOK_EVERY_MS = 30_000

export type OfflineHalf = OfflineSource & {
  media: MediaSource
  /** Resolves soon, and never rejects: true when the device had a stored manifest. */
  restored: Promise<boolean>
  /** Sets the manifest that plays from now on. */
  follow(manifest: Manifest): void
  /** Resolves when the file of the current item has been checked, or after a short time. Never rejects. */
  looked(manifest: Manifest, serverNow: number): Promise<void>
  shown(item: ManifestItem, zone?: ZoneId): void
  failed(item: ManifestItem): void
  /** Call when the server has been reached. */
  reached(): void
  /** Call when a restart would interrupt nothing. */
  boundary(): void
  close(): void
}

/** The offline part of a real screen, which also has a state to report. */
export type Device = OfflineHalf & {
  tally: Library['tally']
  /** The reason that an item failed, as far as the device can know it. */
  faultOf(item: ManifestItem): ItemFault
}

/** Sets up everything that lets this screen play and start without a network (docs/rules/offline.md). */
export function goOffline(key: DisplayKey, clock: ServerClock, manifests: ManifestKeeper, engine: Engine): Device {
  const database = openDatabase(found(() => indexedDB))
  const good = createLastGood(database, key, Date.now)
  const own = ownBuild()
  const takeOver = createTakeOver(own ?? '', Math.random)
  const listeners = new Set<() => void>()
  const onScreen = new Map<ZoneId, string[]>()
  let following: Manifest | undefined
  let lasts = true
  let wasUnreachable = false

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const library = createLibrary({
    store: openMediaStore(
      found(() => caches),
      database,
    ),
    parts: createParts(database),
    good,
    fetch: (url, init) => fetch(url, init),
    inOrderOfNeed: (manifest) => soonestInZones(manifest, clock.now()),
    onScreen: () => ([] as string[]).concat(...Array.from(onScreen.values())),
    monotonicNow: () => performance.now(),
    wallNow: Date.now,
    random: Math.random,
  })
  const link = linkWorker(own, {
    onBuild: (build) => takeOver.told(build, performance.now()),
    onMissing: (url) => library.doubt(url),
  })
  library.onChange(tell)
  library.onFetched(engine.arrived)
  link.onControl(tell)
  void database.lasts().then((does) => {
    lasts = does
    tell()
  })

  async function restore(): Promise<boolean> {
    // No timeout here: a device that has just been switched on may be slow, and there may be nothing else to play.
    const [remembered, manifest] = await Promise.all([good.loadClock(), good.load()]).catch(() => [])
    if (remembered) clock.remember(remembered)
    if (!manifest) return false
    clock.notBefore(manifest.loopStartedAt)
    manifests.restore(manifest)
    return true
  }

  async function saveClock(): Promise<void> {
    const aheadMs = clock.ahead()
    if (aheadMs !== undefined) await good.saveClock({ aheadMs, heardAt: clock.now() }).catch(() => {})
  }

  function state(): Offline {
    if (!lasts || !link.canControl()) return 'unavailable'
    if (!following) return 'storing'
    // Nothing in the manifest could ever be stored.
    const items = itemsOfZones(following)
    if (items.length > 0 && !items.some(isKeepable)) return 'unavailable'
    const keeping = library.keeping()
    if (keeping === 'short') return 'unavailable'
    return keeping === 'whole' && link.controls() && !link.isRefused() ? 'ready' : 'storing'
  }

  function boundary(): void {
    if (isIdle(engine.scene())) link.painted()
    if (takeOver.boundary(performance.now())) void reload()
  }

  const restored = withTimeout(LOAD_WITHIN_MS, restore).catch(() => false)
  // The clock is also saved at once, because the power may fail in the first seconds, and a start without a remembered
  // clock waits longer.
  void clock.ready.then(saveClock)
  const firstClock = setTimeout(saveClock, FIRST_CLOCK_MS)
  const clockTimer = setInterval(saveClock, CLOCK_EVERY_MS)
  const kept: Kept = { database, library, link, saveClock }
  const looking = setInterval(() => {
    // When nothing plays there are no boundaries, and a restart does not disturb.
    if (isIdle(engine.scene())) boundary()
    import('./keeper.ts').then(({ keep }) => keep(kept)).catch(() => {})
  }, LOOK_EVERY_MS)

  return {
    media: createMediaSource(library, link.controls),
    restored,
    follow(manifest) {
      following = manifest
      library.follow(manifest)
      tell()
    },
    async looked(manifest, serverNow) {
      const plan = planAt(manifest, serverNow)
      if (plan.status === 'empty') return
      await withTimeout(CHECK_WITHIN_MS, () => library.checked(plan.current.item.url)).catch(() => {})
    },
    shown({ url }, zone = MAIN_ZONE) {
      const [last, ...before] = onScreen.get(zone) ?? []
      // The previous item may still be fading out.
      onScreen.set(zone, last === undefined || last === url ? [url, ...before] : [url, last])
      if (zone === MAIN_ZONE) link.painted()
    },
    failed({ url }) {
      wasUnreachable = true
      library.doubt(url)
    },
    reached() {
      if (!wasUnreachable) return
      wasUnreachable = false
      library.retry()
    },
    boundary,
    state,
    tally: library.tally,
    faultOf({ url }) {
      const failure = library.failureOf(url)
      if (failure === 'refused') return 'missing'
      return failure === 'unreachable' || navigator.onLine === false ? 'unreachable' : 'unshowable'
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      clearTimeout(firstClock)
      clearInterval(clockTimer)
      clearInterval(looking)
      listeners.clear()
      link.close()
      library.close()
      database.close()
    },
  }
}

/**
 * The offline part of a preview, which stores nothing because it is not a screen. If this browser has a worker, the
 * preview may still use a build on trial, so it reports when it has painted.
 */
export function keepNothing(engine: Engine): OfflineHalf {
  let mediaUrl: string | undefined
  return {
    media: createMediaSource(
      {
        find: async () => undefined,
        elsewhere: (url) => mediaAddressOf(url, mediaUrl),
        isKept: () => undefined,
        whole: async () => undefined,
      },
      () => true,
    ),
    restored: Promise.resolve(false),
    follow(manifest) {
      mediaUrl = manifest.mediaUrl
    },
    looked: async () => {},
    shown: tellPainted,
    failed() {},
    reached() {},
    boundary() {
      if (isIdle(engine.scene())) tellPainted()
    },
    state: () => 'unavailable',
    onChange: () => () => {},
    close() {},
  }
}

/** The property access throws in a frame without an origin. Over plain http there is nothing. */
function found<T>(ask: () => T | undefined): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
