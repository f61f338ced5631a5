import type { Rotation } from '@placard/contract'
import type { CSSProperties } from 'react'
import { PAIR_WORDS } from '../../page/english-pair.ts'
import { useWords } from '../../page/words.ts'

type Props = {
  rotation: Rotation
  /** The number by which the dashboard names the screen. */
  number: number
  name: string
  /** True: the screen has a cell, so the lines of the test card run across the whole wall. */
  isInWall: boolean
}

/** Lengths are shares of this screen's shorter side, not of the wall's. */
const share = (value: number) => `${value}vmin`

const NUMBER: CSSProperties = {
  margin: 0,
  fontSize: share(34),
  fontWeight: 700,
  lineHeight: 1,
  color: '#fff',
  textShadow: `0 0 ${share(2)} #0b0f16`,
}
const NAME: CSSProperties = {
  margin: `${share(2)} 0 0`,
  maxWidth: '86%',
  padding: `${share(1)} ${share(2.4)}`,
  fontSize: share(4.4),
  lineHeight: 1.25,
  color: '#f3f6fb',
  background: '#0b0f16',
  borderRadius: share(1.2),
  overflowWrap: 'anywhere',
}
const OVER: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  background: 'none',
  textAlign: 'center',
}

/** [LY8] Shown while a wall is set up: lines that must go straight through, and the number and the name of the screen. */
export function TestCard({ rotation, number, name, isInWall }: Props) {
  const words = useWords(PAIR_WORDS)
  return (
    <>
      <div className={isInWall ? 'player wall-picture' : 'player'} data-rotation={rotation} data-test-card={number}>
        {isInWall ? <Lines /> : null}
      </div>
      <div className="player" data-rotation={rotation} style={OVER} lang={words?.lang}>
        <p style={NUMBER}>{number}</p>
        <p style={NAME}>
          <bdi dir="auto">{name}</bdi>
        </p>
        {isInWall ? null : (
          <p style={{ ...NAME, background: 'none', fontSize: share(3.2), color: '#c3cddd' }} dir="auto">
            {words?.['pair.not-in-wall']}
          </p>
        )}
      </div>
    </>
  )
}

const STEPS = Array.from({ length: 15 }, (_, index) => ((index + 1) * 100) / 16)

/** Straight lines at every angle, and a circle: each is continuous only if the measurements of the frame are right. */
function Lines() {
  return (
    <svg
      aria-hidden="true"
      style={{ position: 'absolute', top: 0, left: 0, width: '100%', height: '100%', background: '#10233f' }}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
    >
      <g fill="none">
        {STEPS.map((at) => (
          <g key={at} stroke="#5c7599" strokeWidth="2">
            <line x1={at} y1="0" x2={at} y2="100" vectorEffect="non-scaling-stroke" />
            <line x1="0" y1={at} x2="100" y2={at} vectorEffect="non-scaling-stroke" />
          </g>
        ))}
        <g stroke="#ffc857" strokeWidth="6">
          <line x1="0" y1="0" x2="100" y2="100" vectorEffect="non-scaling-stroke" />
          <line x1="0" y1="100" x2="100" y2="0" vectorEffect="non-scaling-stroke" />
          <ellipse cx="50" cy="50" rx="44" ry="44" vectorEffect="non-scaling-stroke" />
          <rect x="0" y="0" width="100" height="100" strokeWidth="12" vectorEffect="non-scaling-stroke" />
        </g>
      </g>
    </svg>
  )
}
