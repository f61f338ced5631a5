import type { JoinBuilder } from 'kysely'

type Column = `${string}.${string}`
type AnyJoin = JoinBuilder<Record<string, Record<string, unknown>>, string>

/**
 * The condition of a join: both rows belong to the same organisation, and the columns of each pair are equal. Ids of displays, tables and
 * files are unique in their organisation only.
 */
export function inOrganisation(pairs: Record<Column, Column>) {
  const columns = Object.entries(pairs)
  const organisations = columns.slice(0, 1).map((pair) => pair.map((column) => `${tableOf(column)}.organisation_id`))
  return <DB, Table extends keyof DB>(join: JoinBuilder<DB, Table>): JoinBuilder<DB, Table> => {
    let joined = join as unknown as AnyJoin
    for (const [column = '', same = ''] of [...organisations, ...columns]) joined = joined.onRef(column, '=', same)
    return joined as unknown as JoinBuilder<DB, Table>
  }
}

const tableOf = (column: string) => column.slice(0, column.indexOf('.'))
