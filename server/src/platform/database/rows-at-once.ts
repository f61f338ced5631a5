/** Rows of one statement: far from the number of values that a database takes. */
const ROWS_AT_ONCE = 100

/** Cuts rows into as many as one `insert` takes. */
export function* rowsAtOnce<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
}
