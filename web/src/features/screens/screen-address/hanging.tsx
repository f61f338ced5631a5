import type { Rotation } from '@placard/contract'

const TURNED = { 0: 0, 90: -90, 180: 180, 270: 90 } as const

/**
 * A drawing of a panel on the wall with its picture upright. The thick edge is the lower one of a panel that stands on a desk. If the
 * picture is turned clockwise, the panel hangs turned counterclockwise.
 */
export function Hanging({ rotation }: { rotation: Rotation }) {
  const isUpright = rotation === 90 || rotation === 270
  const [width, height] = isUpright ? [46, 76] : [76, 46]
  const [left, top] = [46 - width / 2, 46 - height / 2]
  return (
    <svg viewBox="0 0 92 92" fill="none" aria-hidden="true">
      <g transform={`rotate(${TURNED[rotation]} 46 46)`}>
        <rect
          x={5}
          y={20}
          width={82}
          height={52}
          rx={6}
          fill="var(--surface)"
          stroke="currentColor"
          strokeWidth={2.5}
        />
        <rect x={5} y={64} width={82} height={8} rx={2} fill="currentColor" />
      </g>
      <g transform={`translate(${left + width / 2} ${top + height / 2})`}>
        <circle cx={9} cy={-11} r={4.5} fill="currentColor" opacity={0.55} />
        <path d="M-17 8 L-6 -10 L2 2 L7 -4 L16 8 Z" fill="currentColor" opacity={0.8} />
        <path d="M-14 14 H14" stroke="currentColor" strokeWidth={2.5} strokeLinecap="round" opacity={0.55} />
      </g>
    </svg>
  )
}
