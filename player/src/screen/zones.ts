import type { FilmsSeen, Manifest, ManifestZone, PlaylistId, Rotation, ScreenState } from '@placard/contract'
import {
  filmZones,
  INSERT_ZONE,
  insertManifestOf,
  isFilm,
  MAIN_ZONE,
  type ScreenPlan,
  type Shape,
  screenPlanAt,
  type ZoneId,
  zoneManifestOf,
} from '@placard/playback'
import { createEngine, type Engine, type EngineSurroundings, type PlanAt } from '../engine/engine.ts'
import { isSameScene, type Planned, type Scene } from '../engine/scene.ts'
import { withSoon } from '../engine/soon.ts'
import type { Remedy } from '../engine/supervisor.ts'
import { watchPlays } from '../reports/plays/plays.ts'
import { arrangeRooms, type Boxes, NO_BOXES, settle, type ZoneState } from '../stage/zones/rooms.ts'
import { isOpen, seatedIn, type ZoneBox } from '../stage/zones/zone-box.ts'
import { createZonesView, type ZoneHands, type ZoneSeat } from '../stage/zones/zones-view.tsx'
import type { Seated, ZonesNow } from '../stage/zones-source.ts'
import { createFilmCount, limitFilms, ownFilms, watchFilms } from './films.ts'
import { boxOfInsert, createFilmHold, insertIn, isFilmOn, tellInsert } from './insert.ts'
import type { Device, OfflineHalf } from './offline.ts'
import type { ScreenReporter } from './report.ts'
import { superviseStage } from './supervise.ts'

// Loaded with the first manifest that has a layout or an insert.

export type ZonesSurroundings = EngineSurroundings & {
  rotation: Rotation
  /** The engine of the main zone. */
  main: Engine
  /** The plan of a zone beside it. */
  plan: PlanAt<ScreenPlan>
  isHeld: (() => boolean) | undefined
  offline: Pick<OfflineHalf, 'shown' | 'failed'> & Partial<Pick<Device, 'faultOf'>>
  reporter: Pick<ScreenReporter, 'counting' | 'mended' | 'failedIn' | 'remedied'> | undefined
  /** An item of a zone has come onto the screen. */
  onShown: (() => void) | undefined
}

export type OpenZones = ReturnType<typeof openZones>

/** The transition of stage.css, and a little more. */
const MOVE_MS = 650
/** A zone that has not painted yet delays the others for no longer than this. */
const WAIT_MS = 1_000
/** The same while nothing is on the screen. */
const START_WAIT_MS = 5_000
/** The same for a take-over, while nothing is on in the main zone. */
const TAKE_OVER_WAIT_MS = 10_000

/** Without a reload, which would disturb the other zones. */
const LADDER: readonly Remedy[] = ['play', 'remount', 'skip', 'card']

const NO_HANDS: ZoneHands = {
  look: () => ({ shown: undefined, painted: false, position: undefined, signs: 0 }),
  itemOnScreen: () => undefined,
  playAgain() {},
  remount() {},
}

const NOTHING: Scene = { status: 'empty' }
const AWAY: Planned = { status: 'empty', items: [], lines: [], until: Number.POSITIVE_INFINITY, over: [] }

const soonPlanAt = withSoon(screenPlanAt)
const planAhead: typeof soonPlanAt = (manifest, now, canShow) =>
  (manifest.layout ? soonPlanAt : screenPlanAt)(manifest, now, canShow)

/** A zone beside the main one, or the insert. */
type Zone = {
  id: ZoneId
  engine: Engine
  seat: ZoneSeat
  /** Undefined when it has left the layout, and for the insert. */
  zone: ManifestZone | undefined
  box: ZoneBox | undefined
  seated: Seated | undefined
  /** The scene that its stage shows. */
  scene: Scene
  isCovered: boolean
  /** Its supervisor has closed it for a while. */
  isOut: boolean
  /** It plays nothing, because it is out, a take-over covers it, or the screen is asleep. */
  isAway: boolean
  tellScene(): void
  tellBox(): void
  close(): void
}

/**
 * Plays the zones beside the main one, each by an engine of its own, and gives all zones their places. An insert plays like a
 * zone above the others.
 *
 * @param isMainCovered a layer covers the main zone
 * @param first the manifest that the main engine plays
 * @param tell called when `current` or the scene of the main stage has changed
 */
