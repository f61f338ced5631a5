import './page/old-engine.ts'
import './stage/stage.css'
import type { Rotation } from '@placard/contract'
import { screenPlanAt } from '@placard/playback'
import { createRoot } from 'react-dom/client'
import { createEngine, type Engine, type EngineSurroundings } from './engine/engine.ts'
import { type Address, readAddress, readRotation } from './page/address.ts'
import { onWake } from './page/wake.ts'
import { holdWakeLockWhile } from './page/wake-lock.ts'
import { goOffline, keepNothing } from './screen/offline.ts'
import type { PairedHooks } from './screen/paired-hooks.ts'
import type { createPreview } from './screen/preview.ts'
import { reportScreen } from './screen/report.ts'
import { createShownStage } from './screen/shown-stage.ts'
import { superviseStage } from './screen/supervise.ts'
import { createZones } from './screen/zones-door.ts'
import { BareView, CalmView, HowToAddressView, PlayerView, UnaddressedView } from './stage/player-view.tsx'
import { Recover } from './stage/recover.tsx'
import { followFonts } from './stage/script-fonts.ts'
import { linkWorker, ownBuild } from './sw/worker-link.ts'
import { followManifest } from './sync/follow-manifest.ts'
import { createManifestKeeper } from './sync/manifest-keeper.ts'
import { createServerClock } from './sync/server-clock.ts'

const place = document.getElementById('player')
if (place) run(place)

/** Plays until the page is left, and again when the user returns to it. */
function run(place: HTMLElement): void {
  const address = readAddress(location)
  const rotation = readRotation(location)
  if (address.status === 'alone' || address.status === 'none') {
    const View = address.status === 'alone' ? HowToAddressView : UnaddressedView
    createRoot(place).render(<View rotation={rotation} />)
    linkWorker(ownBuild(), { onBuild() {}, onMissing() {} }).painted()
    return
  }
  if (address.status === 'paired') {
    openPaired(place, rotation)
    return
  }
  if (address.status === 'screen') keepPlaying(place, address, rotation)
  else {
    // If the steering script fails to load, the preview still plays.
    import('./screen/preview.ts').then(
      ({ createPreview }) => keepPlaying(place, address, rotation, createPreview),
      () => keepPlaying(place, address, rotation),
    )
  }
}

/** SP1. Code that only a paired screen needs is loaded later. A device that has stored it needs no network for it. */
function openPaired(place: HTMLElement, rotation: Rotation): void {
  import('./screen/paired.tsx').then(
    ({ startPaired }) =>
      startPaired(
        place,
        rotation,
        (key, hooks) => play(place, { status: 'screen', key }, rotation, hooks.onRefused, undefined, hooks),
        Math.random,
      ),
    () => setTimeout(() => openPaired(place, rotation), PAIRED_AGAIN_MS),
  )
}

function keepPlaying(place: HTMLElement, address: Played, rotation: Rotation, preview?: typeof createPreview): void {
  let stop: (() => void) | undefined = begin()

  function begin(): () => void {
    return play(place, address, rotation, refused, preview)
  }

  /** [SP3] The display is no longer for this screen. Shows a message and checks whether that has changed. */
  function refused(): void {
    import('./screen/paired.tsx').then(
      ({ sayRefused }) => {
        if (!stop) return
        stop()
        stop = sayRefused(place, rotation, address.key, () => {
          stop = begin()
        })
      },
      () => {},
    )
  }

  // P11. The browser may only have suspended the page, and may show it again as it was.
  window.addEventListener('pagehide', () => {
    stop?.()
    stop = undefined
  })
  window.addEventListener('pageshow', () => {
    stop ??= begin()
  })
}

/** Remembers that the server has said that there is no such display. A manifest that arrives later overrides it. */
function createAbsence() {
  let isAbsent = false
  let tell = () => {}
  return {
    current: () => isAbsent,
    onChange(listener: () => void) {
      tell = listener
      return () => {
        tell = () => {}
      }
    },
    found() {
      isAbsent = true
      tell()
    },
  }
}

type Played = Extract<Address, { key: unknown }>

const PAIRED_AGAIN_MS = 5_000

/**
 * @param refused called when the display is not for this screen
 * @param preview given when the page is a preview
 * @param paired given when the screen is paired
 * @returns a function that stops playing
 */
