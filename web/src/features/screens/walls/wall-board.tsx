import { VisuallyHidden } from '@mantine/core'
import { type DisplayKey, lookPath, type WallNow } from '@placard/contract'
import { cellRectOf, wallSizeOf } from '@placard/playback'
import type { CSSProperties } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { type Cell, cellsOf, isSameCell, type Wanted } from './arrange.ts'
import type { useMoving } from './use-moving.ts'
import styles from './wall-board.module.css'

type Props = {
  display: DisplayKey
  /** The name of the display. */
  name: string
  wall: Wanted
  screens: WallNow['screens']
  /** The screens can be moved. */
  isSetUp: boolean
  moving: ReturnType<typeof useMoving>
}

/** A wall in small: what the display shows across all of its screens, and in each cell its screen and whether it is there. */
export function WallBoard({ display, name, wall, screens, isSetUp, moving }: Props) {
  const { t } = useI18n()
  const { widthMm, heightMm } = wallSizeOf(wall)
  const across = (mm: number) => `${(mm / widthMm) * 100}%`
  const down = (mm: number) => `${(mm / heightMm) * 100}%`
  const screenAt = (cell: Cell) => {
    const there = wall.cells.find((one) => isSameCell(one, cell))
    return screens.find(({ id }) => id === there?.screenId)
  }
  const rectOf = (cell: Cell): CSSProperties => {
    const { left, top, width, height } = cellRectOf(wall, cell)
    return { left: across(left), top: down(top), width: across(width), height: down(height) }
  }
  const { picked, over } = moving
  return (
    <div className={styles.room}>
      <div
        className={styles.wall}
        style={{ '--shape': widthMm / heightMm } as CSSProperties}
        data-set-up={isSetUp || undefined}
      >
        <div className={styles.picture}>
          <iframe className={styles.player} src={lookPath(display)} title={t('preview.frame', { name })} />
          <Frames wall={wall} />
        </div>
        <ol className={styles.cells}>
          {cellsOf(wall).map((cell) => {
            const screen = screenAt(cell)
            const state = screen ? (screen.isConnected ? 'here' : 'gone') : 'empty'
            const where = t('wall.cell', { column: cell.column + 1, row: cell.row + 1 })
            const words = screen
              ? t(screen.isConnected ? 'wall.cell.here' : 'wall.cell.gone', { where, name: screen.name })
              : t('wall.cell.empty', { where })
            const content = (
              <span className={styles.words}>
                {screen && <span className={styles.number}>{screen.number}</span>}{' '}
                <span className={styles.name}>
                  {screen ? <bdi>{screen.name}</bdi> : t('wall.empty')}{' '}
                  {state === 'gone' && <span className={styles.gone}>{t('wall.gone')}</span>}
                </span>
              </span>
            )
            const common = {
              className: styles.cell,
              style: rectOf(cell),
              'data-state': state,
              'data-cell': `${cell.column},${cell.row}`,
            }
            if (!isSetUp) {
              return (
                <li key={where} {...common} aria-label={words}>
                  {content}
                </li>
              )
            }
            return (
              <li key={where} {...common} data-target={`${cell.column},${cell.row}`}>
                <button
                  type="button"
                  className={styles.grip}
                  aria-pressed={screen !== undefined && screen.id === picked}
                  data-over={(over !== undefined && over !== 'outside' && isSameCell(over, cell)) || undefined}
                  data-open={picked !== undefined || undefined}
                  {...moving.handle(screen?.id)}
                  onClick={() => moving.press(cell, screen?.id)}
                >
                  <VisuallyHidden>{`${where}: `}</VisuallyHidden>
                  {content}
                </button>
              </li>
            )
          })}
        </ol>
      </div>
    </div>
  )
}

/** The frames between the screens, in front of the picture. */
function Frames({ wall }: { wall: Wanted }) {
  const { widthMm, heightMm } = wallSizeOf(wall)
  const { columns, rows, panelWidthMm, panelHeightMm, frameSideMm, frameTopMm } = wall
  const bars = [
    ...Array.from({ length: columns - 1 }, (_, index) => ({
      left: `${((cellRectOf(wall, { column: index, row: 0 }).left + panelWidthMm) / widthMm) * 100}%`,
      width: `max(${((2 * frameSideMm) / widthMm) * 100}%, 2px)`,
      top: 0,
      height: '100%',
    })),
    ...Array.from({ length: rows - 1 }, (_, index) => ({
      top: `${((cellRectOf(wall, { column: 0, row: index }).top + panelHeightMm) / heightMm) * 100}%`,
      height: `max(${((2 * frameTopMm) / heightMm) * 100}%, 2px)`,
      left: 0,
      width: '100%',
    })),
  ]
  return bars.map((style) => <span key={`${style.left} ${style.top}`} className={styles.frame} style={style} />)
}