export function openZones(world: ZonesSurroundings, isMainCovered: boolean, first: Manifest, tell: () => void) {
  const { main } = world
  const zones = new Map<PlaylistId, Zone>()
  const films = createFilmHold(world.isHeld)
  const mostFilms = ownFilms(world.reporter === undefined)
  let filmsSeen: FilmsSeen | undefined
  const filmCount = createFilmCount((seen) => {
    filmsSeen = seen
  })
  let stopWatchingFilms = () => {}
  let insert: Zone | undefined
  let hasLayout = false
  const view = createZonesView()
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  let manifest: Manifest | undefined
  let boxes: Boxes = NO_BOXES
  let waits = false
  let shape: Shape | undefined
  let mainScene = main.scene()
  let isCoveredMain = isMainCovered
  let awaitedSince: number | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let isUpdating = false
  let isAgain = false
  let mainBox = boxes.get(MAIN_ZONE) as ZoneBox
  let mainSeated = seatedIn(mainBox)
  let now = nowOf()

  function nowOf(): ZonesNow {
    const box = boxes.get(MAIN_ZONE) as ZoneBox
    mainSeated = mainBox === box ? mainSeated : seatedIn(box)
    mainBox = box
    const over = insert?.isCovered ? insert.box : undefined
    return {
      main: hasLayout ? mainSeated : undefined,
      isMainClosed: !isOpen(box),
      covered: over && isOpen(over) ? over.rect : undefined,
      View: view.View,
    }
  }

  /** Follows everything that decides the places. A call during an update repeats it. */
  function update(): void {
    isAgain = true
    if (isUpdating) return
    isUpdating = true
    try {
      while (isAgain) {
        isAgain = false
        if (manifest) step(manifest)
      }
    } finally {
      isUpdating = false
    }
  }

  function step({ layout }: Manifest): void {
    const isTakenOver = main.over().some(({ items }) => items.length > 0)
    const shapeBefore = shape
    shape = shapeOf(world.rotation)
    const before = boxes
    let isAwaited = false
    let isMoving = false
    waits = false
    boxes = NO_BOXES
    if (layout) {
      hasLayout = true
      const isStart = !Array.from(statesNow().values()).some(({ isCovered }) => isCovered)
      const longestMs = isTakenOver ? TAKE_OVER_WAIT_MS : isStart ? START_WAIT_MS : WAIT_MS
      const waitedMs = awaitedSince === undefined ? 0 : performance.now() - awaitedSince
      ;({ boxes, isAwaited, waits, isMoving } = arrangeRooms(before, layout, shape, statesNow(), {
        isTakenOver,
        canWait: waitedMs < longestMs,
        // In a take-over every moment counts.
        canMove: shape === shapeBefore && !isTakenOver && !calm.matches && !document.hidden,
      }))
      wait(isAwaited, longestMs - waitedMs)
    } else wait(false, 0)
    if (!isMoving) clearTimeout(settling)
    else if (!isSameBoxes(before, boxes)) settleLater()
    seat(isTakenOver)
  }

  function statesNow(): Map<ZoneId, ZoneState> {
    const states = new Map<ZoneId, ZoneState>([[MAIN_ZONE, stateOf(main, isCoveredMain)]])
    for (const { id, engine, isCovered } of zones.values()) states.set(id, stateOf(engine, isCovered))
    return states
  }

  function wait(isAwaited: boolean, leftMs: number): void {
    clearTimeout(waiting)
    if (!isAwaited) awaitedSince = undefined
    else {
      awaitedSince ??= performance.now()
      if (leftMs > 0) waiting = setTimeout(update, leftMs + 1)
    }
  }

  function settleLater(): void {
    clearTimeout(settling)
    settling = setTimeout(() => {
      boxes = settle(boxes)
      update()
    }, MOVE_MS)
  }

  /** Gives each stage its box and its scene. */
  function seat(isTakenOver: boolean): void {
    for (const zone of zones.values()) {
      const box = boxes.get(zone.id)
      take(zone, zone.isOut || (isTakenOver && !(box && isOpen(box))))
      place(zone, box)
      show(zone, sceneFor(zone.engine.scene(), zone.scene, box, zone.isCovered))
    }
    if (insert) seatInsert(insert, isTakenOver)
    const mainBefore = mainScene
    mainScene = sceneFor(main.scene(), mainScene, boxes.get(MAIN_ZONE), isCoveredMain)
    const next = nowOf()
    const isSame = next.main === now.main && next.covered === now.covered
    if (!isSame) now = next
    if (!isSame || mainBefore !== mainScene) tell()
    let isGone = false
    for (const [id, zone] of Array.from(zones)) {
      if (zone.zone || zone.box) continue
      zones.delete(id)
      zone.close()
      isGone = true
    }
    if (isGone) showSeats()
  }

  function take(zone: Zone, isAway: boolean): void {
    if (isAway === zone.isAway) return
    zone.isAway = isAway
    zone.engine.recheck()
  }

  function place(zone: Zone, box: ZoneBox | undefined): void {
    if (box === zone.box) return
    zone.box = box
    zone.seated = box && seatedIn(box)
    zone.tellBox()
  }

  function show(zone: Zone, scene: Scene): void {
    const shown = scene.status === 'playing' || scene.status === 'empty' ? scene : NOTHING
    if (isSameScene(shown, zone.scene)) return
    zone.scene = shown
    zone.tellScene()
  }

  /** [LY7] An insert does not wake the screen, and is not shown during a take-over. */
  function seatInsert(zone: Zone, isTakenOver: boolean): void {
    take(zone, zone.isOut || isTakenOver || main.scene().status === 'asleep')
    const scene = zone.engine.scene()
    const over = insertIn(manifest, scene)
    const box = boxOfInsert(zone.box, over && shape && over[shape])
    const isElsewhere = zone.box && isOpen(zone.box) && box.rect !== zone.box.rect
    place(zone, box)
    show(zone, scene)
    films.hold(zone.isCovered && isFilmOn(scene))
    if (isElsewhere) {
      // Shown anew, so that the one before does not jump to the place of the one after it.
      zone.seat = { ...zone.seat, key: `${INSERT_ZONE} ${over?.id}` }
      showSeats()
    }
  }

  /** [LY3] A zone that closes keeps its last layers until the others have covered it. */
  function sceneFor(scene: Scene, before: Scene, box: ZoneBox | undefined, isCovered: boolean): Scene {
    const isNothing = scene.status === 'empty' || scene.status === 'resting'
    const holds = isCovered && box && (box.level === 'closing' || (waits && isOpen(box)))
    return isNothing && holds ? before : scene
  }

  function showSeats(): void {
    const shown = Array.from(zones.values())
    if (insert) shown.push(insert)
    view.show(shown.map(({ seat }) => seat))
  }

  function begin(id: ZoneId): Zone {
    const scenes = new Set<() => void>()
    const boxListeners = new Set<() => void>()
    let hands: ZoneHands | undefined
    const planned = withSoon(world.plan)
    const engine = createEngine(world, (of, at, canShow) => (zone.isAway ? AWAY : planned(of, at, canShow)))
    const counted = {
      engine: { scene: () => zone.scene },
      manifest: () => (manifest && !zone.isAway ? manifestFor(manifest, zone) : undefined),
      look: () => hands?.look(),
      share: () => shareOf(zone.box),
    }
    const { reporter } = world
    const plays = reporter && watchPlays({ ...reporter.counting, ...counted, zone: id })
    const seat: ZoneSeat = {
      id,
      key: id,
      seated: () => zone.seated,
      onSeated(listener) {
        boxListeners.add(listener)
        return () => boxListeners.delete(listener)
      },
      engine: {
        scene: () => zone.scene,
        onChange(listener) {
          scenes.add(listener)
          return () => scenes.delete(listener)
        },
        shown(item) {
          world.offline.shown(item, id)
          engine.shown(item)
          plays?.shown(item)
          reporter?.mended(item)
          const over = id === INSERT_ZONE && insertIn(manifest, zone.scene)
          if (over && reporter) tellInsert(reporter.counting.send, over.id)
          world.onShown?.()
        },
        failed(item) {
          world.offline.failed(item)
          engine.failed(item)
          if (isFilm(item) && world.offline.faultOf?.(item) === 'unshowable') filmCount.failedAt(item.id)
          if (plays) reporter?.failedIn(plays, item)
        },
      },
      cover(isCovered) {
        zone.isCovered = isCovered
        update()
      },
      onHands(given) {
        hands = given
        return () => {
          if (hands === given) hands = undefined
        }
      },
    }
    const supervisor = superviseStage(
      seat.engine,
      // Without a view it can still be opened again.
      { hands: () => ({ ...(hands ?? NO_HANDS), showCard }) },
      { remedied: (remedy) => reporter?.remedied(remedy), painted() {} },
      () => world.isHeld?.() === true || (id !== INSERT_ZONE && films.isHeld()),
      LADDER,
    )
    /** Instead of a card: the zone is closed, and the others have its room. */
    function showCard(isShown: boolean): void {
      zone.isOut = isShown
      update()
    }
    const zone: Zone = {
      id,
      engine,
      seat,
      zone: undefined,
      box: undefined,
      seated: undefined,
      scene: NOTHING,
      isCovered: false,
      isOut: false,
      isAway: false,
      tellScene() {
        for (const listener of scenes) listener()
      },
      tellBox() {
        for (const listener of boxListeners) listener()
      },
      close() {
        supervisor.close()
        plays?.close()
        engine.close()
      },
    }
    engine.onChange(update)
    return zone
  }

  const counting = world.reporter?.counting
  if (counting) counting.share = () => shareOf(boxes.get(MAIN_ZONE))

  const stops = [main.onChange(update), main.onLines(update)]
  window.addEventListener('resize', update)
  play(first)

  /** Call it after the main engine plays the same manifest. */
  function play(given: Manifest): void {
    const next = limitFilms(given, mostFilms)
    manifest = next
    stopWatchingFilms()
    if (world.reporter && filmZones(next).length > 1)
      stopWatchingFilms = watchFilms(filmCount.look, () => !films.isHeld() && !world.isHeld?.())
    for (const zone of zones.values()) zone.zone = undefined
    for (const zone of next.layout?.zones ?? []) {
      const known = zones.get(zone.playlistId) ?? begin(zone.playlistId)
      known.zone = zone
      zones.set(zone.playlistId, known)
      known.engine.play(zoneManifestOf(next, zone))
    }
    if (next.inserts) insert ??= begin(INSERT_ZONE)
    insert?.engine.play(insertManifestOf(next))
    showSeats()
    update()
  }

  return {
    current: () => now,
    cover(isCovered: boolean) {
      isCoveredMain = isCovered
      update()
    },
    /** [LY3] In a layout an item is prepared before it comes on. */
    plan: planAhead,
    play,
    recheck() {
      for (const { engine } of zones.values()) engine.recheck()
      insert?.engine.recheck()
    },
    arrived(url: string) {
      for (const { engine } of zones.values()) engine.arrived(url)
      insert?.engine.arrived(url)
    },
    scene() {
      if (!isUpdating) update()
      return mainScene
    },
    told(): Pick<ScreenState, 'zones' | 'films'> {
      const told = manifest?.layout?.zones.map(({ playlistId }) => {
        const zone = zones.get(playlistId)
        const isOn = zone?.box && isOpen(zone.box) && zone.scene.status === 'playing'
        return { playlistId, itemId: isOn && zone.scene.status === 'playing' ? zone.scene.current.item.id : null }
      })
      return told ? { zones: told, ...(filmsSeen ? { films: filmsSeen } : {}) } : {}
    },
    isHeld: films.isHeld,
    close() {
      clearTimeout(settling)
      clearTimeout(waiting)
      stopWatchingFilms()
      window.removeEventListener('resize', update)
      for (const stop of stops) stop()
      for (const zone of zones.values()) zone.close()
      insert?.close()
      films.close()
      manifest = undefined
      if (counting) counting.share = undefined
    },
  }
}

