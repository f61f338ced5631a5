import {
  type CellInput,
  type CellInputs,
  type Cells,
  type CellValue,
  type Column,
  cutAtWord,
  displayCell,
  MediaId,
  type OrganisationId,
  readCell,
  writeCell,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Activity, TableThing } from '../activity/service.ts'
import { findMediaFile } from '../media/service.ts'
import type { StoredTable } from './store.ts'

/** The column that a sender names by its id, or else by its name. @throws AppError column-not-found, with the field */
export function columnNamed(columns: readonly Column[], name: string, field: string): Column {
  const found = columns.find(({ id }) => id === name) ?? columns.find((column) => isSameName(column.name, name))
  if (!found) throw new AppError('column-not-found', { field })
  return found
}

/** Capital letters and different encodings of the same letters do not matter. */
export function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC').trim().toLowerCase() === other.normalize('NFC').trim().toLowerCase()
}

/**
 * Reads the cells of a row as they were sent.
 *
 * @param before the cells that the row has
 * @param field the path of the cells in the body
 * @returns the cells from now on
 * @throws AppError column-not-found and the errors of `readCell`, each with the field at fault
 */
export function withCells(
  { columns, language }: Pick<StoredTable, 'columns' | 'language'>,
  before: Cells,
  inputs: CellInputs,
  field: string,
): Cells {
  const values = Object.entries(inputs).map(([name, input]) => {
    const at = `${field}.${name}`
    const column = columnNamed(columns, name, at)
    return [column.id, requireCell(column, input, language, at)] as const
  })
  return tidy({ ...before, ...Object.fromEntries(values) })
}

/** @throws AppError the errors of `readCell`, with the field at fault */
export function requireCell(column: Column, input: CellInput, language: string, field: string): CellValue | null {
  const read = readCell(column, input, language)
  if ('problem' in read) throw new AppError(read.problem, { field })
  return read.value
}

/** Without empty cells. */
function tidy(cells: Record<string, CellValue | null>): Cells {
  return Object.fromEntries(Object.entries(cells).flatMap(([id, value]) => (value === null ? [] : [[id, value]])))
}

/**
 * The cells of a row after its column became another one.
 *
 * @returns undefined if the cell cannot be read as a value of the new type
 */
export function asColumn(cells: Cells, before: Column, after: Column, language: string): Cells | undefined {
  const value = cells[before.id]
  if (value === undefined) return cells
  const read = readCell(after, writeCell(before, value, language), language)
  return 'problem' in read ? undefined : tidy({ ...cells, [after.id]: read.value })
}

export function withoutColumn(cells: Cells, id: Column['id']): Cells {
  const { [id]: _, ...rest } = cells
  return rest
}

/** The stored pictures in cells. */
export function picturesIn(columns: readonly Column[], cells: Cells): { columnId: Column['id']; mediaId: MediaId }[] {
  return columns.flatMap(({ id, type }) => {
    const mediaId = type === 'picture' ? MediaId.safeParse(cells[id]).data : undefined
    return mediaId === undefined ? [] : [{ columnId: id, mediaId }]
  })
}

/** True if the organisation has such a picture. Films and other files are none. */
export async function isPicture(queries: Queries, organisationId: OrganisationId, id: MediaId): Promise<boolean> {
  const file = await findMediaFile(queries, organisationId, id)
  return file?.contentType.startsWith('image/') === true
}

/** Cells whose old and new value the log tells. */
const MOST_VALUES = 5
const VALUE_CHARACTERS = 60

/** The difference between the cells of a row, as the log tells it. */
export function detailsOfCells(
  { columns, language }: Pick<StoredTable, 'columns' | 'language'>,
  before: Cells,
  after: Cells,
): Activity<TableThing>['details'] {
  // People see an empty yes/no cell as "no".
  const textOf = (column: Column, value: CellValue | undefined) =>
    column.type === 'yes-no'
      ? writeCell(column, value ?? false, language)
      : cutAtWord(displayCell(column, value, language).replaceAll('\n', ' '), VALUE_CHARACTERS)
  const changed = columns.filter((column) =>
    column.type === 'yes-no'
      ? textOf(column, before[column.id]) !== textOf(column, after[column.id])
      : before[column.id] !== after[column.id],
  )
  return {
    fields: ['cells'],
    values: changed.slice(0, MOST_VALUES).map((column) => ({
      field: 'cells' as const,
      column: column.name,
      former: textOf(column, before[column.id]),
      present: textOf(column, after[column.id]),
    })),
  }
}
