import {
  type Corner,
  isCornerPiece,
  type Manifest,
  type ManifestCornerPiece,
  type ManifestReadCode,
  type Rect,
} from '@placard/contract'
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { MediaSource } from '../../cache/lend.ts'
import type { Board } from '../kind-props.ts'
import { Qr } from '../qr.tsx'
import { cornerSideOf, readAddressOf } from '../read-address.ts'
import { Recover } from '../recover.tsx'
import { ClockPiece } from './clock-piece.tsx'
import { type CornerBox, overlaps } from './give-way.ts'
import { LogoPiece } from './logo-piece.tsx'
import { BAND_PERCENT, isLeft, isTop, ofSide, placeIn } from './place-in.ts'
import { type PieceProps, Plate } from './plate.tsx'
import { WeatherPiece } from './weather-piece.tsx'
import { WordsPiece } from './words-piece.tsx'

// Loaded only when a display has something in a corner.

/** As ISO/IEC 18004 requires, because any content may be around it. */
const QUIET_ZONE = 4
/** Of the read code, in percent of the screen's shorter side. */
const READ_CODE_SIDE = 20
const READ_CODE_FROM_EDGE = 2

type Props = {
  manifest: Manifest
  /** The pieces that stand in the corners now. */
  pieces: ManifestCornerPiece[] | undefined
  /** False while the read code is hidden, such as during a notice with a QR code of its own. */
  showsReadCode: boolean
  /** The part of the media area that an insert covers, in percent. Everything in the corners that it touches is hidden. */
  covered: Rect | undefined
  /** The media area takes the band's space. */
  isFull: boolean
  board: Board
  media: MediaSource
  /** Receives the rectangles in the corners whenever they change, before the frame that shows them. */
  onBoxes: (boxes: readonly CornerBox[]) => void
}

/**
 * [LY6] [TW2] The pieces in the corners and the code for the page to read, over pictures, films and web pages. They are not drawn
 * again when the item changes.
 */
export const Corners = memo(function Corners(props: Props) {
  const { onBoxes } = props
  useLayoutEffect(() => () => onBoxes([]), [onBoxes])
  return <Recover meanwhile={null}>{() => <All {...props} />}</Recover>
})

function All({ manifest, pieces = [], showsReadCode, covered, isFull, board, media, onBoxes }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const { sidePx, widthPx, heightPx } = useScreenSize(root)
  const told = useRef('')
  const readCode = manifest.readCode?.way === 'corner' ? manifest.readCode : undefined
  const readCorner = readCode && readCornerOf(manifest)
  const areaPx = isFull ? heightPx : heightPx * (1 - BAND_PERCENT / 100)

  /** The place of the read code is kept while it is hidden, so that no notice moves when it comes back. */
  const readBox = useMemo((): CornerBox[] => {
    if (!readCorner) return []
    const side = (READ_CODE_SIDE * sidePx) / 100
    const edge = (READ_CODE_FROM_EDGE * sidePx) / 100
    return [
      {
        x: isLeft(readCorner) ? edge : widthPx - edge - side,
        y: isTop(readCorner) ? edge : areaPx - edge - side,
        width: side,
        height: side,
        isReadCode: true,
      },
    ]
  }, [readCorner, sidePx, widthPx, areaPx])

  /** [LY7] An insert is above the corners. */
  function isCovered(box: CornerBox | undefined): boolean {
    if (!covered || !box) return false
    const [across, down] = [widthPx / 100, areaPx / 100]
    const { x, y, width, height } = covered
    return overlaps(box, { x: x * across, y: y * down, width: width * across, height: height * down })
  }

  function measure(): void {
    const boxes = readBox.slice()
    for (const element of piecesIn(root.current)) {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element
      const box = { x: offsetLeft, y: offsetTop, width: offsetWidth, height: offsetHeight }
      // Its place is kept, so that no notice moves when the insert ends.
      element.style.visibility = isCovered(box) ? 'hidden' : ''
      boxes.push(box)
    }
    const words = JSON.stringify(boxes)
    if (words === told.current || sidePx === 0) return
    told.current = words
    onBoxes(boxes)
  }

  useLayoutEffect(measure)
  return (
    <div ref={root} className="corners">
      {readCode && readCorner && showsReadCode && !isCovered(readBox[0]) ? (
        <ReadCode readCode={readCode} at={readCorner} isFull={isFull} />
      ) : null}
      {(sidePx > 0 ? drawable(pieces) : []).map((piece) => (
        <Recover key={piece.corner} meanwhile={null}>
          {() => (
            <Piece
              key={`${JSON.stringify(piece)} ${sidePx}`}
              piece={piece}
              corner={piece.corner}
              unitPx={(piece.size * sidePx) / 100}
              sidePx={sidePx}
              isFull={isFull}
              board={board}
              media={media}
              onLaidOut={measure}
            />
          )}
        </Recover>
      ))}
    </div>
  )
}

