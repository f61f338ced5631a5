// biome-ignore-all lint/a11y/useSemanticElements: a table element would draw all of its rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its cell by aria-activedescendant
import type { Column, OrganisationId, Row } from '@placard/contract'
import { memo } from 'react'
import unseen from '../../../platform/ui/unseen.module.css'
import { CellContent } from './cell.tsx'
import { alignOf } from './columns.ts'
import styles from './grid.module.css'

type Props = {
  organisationId: OrganisationId
  /** Undefined: the new row below the last one. */
  row: Row | undefined
  index: number
  columns: readonly Column[]
  language: string
  label: string
  gridId: string
  /** The selected cells of this row; undefined: none. */
  start: number | undefined
  end: number | undefined
  /** The column with the focus, if it is in this row. */
  focus: number | undefined
  /** The columns of cells that were found. */
  found: string | undefined
  isDragged: boolean
  /** The ids of columns that a source fills, between spaces. */
  ofSource: string | undefined
}

/** One row of the grid. Memoised, because a key changes two rows at most. */
export const GridRow = memo(function GridRow(props: Props) {
  const {
    organisationId,
    row,
    index,
    columns,
    language,
    label,
    gridId,
    start,
    end,
    focus,
    found,
    isDragged,
    ofSource,
  } = props
  const isSelected = (at: number) => start !== undefined && end !== undefined && at >= start && at <= end
  return (
    <div
      className={styles.row}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-new={row === undefined || undefined}
      data-dragged={isDragged || undefined}
      style={{ insetBlockStart: `calc(var(--row) * ${index})` }}
    >
      <div
        className={styles.gutter}
        role="rowheader"
        data-gutter={index}
        data-selected={start !== undefined || undefined}
      >
        <span className={unseen.words}>{label}</span>
        <span aria-hidden="true">{row ? index + 1 : '+'}</span>
      </div>
      {columns.map((column, at) => (
        <div
          key={column.id}
          id={`${gridId}-${index}-${at}`}
          className={styles.cell}
          role="gridcell"
          aria-colindex={at + 2}
          aria-selected={isSelected(at)}
          data-column={at}
          data-align={alignOf(column)}
          data-focus={focus === at || undefined}
          data-source={ofSource?.includes(column.id) || undefined}
          aria-readonly={ofSource?.includes(column.id) || undefined}
          data-found={found?.includes(` ${column.id} `) || undefined}
        >
          {row && (
            <CellContent
              organisationId={organisationId}
              column={column}
              value={row.cells[column.id]}
              language={language}
            />
          )}
        </div>
      ))}
    </div>
  )
})
