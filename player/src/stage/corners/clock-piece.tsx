import { localInWords, localTimeOf, withLiveWords } from '@placard/playback'
import { useLayoutEffect, useRef } from 'react'
import { useLiveNow } from '../use-live-now.ts'
import { PADDING, type PieceProps, Plate, roomPx } from './plate.tsx'

const HOUR_MS = 3_600_000
/** Letters as shares of the height of the piece. */
const TIME = 0.62
const TIME_OVER_DATE = 0.46
const DATE = 0.2
const DATE_BESIDE_FACE = 0.23
/** Space around a round face. */
const FACE_PADDING = 0.08

type Props = PieceProps & { face: 'digits' | 'hands'; hasDate: boolean }

/** [LY6] The time of the display, in its language. It is drawn once a minute. */
export function ClockPiece({ face, hasDate, ...place }: Props) {
  const { unitPx, board, onLaidOut } = place
  const words = useRef<HTMLDivElement>(null)
  const now = useLiveNow('{time}', board)
  const { zoneOffsets = [[0, 0]], language } = board
  const local = localTimeOf(zoneOffsets, now)
  const time = withLiveWords('{time}', now, { zoneOffsets, language })
  const weekday = localInWords(local, language, { weekday: 'long' })
  const date = localInWords(local, language, { day: 'numeric', month: 'long' })
  const hasHands = face === 'hands'
  const facePx = unitPx * (hasDate ? 0.8 : 0.86)

  useLayoutEffect(() => {
    const { current } = words
    if (current) {
      const takenPx = hasHands ? facePx : 0
      current.style.fontSize = `${unitPx}px`
      const tooWide = current.offsetWidth / (roomPx(place, hasHands ? FACE_PADDING : PADDING.inline) - takenPx)
      if (tooWide > 1) current.style.fontSize = `${unitPx / tooWide}px`
      // It does not become narrower, so that no notice beside it moves at one o'clock.
      current.style.minWidth = `${current.offsetWidth}px`
    }
    onLaidOut()
  })

  return (
    <Plate {...place}>
      <div
        style={{
          display: 'flex',
          alignItems: 'center',
          margin: `0 ${unitPx * (hasHands ? FACE_PADDING : PADDING.inline)}px`,
          fontWeight: 700,
          fontVariantNumeric: 'tabular-nums',
          lineHeight: 1.15,
        }}
      >
        {hasHands ? <Face local={local} sizePx={facePx} /> : null}
        {!hasHands || hasDate ? (
          <div
            ref={words}
            dir="auto"
            style={{
              boxSizing: 'border-box',
              display: 'inline-block',
              flex: 'none',
              textAlign: hasHands ? 'start' : 'center',
              whiteSpace: 'nowrap',
              ...(hasHands ? { padding: `0 ${unitPx * FACE_PADDING}px` } : {}),
            }}
          >
            {hasHands ? null : <div style={{ fontSize: `${hasDate ? TIME_OVER_DATE : TIME}em` }}>{time}</div>}
            {hasDate && hasHands ? <div style={{ fontSize: `${DATE_BESIDE_FACE}em` }}>{weekday}</div> : null}
            {hasDate ? (
              <div style={{ fontSize: `${hasHands ? DATE_BESIDE_FACE : DATE}em`, fontWeight: 500 }}>
                {hasHands ? date : localInWords(local, language, { weekday: 'short', day: 'numeric', month: 'long' })}
              </div>
            ) : null}
          </div>
        ) : null}
      </div>
    </Plate>
  )
}

/** A clock with hands: no seconds, and nothing that moves between the minutes. */
function Face({ local, sizePx }: { local: number; sizePx: number }) {
  const hours = (local / HOUR_MS) % 12
  const minutes = Math.floor((local / 60_000) % 60)
  return (
    <svg viewBox="-50 -50 100 100" style={{ flex: 'none', width: sizePx, height: sizePx }} aria-hidden="true">
      <circle r="47" fill="none" stroke="currentColor" strokeWidth="4" />
      {Array.from({ length: 12 }, (_, hour) => (
        <line
          // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its hour
          key={hour}
          y1={hour % 3 === 0 ? -33 : -36}
          y2="-41"
          stroke="currentColor"
          strokeWidth={hour % 3 === 0 ? 5 : 3}
          transform={`rotate(${hour * 30})`}
        />
      ))}
      <line
        y1="6"
        y2="-22"
        stroke="currentColor"
        strokeWidth="7"
        strokeLinecap="round"
        transform={`rotate(${hours * 30})`}
      />
      <line
        y1="8"
        y2="-34"
        stroke="currentColor"
        strokeWidth="4.5"
        strokeLinecap="round"
        transform={`rotate(${minutes * 6})`}
      />
      <circle r="4.5" fill="currentColor" />
    </svg>
  )
}
