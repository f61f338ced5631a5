import type { Row, Table, TableContents } from '@placard/contract'

/** A table as this page knows it: all rows in order, complete up to the revision. */
export type KnownTable = { table: Table; rows: readonly Row[]; revision: number }

export const knownOf = ({ table, rows, revision }: TableContents): KnownTable => ({ table, rows, revision })

/**
 * The table with what has arrived. Late or repeated answers change nothing: of two states of a row the one with the higher revision
 * stays.
 *
 * @param since the revision that the answer starts from; undefined: it is the answer to a command, which tells its own changes alone
 */
export function withArrived(known: KnownTable, arrived: TableContents, since?: number): KnownTable {
  if (arrived.isWhole) {
    return since === undefined || arrived.revision >= known.revision ? knownOf(arrived) : known
  }
  const follows = since === undefined ? arrived.revision === known.revision + 1 : since <= known.revision
  const table = arrived.table.revision >= known.table.revision ? arrived.table : known.table
  const revision = follows ? Math.max(known.revision, arrived.revision) : known.revision
  if (arrived.rows.length === 0 && arrived.removed.length === 0) return { table, rows: known.rows, revision }
  const rows = new Map(known.rows.map((row) => [row.id, row]))
  for (const row of arrived.rows) if ((rows.get(row.id)?.revision ?? 0) <= row.revision) rows.set(row.id, row)
  for (const id of arrived.removed) rows.delete(id)
  return { table, rows: [...rows.values()].sort(inOrder), revision }
}

/** By code units, like the server. A comparison by language would give another order. */
function inOrder(one: Row, other: Row): number {
  if (one.position !== other.position) return one.position < other.position ? -1 : 1
  return one.id < other.id ? -1 : 1
}
