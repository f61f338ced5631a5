import type { Manifest, ManifestItem, ManifestLine, Rotation } from '@placard/contract'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { MediaSource } from '../cache/lend.ts'
import type { Engine } from '../engine/engine.ts'
import { contentOf } from '../engine/rest.ts'
import type { Scene } from '../engine/scene.ts'
import type { Seen } from '../engine/supervisor.ts'
import { SCREEN_WORDS } from '../page/english.ts'
import { useWords } from '../page/words.ts'
import { Asleep } from './asleep.tsx'
import type { Corners } from './corners/corners.tsx'
import type { CornerBox } from './corners/give-way.ts'
import { isCovered, layerOf } from './layers.ts'
import { lookAt, playAgain } from './look.ts'
import { QuietCard } from './quiet-card.tsx'
import { Stage, useStage } from './stage.tsx'
import { Ticker } from './ticker/ticker.tsx'
import type { WallHooks } from './wall-hooks.ts'
import type { ZonesSource } from './zones-source.ts'

/** The source of the manifest. */
export type ManifestSource = { current(): Manifest | undefined; onChange(listener: () => void): () => void }

/** The state that a start without the network depends on. */
export type Offline = 'ready' | 'storing' | 'unavailable'
export type AbsenceSource = { current(): boolean; onChange(listener: () => void): () => void }
export type OfflineSource = { state(): Offline; onChange(listener: () => void): () => void }

/** Functions by which a supervisor observes the stage and acts on it. */
export type StageHands = {
  look(): Omit<Seen, 'due'>
  /** The item on the screen; undefined while only a card or the band is shown. */
  itemOnScreen(): ManifestItem | undefined
  playAgain(): void
  remount(): void
  /** Removes the items, or shows them again. The ticker runs on. */
  showCard(isShown: boolean): void
}

type PlayerViewProps = {
  rotation: Rotation
  engine: Engine
  manifests: ManifestSource
  zones: ZonesSource
  media: MediaSource
  offline: OfflineSource
  /** True while the server says that there is no such display. */
  absence: AbsenceSource
  serverNow: () => number
  /** The view failed to render a moment ago. The card is on the screen and stays until there is something better. */
  again: boolean
  /** Receives the functions of the stage. Returns a function that removes them. */
  onHands: (hands: StageHands) => () => void
  /** Given when the screen is a member of a wall. */
  wall: WallHooks | undefined
}

/** The whole screen. The data attributes are for tests and for inspection. */
export function PlayerView({
  rotation,
  engine,
  manifests,
  zones,
  media,
  offline,
  absence,
  serverNow,
  again,
  onHands,
  wall,
}: PlayerViewProps) {
  const manifest = useSyncExternalStore(manifests.onChange, manifests.current)
  const isAbsent = useSyncExternalStore(absence.onChange, absence.current)
  const readiness = useSyncExternalStore(offline.onChange, offline.state)
  const zonesNow = useSyncExternalStore(zones.onChange, zones.current)
  const hold = useStage(engine)
  const shown = layerOf(hold.layers, 'shown')
  const [hasCard, setHasCard] = useState(false)
  const lines = useLines(engine, manifest)
  const over = useSyncExternalStore(engine.onLines, engine.over)
  const isTakenOver = over.some(({ items }) => items.length > 0)
  const corners = useSyncExternalStore(engine.onLines, engine.corners)
  const [boxes, setBoxes] = useState<readonly CornerBox[]>()
  const CornersView = useCorners(manifest)
  const board = useMemo(
    () => ({
      serverNow,
      zoneOffsets: manifest?.zoneOffsets,
      language: manifest?.language,
      brand: manifest?.brand,
      readCode: manifest?.readCode,
      corners: isTakenOver ? undefined : boxes,
      isTakenOver,
      keepInStep: wall?.keepInStep,
    }),
    [manifest, serverNow, boxes, isTakenOver, wall],
  )
  const { main: seated, isMainClosed, covered } = { ...zonesNow }
  const room = seated?.room
  const ownBoard = useMemo(() => ({ ...board, room }), [board, room])
  const isCoveredNow = isCovered(hold.layers) && !hasCard
  useLayoutEffect(() => zones.cover(isCoveredNow), [zones, isCoveredNow])
  const state = isMainClosed ? 'playing' : stateOf(manifest, hold.layers.scene)
  // The card is shown wherever there is no picture. P3: a display that has only lines is just its band.
  const isBandAlone = state === 'empty' && lines.length > 0
  // [ST10] The media area takes the band's space while there are no lines.
  const isFull = (manifest?.fillsWithoutLines === true || isTakenOver) && lines.length === 0
  const isQuiet = !isMainClosed && (hasCard || !(isBandAlone || isCovered(hold.layers)))
  const showsReadCode =
    state === 'playing' && !isQuiet && over.length === 0 && shown !== undefined && !shown.item.notice?.link
  const card = (
    <QuietCard
      name={manifest?.name}
      timeZone={manifest?.timeZone}
      isAbsent={isAbsent && manifest === undefined}
      serverNow={serverNow}
    />
  )

  const root = useRef<HTMLElement>(null)
  const held = useRef(hold)
  held.current = hold
  useEffect(
    () =>
      onHands({
        look() {
          const { layers, signs } = held.current
          const onScreen = layerOf(layers, 'shown')
          const item = onScreen && !onScreen.broken ? contentOf(onScreen.item) : undefined
          return { ...lookAt(mediaOf(root.current)), shown: item, signs: signs() }
        },
        itemOnScreen: () => layerOf(held.current.layers, 'shown')?.item,
        playAgain: () => playAgain(mediaOf(root.current)),
        remount: () => held.current.remount(),
        showCard: setHasCard,
      }),
    [onHands],
  )
  return (
    <main
      ref={root}
      className="player"
      data-state={state === 'playing' && again && isQuiet ? 'recovering' : state}
      data-rotation={rotation}
      data-revision={manifest?.revision}
      data-item={shown?.item.id}
      data-offline={readiness}
      data-full={isFull || undefined}
      data-take-over={over[0]?.id}
    >
      {state === 'asleep' ? (
        <Asleep>{card}</Asleep>
      ) : (
        <>
          {isQuiet ? card : null}
          {hasCard ? null : <Stage hold={hold} media={media} board={ownBoard} seated={seated} />}
          {zonesNow ? <zonesNow.View media={media} board={board} /> : null}
          {CornersView && manifest ? (
            <CornersView
              manifest={manifest}
              pieces={corners}
              showsReadCode={showsReadCode}
              covered={covered}
              isFull={isFull}
              board={board}
              media={media}
              onBoxes={setBoxes}
            />
          ) : null}
          <Ticker lines={lines} board={board} createBand={wall?.createBand} />
          {over.some(({ drill }) => drill) ? <DrillMark language={manifest?.language} /> : null}
        </>
      )}
      <div className="shield" />
    </main>
  )
}