const piecesIn = (root: HTMLElement | null) => Array.from(root?.querySelectorAll<HTMLElement>('[data-corner]') ?? [])

/** A damaged manifest may have two pieces in one corner: the first one stands. */
function drawable(pieces: readonly ManifestCornerPiece[]): ManifestCornerPiece[] {
  const whole = pieces.filter(isCornerPiece)
  return whole.filter(({ corner }, index) => whole.findIndex((other) => other.corner === corner) === index)
}

/**
 * The corner of the read code: where a line ends, at the bottom if that is free, then on the other side, then at the
 * top. Pieces keep their corners also while they are off by their schedules, so that the code does not move.
 */
function readCornerOf({ language, cornerPieces = [] }: Manifest): Corner | undefined {
  const taken = cornerPieces.map(({ corner }) => corner)
  const side = cornerSideOf(language)
  const other = side === 'left' ? 'right' : 'left'
  const order: Corner[] = [`bottom-${side}`, `bottom-${other}`, `top-${side}`, `top-${other}`]
  return order.find((corner) => !taken.includes(corner))
}

function ReadCode({ readCode, at, isFull }: { readCode: ManifestReadCode; at: Corner; isFull: boolean }) {
  return (
    <div
      className="read-corner"
      style={{
        ...placeIn(at, READ_CODE_FROM_EDGE, isFull),
        width: ofSide(READ_CODE_SIDE),
        height: ofSide(READ_CODE_SIDE),
        background: '#fff',
        borderRadius: ofSide(1),
        lineHeight: 0,
      }}
    >
      <Qr text={readAddressOf(readCode)} border={QUIET_ZONE} />
    </div>
  )
}

function Piece({ piece, media, ...place }: PieceProps & { piece: ManifestCornerPiece; media: MediaSource }) {
  switch (piece.kind) {
    case 'logo':
      return <LogoPiece url={piece.url} media={media} {...place} />
    case 'clock':
      return <ClockPiece face={piece.face} hasDate={piece.date === true} {...place} />
    case 'words':
      return <WordsPiece text={piece.text} {...place} />
    case 'qr':
      return <QrPiece link={piece.link} {...place} />
    case 'weather':
      return <WeatherPiece forecast={piece.forecast} {...place} />
  }
}

function QrPiece({ link, ...place }: PieceProps & { link: string }) {
  const { unitPx, onLaidOut } = place
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, because its size does not change
  useLayoutEffect(onLaidOut, [])
  return (
    <Plate {...place} onWhite round={0.05}>
      <div style={{ width: unitPx, height: unitPx, lineHeight: 0 }}>
        <Qr text={link} border={QUIET_ZONE} />
      </div>
    </Plate>
  )
}

/** The size of the screen in its rotation, in px of the layout. */
function useScreenSize(root: { current: HTMLElement | null }) {
  const [size, setSize] = useState({ sidePx: 0, widthPx: 0, heightPx: 0 })
  useLayoutEffect(() => {
    const look = () => {
      const whole = root.current?.closest<HTMLElement>('.player')
      const [widthPx, heightPx] = [whole?.offsetWidth ?? 0, whole?.offsetHeight ?? 0]
      setSize({ sidePx: Math.min(widthPx, heightPx), widthPx, heightPx })
    }
    look()
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [root])
  return size
}
