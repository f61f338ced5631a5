import {
  type DisplayKey,
  MAX_BROKEN_ITEMS_REPORTED,
  type Manifest,
  type ManifestItem,
  type ManifestTakeOver,
  type ScreenBeat,
  type ScreenState,
} from '@placard/contract'
import { itemsOfZones, takeOverItemsOf } from '@placard/playback'
import type { Engine } from '../engine/engine.ts'
import { type Plays, watchPlays } from '../reports/plays/plays.ts'
import type { Counted } from '../reports/plays/sight.ts'
import { type Reports, startReports } from '../reports/reports.ts'
import { isSoundBlocked, onSoundChange } from '../stage/sound.ts'
import { ownBuild } from '../sw/worker-link.ts'
import type { ServerClock } from '../sync/server-clock.ts'
import type { Device } from './offline.ts'
import type { ShownStage } from './shown-stage.ts'
import type { Findings } from './supervise.ts'

/** The device and its playable formats are checked when the first picture is shown, or after this time at the latest. */
const ASK_AFTER_MS = 30_000
/** Storage changes over time. A change is sent with the next report, and causes no report of its own. */
const ASK_EVERY_MS = 60 * 60_000
/** Longest delay of the check after the first picture. It runs earlier when the browser is idle. */
const ASK_WITHIN_MS = 2_000

export type ScreenReporter = Findings & {
  /** The manifest plays from now on. */
  played(manifest: Manifest): void
  shown(item: ManifestItem): void
  failed(item: ManifestItem): void
  /** For the counters of the zones beside the main one. `share` is that of the main zone, set once zones are loaded. */
  counting: Pick<Counted, 'path' | 'send' | 'clock' | 'share'>
  /** An item of any zone is on the screen. */
  mended(item: ManifestItem): void
  /** An item of any zone could not be shown. */
  failedIn(plays: Plays, item: ManifestItem): void
  reached(): void
  close(): void
}

