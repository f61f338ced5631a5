/** Rows per statement. Far below the number of values that a database accepts. */
const ROWS_AT_ONCE = 100

/** Splits rows into batches for one `insert` each. */
export function* rowsAtOnce<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
}
