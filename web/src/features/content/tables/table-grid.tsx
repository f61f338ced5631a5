// biome-ignore-all lint/a11y/useSemanticElements: a table element would draw all of its rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its cell by aria-activedescendant
import {
  type CellValue,
  type Column,
  type ColumnId,
  MAX_ROWS_PER_TABLE,
  type Row,
  RowId,
  type Table,
} from '@placard/contract'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { randomId } from '../../../platform/api/random-id.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlusIcon } from '../../../platform/ui/icons.tsx'
import { CellEditor, type CellEditorHandle } from './cell-editor.tsx'
import { copiedCells } from './clipboard.ts'
import { alignOf, nameOfRow, widthOf } from './columns.ts'
import styles from './grid.module.css'
import { GridRow } from './grid-row.tsx'
import type { Range } from './paste-plan.ts'
import { movedBy, rangeOf, type Selection, type Spot } from './selection.ts'
import { hasOwnRows, isOwnColumn } from './sources/own-columns.ts'
import type { TableStore } from './table-store.ts'
import { useRowDrag } from './use-row-drag.ts'

/** Height of a row and of the heading. */
const ROW_PX = 36
const HEAD_PX = 40
const GUTTER_PX = 52
/** Rows beyond the window that are drawn, so that a fast scroll shows no gap. */
const OVERSCAN = 12

export type GridHandle = {
  select: (spot: Spot) => void
  focus: () => void
  /** Moves the selected rows up or down. */
  move: (by: -1 | 1) => void
}

type Props = {
  store: TableStore
  table: Table
  rows: readonly Row[]
  canEdit: boolean
  /** True: the user may change columns. */
  mayShape: boolean
  /** Cells that were found: by row, the ids of their columns between spaces. */
  found: ReadonlyMap<string, string>
  selection: Selection
  onSelect: (selection: Selection) => void
  onPaste: (text: string, at: Range) => void
  onPicture: (row: Row | undefined, column: Column) => void
  /** Undefined: a new column. */
  onColumn: (column: Column | undefined) => void
  onFind: () => void
  onRefused: (error: unknown) => void
  ref: Ref<GridHandle>
}

/**
 * The cell that is typed into, by its ids, because others may move rows meanwhile. `rowId` undefined: a new row. `was`: the value that
 * the user saw.
 */
type Editing = {
  at: Spot
  rowId: RowId | undefined
  columnId: ColumnId
  was: CellValue | null
  typed: string | undefined
}