const AGAIN_MS = 5_000

/** [LY6] [TW2] The view of the corners, loaded when a manifest has something for them. */
function useCorners(manifest: Manifest | undefined): typeof Corners | undefined {
  const [View, setView] = useState<typeof Corners>()
  const [tries, setTries] = useState(0)
  const isNeeded = manifest?.cornerPieces !== undefined || manifest?.readCode?.way === 'corner'
  useEffect(() => {
    if (isNeeded && !View)
      import('./corners/corners.tsx').then(
        (late) => setView(() => late.Corners),
        () => setTimeout(() => setTries(tries + 1), AGAIN_MS),
      )
  }, [isNeeded, tries, View])
  return isNeeded ? View : undefined
}

/** The stage of the main zone. */
const mediaOf = (root: HTMLElement | null) => root?.querySelector('.player > .media') ?? null

/** Lies over the content for as long as the drill lasts. */
function DrillMark({ language }: { language: string | undefined }) {
  const words = useWords(SCREEN_WORDS, language)
  return (
    <div className="drill" lang={words?.lang} dir="auto">
      {words?.['screen.drill']}
    </div>
  )
}

/** Shown while the other views fail to render. */
export function CalmView({ rotation, serverNow }: Pick<PlayerViewProps, 'rotation' | 'serverNow'>) {
  return (
    <main className="player" data-state="recovering" data-rotation={rotation}>
      <QuietCard name={undefined} serverNow={serverNow} />
      <div className="shield" />
    </main>
  )
}

/** Shown when even the card fails to render. It needs neither a clock nor a text. */
export function BareView({ rotation }: { rotation: Rotation }) {
  return (
    <main className="player" data-state="recovering" data-rotation={rotation}>
      <div className="card">
        <div className="card-time">•••</div>
      </div>
    </main>
  )
}

/** P1: no display is requested, so only the band is shown. */
export function UnaddressedView({ rotation }: { rotation: Rotation }) {
  return (
    <main className="player" data-state="empty" data-rotation={rotation}>
      <Ticker />
      <div className="shield" />
    </main>
  )
}

/** R6: explains how the address is written. */
export function HowToAddressView({ rotation }: { rotation: Rotation }) {
  const words = useWords(SCREEN_WORDS)
  return (
    <main className="player" data-state="empty" data-rotation={rotation}>
      {words ? (
        <div className="card" lang={words.lang} dir="auto">
          <div className="card-name">{words['screen.how-title']}</div>
          <div className="card-address" dir="ltr">
            {`${location.origin}/display/{organisation}/?id={display}`}
          </div>
          <div className="card-note">{words['screen.how']}</div>
        </div>
      ) : null}
      <Ticker />
      <div className="shield" />
    </main>
  )
}

type State = 'connecting' | 'empty' | 'playing' | 'asleep'

function stateOf(manifest: Manifest | undefined, { status }: Scene): State {
  if (!manifest) return 'connecting'
  if (status === 'asleep') return status
  if (status === 'waiting') return manifest.items.length > 0 ? 'playing' : 'empty'
  return status === 'empty' ? 'empty' : 'playing'
}

/** The current lines of the ticker. Until the clock is known, only the lines without a schedule whose condition is met. */
function useLines(engine: Engine, manifest: Manifest | undefined): ManifestLine[] {
  const timed = useSyncExternalStore(engine.onLines, engine.lines)
  return useMemo(
    () => timed ?? manifest?.lines.filter(({ schedule, condition }) => !schedule && (!condition || condition.on)) ?? [],
    [timed, manifest],
  )
}