/** Collects everything about this screen that a user of the dashboard may want to know. */
export function reportScreen(
  key: DisplayKey,
  clock: ServerClock,
  engine: Engine,
  stage: ShownStage,
  device: Device,
  zones: () => Pick<ScreenState, 'zones' | 'films'>,
  pairedId?: string | undefined,
): ScreenReporter {
  const build = ownBuild() ?? null
  const startedAt = performance.now()
  const broken = new Map<string, { item: ManifestItem; since: number; isTold: boolean }>()
  let manifest: Manifest | undefined
  let wasFull = false
  let paintedAt = startedAt
  let able: Pick<ScreenState, 'canPlay' | 'device'> = {}
  let isAsked = false
  let isClosed = false

  const serverNow = () => Math.max(0, Math.round(clock.now()))

  function stateNow(): ScreenState {
    const scene = engine.scene()
    const { kept, of, isFull } = device.tally()
    const told = zones()
    const isElsewhere = scene.status === 'empty' && (told.zones || []).some(({ itemId }) => itemId !== null)
    const ahead = clock.ahead()
    return {
      doing: scene.status === 'waiting' ? 'starting' : isElsewhere ? 'playing' : scene.status,
      build,
      viewport: { width: Math.round(innerWidth), height: Math.round(innerHeight) },
      rotation: stage.rotation,
      revision: manifest?.revision ?? null,
      itemId: scene.status === 'playing' ? scene.current.item.id : null,
      offline: device.state(),
      files: { kept, of },
      full: isFull,
      broken: Array.from(broken.values())
        .filter(({ isTold }) => isTold)
        .slice(0, MAX_BROKEN_ITEMS_REPORTED)
        .map(({ item, since }) => ({ itemId: item.id, fault: device.faultOf(item), since })),
      clockAheadMs: ahead === undefined ? null : Math.round(ahead),
      upSeconds: Math.floor((performance.now() - startedAt) / 1_000),
      memoryMb: memoryMb(),
      ...able,
      ...(isSoundBlocked() ? { soundBlocked: true as const } : {}),
      ...told,
    }
  }

  function lookAtDevice(): void {
    // The idle callback may run after the screen is closed.
    if (isClosed) return
    clearTimeout(asking)
    asking = setTimeout(lookAtDevice, ASK_EVERY_MS)
    import('../reports/device.ts')
      .then((module) => module.lookAtDevice())
      .then((found) => {
        able = found
        reports.look()
      })
      // The next check includes it.
      .catch(() => {})
  }
  let asking = setTimeout(lookAtDevice, ASK_AFTER_MS)

  const beatNow = (): ScreenBeat => ({
    build,
    itemId: stage.hands()?.itemOnScreen()?.id ?? null,
    paintedMsAgo: Math.round(performance.now() - paintedAt),
  })

  const reports: Reports = startReports(key, stateNow, beatNow, pairedId)
  const counting: ScreenReporter['counting'] = { path: reports.path, send: reports.send, clock }
  const plays = watchPlays(
    Object.assign(counting, { engine, manifest: () => manifest, look: () => stage.hands()?.look() }),
  )
  const stopScenes = engine.onChange(reports.look)
  /** Reports that a take-over is on the screen. */
  function tellOver(over: ManifestTakeOver | undefined): void {
    if (!over) return
    const paintedAt = performance.now()
    import('../reports/take-over-word.ts')
      .then(({ tellShown }) => tellShown((body) => reports.send('take-overs', body), over.id, paintedAt))
      .catch(() => {})
  }
  // A line of the ticker is painted one frame after the change is announced.
  const stopLines = engine.onLines(() => {
    const line = engine.over().find(({ items }) => items.length === 0)
    if (line) requestAnimationFrame(() => requestAnimationFrame(() => tellOver(line)))
  })
  const stopSound = onSoundChange(reports.look)
  const stopDevice = device.onChange(() => {
    const { isFull } = device.tally()
    if (isFull && !wasFull) reports.note({ kind: 'storage-full', at: serverNow() })
    wasFull = isFull
    reports.look()
  })

  function mended(item: ManifestItem): void {
    if (broken.delete(item.id)) reports.look()
  }

  function failedIn(counter: Plays, item: ManifestItem): void {
    counter.failed(item, device.faultOf(item))
    const at = serverNow()
    const before = broken.get(item.id)
    if (before?.isTold) return
    const fault = device.faultOf(item)
    // A first failure may be chance, such as a slow device at a bad moment. A missing file stays missing.
    const isTold = before !== undefined || fault === 'missing'
    broken.set(item.id, { item, since: before?.since ?? at, isTold })
    if (isTold) reports.note({ kind: 'item-failed', at, itemId: item.id, fault })
  }

  return {
    played(playing) {
      manifest = playing
      const urls = new Map<string, string>(
        [...itemsOfZones(playing), ...takeOverItemsOf(playing)].map(({ id, url }) => [id, url]),
      )
      for (const [id, { item }] of Array.from(broken)) if (urls.get(id) !== item.url) broken.delete(id)
      reports.look()
    },
    shown(item) {
      // Take-overs are counted here as well, because they end the showing before them. The server counts only items.
      plays.shown(item)
      tellOver(engine.over().find(({ items }) => items.some(({ id }) => id === item.id)))
      if (!isAsked) {
        isAsked = true
        // Safari does not have it.
        if ('requestIdleCallback' in window) requestIdleCallback(lookAtDevice, { timeout: ASK_WITHIN_MS })
        else lookAtDevice()
      }
      mended(item)
    },
    failed: (item) => failedIn(plays, item),
    counting,
    mended,
    failedIn,
    remedied: (remedy) => reports.note({ kind: 'remedy', at: serverNow(), remedy }),
    painted() {
      paintedAt = performance.now()
    },
    reached: reports.reached,
    close() {
      isClosed = true
      stopScenes()
      stopLines()
      stopDevice()
      stopSound()
      clearTimeout(asking)
      plays.close()
      reports.close()
    },
  }
}

/** Only Chromium has this value. */
function memoryMb(): number | null {
  const { memory } = performance as Performance & { memory?: { usedJSHeapSize: number } }
  return memory ? Math.round(memory.usedJSHeapSize / 1e6) : null
}
