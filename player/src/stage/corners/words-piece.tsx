import { directionOf, withLiveWords } from '@placard/playback'
import { useLayoutEffect, useRef } from 'react'
import { balancedWidth } from '../notice/fit.ts'
import { useLiveNow } from '../use-live-now.ts'
import { PADDING, type PieceProps, Plate, roomPx } from './plate.tsx'

/** The largest letters, as a share of the height of the piece. */
const LARGEST = 0.5
const LINE_HEIGHT = 1.2

/** A few words, in the largest letters that fit. */
export function WordsPiece({ text, ...place }: PieceProps & { text: string }) {
  const { unitPx, board, onLaidOut } = place
  const { zoneOffsets, language } = board
  const element = useRef<HTMLDivElement>(null)
  const words = withLiveWords(text, useLiveNow(text, board), { zoneOffsets, language })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words decide the layout
  useLayoutEffect(() => {
    if (element.current) fit(element.current, unitPx, roomPx(place))
    onLaidOut()
  }, [words])

  return (
    <Plate {...place}>
      <div
        ref={element}
        dir={directionOf(words)}
        style={{
          margin: `0 ${unitPx * PADDING.inline}px`,
          fontWeight: 700,
          lineHeight: LINE_HEIGHT,
          textAlign: 'center',
          wordBreak: 'break-word',
        }}
      >
        {words}
      </div>
    </Plate>
  )
}

function fit(element: HTMLElement, unitPx: number, widthPx: number): void {
  const heightPx = unitPx * (1 - 2 * PADDING.block)
  element.style.maxWidth = `${widthPx}px`
  let letterPx = unitPx * LARGEST
  for (;;) {
    element.style.fontSize = `${letterPx}px`
    if (element.offsetHeight <= heightPx + 1 && element.scrollWidth <= widthPx + 1) break
    if (letterPx < unitPx * 0.08) break
    letterPx *= 0.96
  }
  if (element.offsetHeight < letterPx * LINE_HEIGHT * 1.5) return
  // Lines of about the same length.
  const narrowPx = balancedWidth(widthPx, (px) => {
    element.style.maxWidth = `${px}px`
    return element.scrollWidth > element.clientWidth + 1 ? Number.POSITIVE_INFINITY : element.offsetHeight
  })
  element.style.maxWidth = `${narrowPx}px`
}
