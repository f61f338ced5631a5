import styles from './machine.module.css'

const WIDTH = 120
const HEIGHT = 28
const DAY_MS = 24 * 60 * 60_000
/** Points further apart are not joined: the machine was off between them. */
const JOINED_MS = 20 * 60_000

type Props = {
  points: readonly { at: number; value: number }[]
  now: number
  /** The range of its height. */
  from: number
  to: number
  label: string
}

/** A small curve of the last 24 hours. */
export function Curve({ points, now, from, to, label }: Props) {
  const x = (at: number) => ((at - (now - DAY_MS)) / DAY_MS) * WIDTH
  const y = (value: number) => HEIGHT - 1 - ((Math.min(to, Math.max(from, value)) - from) / (to - from)) * (HEIGHT - 2)
  const path = points
    .map(({ at, value }, index) => {
      const before = points[index - 1]
      const isJoined = before !== undefined && at - before.at <= JOINED_MS
      return `${isJoined ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
  return (
    <svg
      className={styles.curve}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
