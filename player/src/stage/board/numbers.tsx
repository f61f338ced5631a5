import type { Drawn } from './rows.ts'
import { Arrow } from './table.tsx'

/** One to four large numbers, with their change and a small curve. */
export function Numbers({ reader, rows }: Drawn) {
  const hasCurves = rows.some((row) => pointsOf(reader.textOf(row, 'curve')).length > 1)
  return (
    <div className="board-tiles notice-part" data-count={rows.length}>
      {rows.map((row, index) => {
        const [name, change, note] = [
          reader.textOf(row, 'name'),
          reader.textOf(row, 'change'),
          reader.textOf(row, 'note'),
        ]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a changed number stays where it stands
          <div key={index} className="board-tile">
            <div className="board-label board-small board-quiet">{name}</div>
            <div className="board-value">{reader.textOf(row, 'value')}</div>
            {change !== '' && (
              <div className="board-small board-change">
                <Arrow value={reader.valueOf(row, 'change')} /> {change}
              </div>
            )}
            {note !== '' && <div className="board-small board-quiet">{note}</div>}
            {hasCurves && <Curve values={pointsOf(reader.textOf(row, 'curve'))} />}
          </div>
        )
      })}
    </div>
  )
}

const CURVE_WIDTH = 100
const CURVE_HEIGHT = 24
const MOST_POINTS = 60

/** Numbers with blanks, commas or semicolons between them. */
function pointsOf(text: string): number[] {
  return text
    .split(/[\s;|]+|,(?!\d)/)
    .filter((word) => word !== '')
    .map((word) => Number(word.replace(',', '.')))
    .filter((value) => Number.isFinite(value))
    .slice(-MOST_POINTS)
}

/** Fewer than two numbers leave the place of the line empty. */
function Curve({ values }: { values: readonly number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const points =
    values.length < 2
      ? []
      : values.map((value, index) => {
          const x = (index / (values.length - 1)) * CURVE_WIDTH
          const y = CURVE_HEIGHT - ((value - least) / (most - least || 1)) * CURVE_HEIGHT
          return `${x.toFixed(1)},${y.toFixed(1)}`
        })
  return (
    <svg
      className="board-curve"
      aria-hidden="true"
      viewBox={`-2 -3 ${CURVE_WIDTH + 4} ${CURVE_HEIGHT + 6}`}
      preserveAspectRatio="none"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
