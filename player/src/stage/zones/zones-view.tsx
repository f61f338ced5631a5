import { INSERT_ZONE, type ZoneId } from '@placard/playback'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { MediaSource } from '../../cache/lend.ts'
import { contentOf } from '../../engine/rest.ts'
import type { Board } from '../kind-props.ts'
import { isCovered, layerOf } from '../layers.ts'
import { lookAt, playAgain } from '../look.ts'
import type { StageHands } from '../player-view.tsx'
import { Recover } from '../recover.tsx'
import { Stage, type StageEngine, useStage } from '../stage.tsx'
import type { Seated, ZonesNow } from '../zones-source.ts'

/** Functions by which a supervisor observes a zone and acts on it. */
export type ZoneHands = Omit<StageHands, 'showCard'>

/** The place of one zone beside the main one, or of the insert. It is the same object as long as it exists. */
export type ZoneSeat = {
  id: ZoneId
  /** Another key shows it anew. */
  key: string
  engine: StageEngine
  /** Undefined before the zone has a place. */
  seated(): Seated | undefined
  onSeated(listener: () => void): () => void
  /** Tells that a layer covers the zone, or that none does. */
  cover(isCovered: boolean): void
  onHands(hands: ZoneHands): () => void
}

/** Sets an insert off from the content below it. */
const SHADOW = '0 0 calc(var(--vmin, 1vmin) * 2) rgba(0, 0, 0, 0.45)'

type ZoneProps = { media: MediaSource; board: Board }

/** The view of the zones beside the main one, and of the insert above them. A change of one zone renders no other. */
export function createZonesView(): { View: ZonesNow['View']; show(seats: ZoneSeat[]): void } {
  let seats: ZoneSeat[] = []
  const listeners = new Set<() => void>()
  const onChange = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  const View = memo(function Zones({ media, board }: ZoneProps) {
    const list = useSyncExternalStore(onChange, () => seats)
    return (
      <>
        {list.map((seat) => (
          <Zone key={seat.key} seat={seat} media={media} board={board} />
        ))}
      </>
    )
  })

  return {
    View,
    show(next) {
      const isSame = next.length === seats.length && next.every((seat, index) => seat === seats[index])
      if (isSame) return
      seats = next
      for (const listener of listeners) listener()
    },
  }
}

/** A zone that fails to render is closed, and tried again. */
const Zone = memo(function Zone(props: ZoneProps & { seat: ZoneSeat }) {
  return <Recover meanwhile={null}>{() => <ZoneView {...props} />}</Recover>
})

function ZoneView({ seat, media, board }: ZoneProps & { seat: ZoneSeat }) {
  const seated = useSyncExternalStore(seat.onSeated, seat.seated)
  const hold = useStage(seat.engine)
  const covered = isCovered(hold.layers)
  const shown = layerOf(hold.layers, 'shown')
  const room = seated?.room
  const isInsert = seat.id === INSERT_ZONE
  const ownBoard = useMemo(
    // An insert hides the corners that it covers, so its notice need not leave them free.
    () => ({ ...board, room, corners: isInsert ? undefined : board.corners }),
    [board, room, isInsert],
  )
  const root = useRef<HTMLDivElement>(null)
  const held = useRef(hold)
  held.current = hold

  useLayoutEffect(() => seat.cover(covered), [seat, covered])
  useLayoutEffect(() => () => seat.cover(false), [seat])
  useEffect(
    () =>
      seat.onHands({
        look() {
          const { layers, signs } = held.current
          const onScreen = layerOf(layers, 'shown')
          const item = onScreen && !onScreen.broken ? contentOf(onScreen.item) : undefined
          return { ...lookAt(root.current), shown: item, signs: signs() }
        },
        itemOnScreen: () => layerOf(held.current.layers, 'shown')?.item,
        playAgain: () => playAgain(root.current),
        remount: () => held.current.remount(),
      }),
    [seat],
  )

  if (!seated) return null
  const { className, style, isOpen, isUnseen } = seated
  return (
    <div
      ref={root}
      className={`zone ${className}`}
      style={{
        ...style,
        ...(isInsert ? { boxShadow: covered ? SHADOW : 'none' } : isOpen && { background: board.brand?.colour }),
      }}
      data-zone={seat.id}
      data-open={isOpen || undefined}
      data-item={shown?.item.id}
    >
      <Stage hold={hold} media={media} board={ownBoard} isUnseen={isUnseen} />
    </div>
  )
}