/** The share of the media area that a zone has, in percent of its area. */
function shareOf(box: ZoneBox | undefined): number {
  if (!box || !isOpen(box)) return 100
  const { width, height } = box.rect
  return Math.max(1, Math.round((width * height) / 100))
}

/** The manifest that the zone plays. */
function manifestFor(manifest: Manifest, { id, zone }: Zone): Manifest | undefined {
  if (id === INSERT_ZONE) return insertManifestOf(manifest)
  return zone && zoneManifestOf(manifest, zone)
}

/** The shape of the screen in its rotation, or of the wall that it belongs to. */
function shapeOf(rotation: Rotation): Shape {
  const view = document.querySelector<HTMLElement>('#player > .player')
  const isLying = view
    ? view.offsetWidth >= view.offsetHeight
    : rotation % 180 === 0
      ? innerWidth >= innerHeight
      : innerHeight >= innerWidth
  return isLying ? 'landscape' : 'portrait'
}

function stateOf(engine: Engine, isCovered: boolean): ZoneState {
  const scene = engine.scene()
  return {
    isPlaying: scene.status === 'playing',
    isComing: scene.status === 'empty' && scene.soon !== undefined,
    isCovered,
  }
}

function isSameBoxes(one: Boxes, other: Boxes): boolean {
  return one.size === other.size && Array.from(one).every(([id, box]) => other.get(id) === box)
}
