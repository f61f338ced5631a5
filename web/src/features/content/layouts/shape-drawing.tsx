import type { Shape } from '@placard/playback'
import { placesOf } from '@placard/playback'
import type { Wanted } from './wanted.ts'

const SIZES = { landscape: [96, 54], portrait: [42, 74] } as const

type Props = {
  /** undefined: the whole screen. */
  layout: Pick<Wanted, 'arrangement' | 'dividers' | 'side' | 'pinned'> | undefined
  shape: Shape
  isMirrored: boolean
}

/** A small drawing of a layout: the main zone solid, the others lighter. */
export function ShapeDrawing({ layout, shape, isMirrored }: Props) {
  const [width, height] = SIZES[shape]
  const places = layout
    ? placesOf(layout, isMirrored).map((place) => place[shape])
    : [{ x: 0, y: 0, width: 100, height: 100 }]
  const scale = (share: number, length: number) => (share * length) / 100
  return (
    <svg viewBox={`-3 -3 ${width + 6} ${height + 6}`} aria-hidden="true" focusable="false">
      <rect x={-3} y={-3} width={width + 6} height={height + 6} rx={7} fill="var(--unlit)" />
      {places.map((rect, index) => (
        <rect
          key={`${rect.x} ${rect.y}`}
          x={scale(rect.x, width) + (rect.x > 0 ? 1.25 : 0)}
          y={scale(rect.y, height) + (rect.y > 0 ? 1.25 : 0)}
          width={scale(rect.width, width) - (rect.x > 0 ? 1.25 : 0) - (rect.x + rect.width < 100 ? 1.25 : 0)}
          height={scale(rect.height, height) - (rect.y > 0 ? 1.25 : 0) - (rect.y + rect.height < 100 ? 1.25 : 0)}
          rx={3}
          fill="currentColor"
          fillOpacity={index === 0 ? 1 : 0.5}
        />
      ))}
    </svg>
  )
}