function play(
  place: HTMLElement,
  address: Played,
  rotation: Rotation,
  refused: () => void,
  preview?: typeof createPreview,
  paired?: PairedHooks,
): () => void {
  const { key } = address
  const screen = address.status === 'screen' ? address.key : undefined
  const clock = createServerClock()
  const kept = createManifestKeeper(key)
  const absence = createAbsence()
  const steered = preview?.(key, kept, clock.now)
  const manifests = steered ? steered.manifests : paired ? paired.manifests(kept) : kept
  const world: EngineSurroundings = {
    serverNow: clock.now,
    monotonicNow: () => performance.now(),
    wait(delayMs, then) {
      const timer = setTimeout(then, delayMs)
      return () => clearTimeout(timer)
    },
    report: (message) => console.error(message),
  }
  const engine = createEngine(world, steered?.plan ?? ((...at) => zones.plan(...at)))
  /** Of all zones. */
  const whole: Engine = {
    ...engine,
    play(manifest) {
      engine.play(manifest)
      zones.play(manifest)
    },
    recheck() {
      engine.recheck()
      zones.recheck()
    },
    arrived(url) {
      engine.arrived(url)
      zones.arrived(url)
    },
  }
  const frame = steered?.steer(whole)

  const device = screen && goOffline(screen, clock, manifests, whole)
  const offline = device ?? keepNothing(engine)
  const stage = createShownStage(rotation)
  const reporter =
    screen && device && reportScreen(screen, clock, engine, stage, device, () => zones.told(), paired?.id)
  const zones = createZones({
    ...world,
    rotation,
    main: engine,
    plan: steered?.planOfZone ?? screenPlanAt,
    isHeld: steered?.isHeld,
    offline,
    reporter,
    onShown: frame?.shown,
  })
  const stageEngine: Engine = {
    ...engine,
    scene: zones.scene,
    onChange: zones.onScene,
    shown(item) {
      offline.shown(item)
      engine.shown(item)
      reporter?.shown(item)
      frame?.shown()
    },
    failed(item) {
      offline.failed(item)
      engine.failed(item)
      reporter?.failed(item)
    },
  }

  async function playCurrent(): Promise<void> {
    // Without a clock, the wrong item would appear briefly before the right one.
    await clock.ready
    const first = manifests.current()
    if (first && engine.scene().status === 'waiting') await offline.looked(first, clock.now())
    const manifest = manifests.current()
    if (!manifest) return
    whole.play(manifest)
    reporter?.played(manifest)
  }
  const stopPlaying = manifests.onChange(() => {
    const manifest = manifests.current()
    if (manifest) {
      offline.follow(manifest)
      followFonts(manifest.fonts, offline.media)
    }
    void playCurrent()
  })
  const stopBoundaries = engine.onChange(offline.boundary)
  const supervisor = superviseStage(stageEngine, stage, reporter, () => steered?.isHeld() || zones.isHeld())
  const following = followManifest(key, manifests.heard, {
    onManifest(manifest) {
      clock.notBefore(manifest.loopStartedAt)
      // A showing that has begun stays begun, even if this device's clock disagrees.
      for (const overs of [manifest.takeOvers, manifest.inserts])
        for (const { startsAt } of overs || []) if (startsAt) clock.notBefore(startsAt)
      manifests.accept(manifest)
      offline.reached()
      reporter?.reached()
    },
    onServerTime(at) {
      clock.notBefore(at)
      offline.reached()
      reporter?.reached()
    },
    // The current item goes on playing. If nothing has ever played, the quiet card is shown already and says so.
    // If a playlist was removed, the page around the preview says so.
    onAbsent: 'playlistId' in key ? () => {} : absence.found,
    onRefused: refused,
    onPlace: paired?.onPlace,
  })
  paired?.onHands({
    manifest: manifests.current,
    restart() {
      const manifest = manifests.current()
      if (engine.scene().status !== 'playing' || !manifest) return false
      engine.play({ ...manifest, loopStartedAt: clock.now() })
      return true
    },
    reconnect: following.woke,
  })
  // A screen that has a stored manifest plays that meanwhile, so screens that are switched on together send each
  // request once.
  void offline.restored.then((has) => has || following.ask())
  const stopWaking = onWake((wake) => {
    if (wake === 'slept') {
      clock.resample()
      following.woke()
    }
    whole.recheck()
  })
  const letSleep = screen && holdWakeLockWhile(() => engine.scene().status !== 'asleep', engine.onChange)

  const root = createRoot(place)
  root.render(
    // React unmounts the whole page when nothing catches an error, and the card can throw one too.
    <Recover meanwhile={<BareView rotation={rotation} />}>
      {(outerAgain) => (
        <Recover meanwhile={<CalmView rotation={rotation} serverNow={clock.now} />}>
          {(again) => (
            <PlayerView
              rotation={rotation}
              engine={stageEngine}
              manifests={manifests}
              zones={zones}
              media={offline.media}
              offline={offline}
              absence={absence}
              serverNow={clock.now}
              again={again || outerAgain}
              onHands={stage.onHands}
              wall={paired?.wall}
            />
          )}
        </Recover>
      )}
    </Recover>,
  )

  return () => {
    reporter?.close()
    frame?.close()
    following.close()
    stopPlaying()
    stopBoundaries()
    supervisor.close()
    offline.close()
    stopWaking()
    letSleep?.()
    zones.close()
    engine.close()
    clock.close()
    root.unmount()
  }
}