/** [DT1] The cells of a table as a small spreadsheet. Only the rows near the window are drawn (decision 38). */
export function TableGrid(props: Props) {
  const {
    store,
    table,
    rows,
    canEdit,
    mayShape,
    found,
    selection,
    onSelect,
    onPaste,
    onPicture,
    onColumn,
    onFind,
    onRefused,
  } = props
  const { t } = useI18n()
  const gridId = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<Editing>()
  const [view, setView] = useState({ top: 0, height: 800 })
  const { columns, language } = table
  const mayRows = canEdit && hasOwnRows(table)
  const mayCell = (column: Column | undefined) => canEdit && column !== undefined && isOwnColumn(table, column)
  const hasNewRow = mayRows && rows.length < MAX_ROWS_PER_TABLE && columns.length > 0
  const count = rows.length + (hasNewRow ? 1 : 0)
  const range = rangeOf(selection)

  // The widths follow the first texts. They stay while somebody types, so that nothing jumps.
  const shape = columns.map(({ id, name, type }) => `${id} ${name} ${type}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts of other rows do not change widths
  const widths = useMemo(
    () => columns.map((column) => widthOf(column, rows, language)),
    [shape, language, rows.length === 0],
  )
  const template = `${GUTTER_PX}px ${widths.map((width) => `${width}px`).join(' ')} ${mayShape ? '44px' : ''}`
  const width = GUTTER_PX + widths.reduce((sum, one) => sum + one, 0) + (mayShape ? 44 : 0)

  const look = useCallback(() => {
    const element = grid.current
    if (element) setView({ top: element.scrollTop, height: element.clientHeight })
  }, [])
  useLayoutEffect(() => {
    look()
    const size = new ResizeObserver(look)
    if (grid.current) size.observe(grid.current)
    return () => size.disconnect()
  }, [look])

  const from = Math.max(0, Math.floor(view.top / ROW_PX) - OVERSCAN)
  const to = Math.min(count, Math.ceil((view.top + view.height) / ROW_PX) + OVERSCAN)
  const pageRows = Math.max(1, Math.floor(view.height / ROW_PX) - 2)

  const reveal = useCallback(
    ({ row, column }: Spot) => {
      const element = grid.current
      if (!element) return
      const top = row * ROW_PX
      if (top < element.scrollTop) element.scrollTop = top
      const bottom = top + ROW_PX + HEAD_PX - element.clientHeight
      if (bottom > element.scrollTop) element.scrollTop = bottom
      const begin = widths.slice(0, column).reduce((sum, one) => sum + one, 0)
      const isRightToLeft = getComputedStyle(element).direction === 'rtl'
      const sign = isRightToLeft ? -1 : 1
      const at = element.scrollLeft * sign
      const end = begin + (widths[column] ?? 0) + GUTTER_PX - element.clientWidth
      if (begin < at) element.scrollLeft = begin * sign
      else if (end > at) element.scrollLeft = end * sign
    },
    [widths],
  )

  const choose = useCallback(
    (next: Selection) => {
      onSelect(next)
      reveal(next.focus)
    },
    [onSelect, reveal],
  )

  // Somebody may have removed the rows or columns that were selected.
  useEffect(() => {
    const inside = ({ row, column }: Spot): Spot => ({
      row: Math.max(0, Math.min(row, count - 1)),
      column: Math.max(0, Math.min(column, columns.length - 1)),
    })
    const { anchor, focus } = selection
    const [a, f] = [inside(anchor), inside(focus)]
    if (a.row !== anchor.row || a.column !== anchor.column || f.row !== focus.row || f.column !== focus.column) {
      onSelect({ anchor: a, focus: f })
    }
  }, [count, columns.length, selection, onSelect])

  const drag = useRowDrag({ grid, rows, rowPx: ROW_PX, headPx: HEAD_PX, range, isOn: mayRows, store })

  const moveRows = (step: -1 | 1) =>
    drag.step(step, (by) => {
      const { anchor, focus } = selection
      choose({ anchor: { ...anchor, row: anchor.row + by }, focus: { ...focus, row: focus.row + by } })
    })

  useImperativeHandle(props.ref, () => ({
    select: (spot) => choose({ anchor: spot, focus: spot }),
    focus: () => grid.current?.focus({ preventScroll: true }),
    move: moveRows,
  }))

  const setCell = ({ rowId, columnId, was }: Omit<Editing, 'at' | 'typed'>, value: CellValue | null) => {
    if (rowId !== undefined) store.setCells([{ rowId, columnId, was, value }]).catch(onRefused)
    else if (value !== null) {
      store.createRows([{ id: RowId.parse(randomId()), cells: { [columnId]: value } }]).catch(onRefused)
    }
  }

  const edit = (spot: Spot, typed?: string) => {
    const column = columns[spot.column]
    const row = rows[spot.row]
    if (!column || !mayCell(column)) return
    const cell = { rowId: row?.id, columnId: column.id, was: row?.cells[column.id] ?? null }
    if (column.type === 'yes-no' && typed === undefined) setCell(cell, cell.was !== true)
    else if (column.type === 'picture') onPicture(row, column)
    else {
      reveal(spot)
      setEditing({ at: spot, ...cell, typed })
    }
  }

  const clear = () => {
    const chosen = columns.slice(range.start, range.end + 1).filter(mayCell)
    const edits = rows.slice(range.top, range.bottom + 1).flatMap((row) =>
      chosen.flatMap(({ id }) => {
        const was = row.cells[id]
        return was === undefined ? [] : [{ rowId: row.id, columnId: id, was, value: null }]
      }),
    )
    store.setCells(edits).catch(onRefused)
  }

  /** Escape was pressed: Tab leaves the grid then, from any cell. */
  const leaving = useRef(false)
  const pressed = (event: KeyboardEvent) => {
    // Buttons in the heading have keys of their own.
    if (editing || event.nativeEvent.isComposing || event.target !== event.currentTarget) return
    const mayLeave = leaving.current && event.key === 'Tab'
    leaving.current = event.key === 'Escape' || (leaving.current && event.key === 'Shift')
    if (mayLeave || leaving.current) return
    const isHeld = event.ctrlKey || event.metaKey
    const { key, shiftKey } = event
    const letter = key.toLowerCase()
    if (isHeld && letter === 'a') {
      event.preventDefault()
      onSelect({
        anchor: { row: 0, column: 0 },
        focus: { row: Math.max(0, rows.length - 1), column: columns.length - 1 },
      })
      return
    }
    if (isHeld && letter === 'f') {
      event.preventDefault()
      onFind()
      return
    }
    if (canEdit && isHeld && (letter === 'z' || letter === 'y')) {
      event.preventDefault()
      event.stopPropagation()
      const isRedo = letter === 'y' || shiftKey
      ;(isRedo ? store.redo() : store.undo()).catch(onRefused)
      return
    }
    if (mayRows && event.altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault()
      moveRows(key === 'ArrowUp' ? -1 : 1)
      return
    }
    if (event.altKey) return
    if (canEdit && (key === 'Delete' || key === 'Backspace')) {
      event.preventDefault()
      clear()
      return
    }
    if (canEdit && (key === 'F2' || (key === 'Enter' && !shiftKey && !isHeld) || (key === ' ' && isSwitch()))) {
      event.preventDefault()
      edit(selection.focus)
      return
    }
    // The last Tab leaves the grid, so that the keyboard is not held in it.
    const { row, column } = selection.focus
    const isLast = shiftKey ? row === 0 && column === 0 : row === count - 1 && column === columns.length - 1
    if (key === 'Tab' && isLast) return
    const isRightToLeft = grid.current !== null && getComputedStyle(grid.current).direction === 'rtl'
    const moved = movedBy(
      selection,
      { key, shiftKey, isHeld, isRightToLeft },
      { rows: count, columns: columns.length, pageRows },
    )
    if (moved) {
      event.preventDefault()
      choose(moved)
      return
    }
    if (!canEdit || isHeld) return
    // The field has the focus before the browser types the letter, which may be the first key of an input method.
    if (key.length === 1 || key === 'Process') edit(selection.focus, '')
  }
  const isSwitch = () => columns[selection.focus.column]?.type === 'yes-no'

  const spotOf = (target: EventTarget | null): Spot | undefined => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
    const row = cell?.closest<HTMLElement>('[data-index]')
    return cell && row ? { row: Number(row.dataset.index), column: Number(cell.dataset.column) } : undefined
  }

  const selecting = useRef(false)
  const editorHandle = useRef<CellEditorHandle>(null)
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('textarea, button'))) return
    // A text that is no value of its column keeps the focus.
    if (editing && editorHandle.current?.finish() === false) {
      event.preventDefault()
      return
    }
    if (drag.down(event, (row) => onSelect({ anchor: { row, column: 0 }, focus: { row, column: columns.length - 1 } })))
      return
    const spot = spotOf(event.target)
    if (!spot) return
    const isSwitchHere = columns[spot.column]?.type === 'yes-no'
    const isAgain =
      isSwitchHere && event.target instanceof Element && event.target.closest('[data-on], [class*="switch"]')
    onSelect({ anchor: event.shiftKey ? selection.anchor : spot, focus: spot })
    selecting.current = event.pointerType === 'mouse'
    if (isAgain && mayCell(columns[spot.column]) && rows[spot.row] && !event.shiftKey) edit(spot)
    grid.current?.focus({ preventScroll: true })
    event.preventDefault()
  }
  const over = (event: PointerEvent) => {
    if (!selecting.current) return
    if (event.buttons === 0) {
      selecting.current = false
      return
    }
    const spot = spotOf(event.target)
    const { focus } = selection
    if (spot && (spot.row !== focus.row || spot.column !== focus.column))
      onSelect({ anchor: selection.anchor, focus: spot })
  }

  const copy = (event: ClipboardEvent, isCut: boolean) => {
    if (editing) return
    event.preventDefault()
    const chosen = columns.slice(range.start, range.end + 1)
    const some = rows.slice(range.top, range.bottom + 1)
    const { text, html } = copiedCells(some, chosen, language)
    event.clipboardData.setData('text/plain', text)
    event.clipboardData.setData('text/html', html)
    announce(t('tables.copied', { count: some.length * chosen.length }))
    if (isCut && canEdit) clear()
  }

  const editor = editing && columns.find(({ id }) => id === editing.columnId)
  const edited = editing?.rowId === undefined ? undefined : rows.find(({ id }) => id === editing.rowId)
  const rowNow = editing?.rowId === undefined ? rows.length : rows.findIndex(({ id }) => id === editing.rowId)
  /** Its place among the rows and columns of now. */
  const spot = editor && { row: rowNow < 0 ? editing.at.row : rowNow, column: columns.indexOf(editor) }
  // Somebody may have removed the column.
  useEffect(() => {
    if (editing && !editor) setEditing(undefined)
  }, [editing, editor])
  const label = (row: Row | undefined, index: number) =>
    row ? t('tables.row', { number: index + 1 }) : t('tables.new-row')
  const focusCell = `${gridId}-${selection.focus.row}-${selection.focus.column}`
  const isFocusDrawn = selection.focus.row >= from && selection.focus.row < to

  return (
    <div
      ref={grid}
      className={styles.grid}
      role="grid"
      aria-label={t('tables.grid', { name: table.name })}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-readonly={!canEdit}
      aria-activedescendant={columns.length > 0 && isFocusDrawn && !editing ? focusCell : undefined}
      tabIndex={0}
      style={
        { '--columns': template, '--row': `${ROW_PX}px`, '--head': `${HEAD_PX}px`, '--width': `${width}px` } as never
      }
      onScroll={look}
      onKeyDown={pressed}
      onPointerDown={down}
      onPointerOver={over}
      onDoubleClick={(event) => {
        const spot = spotOf(event.target)
        if (spot && columns[spot.column]?.type !== 'yes-no') edit(spot)
      }}
      onCopy={(event) => copy(event, false)}
      onCut={(event) => copy(event, true)}
      onPaste={(event) => {
        if (editing || !canEdit) return
        event.preventDefault()
        onPaste(event.clipboardData.getData('text/plain'), range)
      }}
    >
      <div className={styles.head} role="row" aria-rowindex={1}>
        <div className={styles.corner} role="columnheader" aria-label="#" />
        {columns.map((column, at) => (
          <div
            key={column.id}
            className={styles.heading}
            role="columnheader"
            aria-colindex={at + 2}
            data-align={alignOf(column)}
            data-key={table.keyColumnId === column.id || undefined}
          >
            {mayShape ? (
              <button
                type="button"
                title={t('tables.column.of', { name: column.name })}
                onClick={() => onColumn(column)}
              >
                <span dir="auto">{column.name}</span>
              </button>
            ) : (
              <span dir="auto">{column.name}</span>
            )}
          </div>
        ))}
        {mayShape && (
          <div className={styles.add} role="columnheader">
            <button
              type="button"
              aria-label={t('tables.add-column')}
              title={t('tables.add-column')}
              onClick={() => onColumn(undefined)}
            >
              <PlusIcon size={18} />
            </button>
          </div>
        )}
      </div>
      <div className={styles.body} role="rowgroup" style={{ blockSize: count * ROW_PX }}>
        {Array.from({ length: Math.max(0, to - from) }, (_, offset) => {
          const index = from + offset
          const row = rows[index]
          const isIn = index >= range.top && index <= range.bottom
          return (
            <GridRow
              key={row?.id ?? 'new'}
              organisationId={table.organisationId}
              row={row}
              index={index}
              columns={columns}
              language={language}
              label={label(row, index)}
              gridId={gridId}
              start={isIn ? range.start : undefined}
              end={isIn ? range.end : undefined}
              focus={index === selection.focus.row ? selection.focus.column : undefined}
              found={row && found.get(row.id)}
              isDragged={drag.isDragged(index)}
              ofSource={table.source ? table.source.columns.join(' ') : undefined}
            />
          )
        })}
        {drag.lineAt !== undefined && (
          <div className={styles.line} style={{ insetBlockStart: drag.lineAt * ROW_PX - 1 }} />
        )}
        {editing && editor && spot && (
          <div
            className={styles.place}
            style={{
              insetBlockStart: spot.row * ROW_PX,
              insetInlineStart: GUTTER_PX + widths.slice(0, spot.column).reduce((sum, one) => sum + one, 0),
              inlineSize: widths[spot.column],
            }}
          >
            <CellEditor
              key={`${editing.rowId} ${editing.columnId}`}
              column={editor}
              value={editing.was ?? undefined}
              language={language}
              label={`${editor.name}, ${(edited && nameOfRow(columns, edited, language)) || label(edited, spot.row)}`}
              typed={editing.typed}
              ref={editorHandle}
              onDone={(value, key) => {
                setEditing(undefined)
                setCell(editing, value)
                if (!key) return
                grid.current?.focus({ preventScroll: true })
                // A new row may just have been added below this one.
                const bounds = { rows: Math.max(count, spot.row + 2), columns: columns.length, pageRows }
                const next = movedBy(
                  { anchor: spot, focus: spot },
                  { key: key.key, shiftKey: key.shiftKey, isHeld: false, isRightToLeft: false },
                  bounds,
                )
                if (next) choose(next)
              }}
              onCancel={() => {
                setEditing(undefined)
                grid.current?.focus({ preventScroll: true })
              }}
            />
          </div>
        )}
      </div>
    </div>
  )
}
