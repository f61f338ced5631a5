import type { Column, Table } from '@placard/contract'

/** True if people may change the rows of a table: add, remove and move them. A source decides about them otherwise. */
export const hasOwnRows = ({ source }: Table): boolean => source === null

/** True if people may change the cells of a column. The source fills the others, and without a key it knows no row again. */
export const isOwnColumn = ({ source, keyColumnId }: Table, { id }: Column): boolean =>
  source === null || (keyColumnId !== null && !source.columns.includes(id))
