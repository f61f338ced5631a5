import type { Range } from './paste-plan.ts'

/** A cell by its numbers from 0. The row after the last one is the new row. */
export type Spot = { row: number; column: number }

/** The selected cells: from `anchor`, where the selection began, to `focus`, where the keys go on. */
export type Selection = { anchor: Spot; focus: Spot }

export const rangeOf = ({ anchor, focus }: Selection): Range => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  start: Math.min(anchor.column, focus.column),
  end: Math.max(anchor.column, focus.column),
})

/** The number of rows, the new row included, and of columns. */
export type Bounds = { rows: number; columns: number; pageRows: number }

type Key = { key: string; shiftKey: boolean; isHeld: boolean; isRightToLeft: boolean }

/** The selection after a key. Undefined: the key does not move it. */
export function movedBy(selection: Selection, pressed: Key, bounds: Bounds): Selection | undefined {
  const focus = stepped(selection.focus, pressed, bounds)
  if (!focus) return undefined
  const spot = {
    row: Math.min(Math.max(0, focus.row), bounds.rows - 1),
    column: Math.min(Math.max(0, focus.column), bounds.columns - 1),
  }
  const extends_ = pressed.shiftKey && pressed.key !== 'Tab' && pressed.key !== 'Enter'
  return { anchor: extends_ ? selection.anchor : spot, focus: spot }
}

function stepped(
  { row, column }: Spot,
  { key, shiftKey, isHeld, isRightToLeft }: Key,
  bounds: Bounds,
): Spot | undefined {
  const [lastRow, lastColumn] = [bounds.rows - 1, bounds.columns - 1]
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  const on = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  switch (key) {
    case 'ArrowUp':
      return { row: isHeld ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: isHeld ? lastRow : row + 1, column }
    case back:
      return { row, column: isHeld ? 0 : column - 1 }
    case on:
      return { row, column: isHeld ? lastColumn : column + 1 }
    case 'Home':
      return { row: isHeld ? 0 : row, column: 0 }
    case 'End':
      return { row: isHeld ? lastRow : row, column: lastColumn }
    case 'PageUp':
      return { row: row - bounds.pageRows, column }
    case 'PageDown':
      return { row: row + bounds.pageRows, column }
    case 'Enter':
      return { row: row + (shiftKey ? -1 : 1), column }
    case 'Tab':
      if (shiftKey) return column > 0 ? { row, column: column - 1 } : { row: row - 1, column: lastColumn }
      return column < lastColumn ? { row, column: column + 1 } : { row: row + 1, column: 0 }
    default:
      return undefined
  }
}
