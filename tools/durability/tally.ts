/** The result of a run. */
export type Tally = {
  /** Changes and files that the server had acknowledged as stored. */
  acknowledged: number
  /** Acknowledged ones that were missing afterwards. */
  lost: number
  /** Changes that were stored only in part: a row without its file, or a revision that no change explains. */
  half: number
  restarts: number
  /** Duration of the load, in milliseconds. */
  loadMs: number
}

export const NOTHING: Tally = { acknowledged: 0, lost: 0, half: 0, restarts: 0, loadMs: 0 }

export function add(one: Tally, other: Tally): Tally {
  return {
    acknowledged: one.acknowledged + other.acknowledged,
    lost: one.lost + other.lost,
    half: one.half + other.half,
    restarts: one.restarts + other.restarts,
    loadMs: one.loadMs + other.loadMs,
  }
}

export type Row = { name: string; tally: Tally; weakened: boolean }

/**
 * A run is good when nothing is lost. A run of a weakened server is good when something is lost, because otherwise the
 * test would not notice losses.
 */
export function isGood({ tally, weakened }: Row): boolean {
  return weakened ? tally.lost + tally.half > 0 : tally.lost === 0 && tally.half === 0 && tally.acknowledged > 0
}

/** The table for a terminal. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [
    ['', 'acknowledged', 'a second', 'lost', 'half', 'restarts', ''],
    ...rows.map((row) => {
      const { acknowledged, lost, half, restarts, loadMs } = row.tally
      const rate = loadMs === 0 ? '' : Math.round((acknowledged / loadMs) * 1_000)
      const verdict = isGood(row) ? 'as it should be' : row.weakened ? 'THE RIG IS BLIND' : 'DATA LOST'
      return [row.name, acknowledged, rate, lost, half, restarts, verdict].map(String)
    }),
  ]
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  return cells
    .map((row) =>
      row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : column === 6 ? cell : cell.padStart(widths[column] ?? 0),
      ),
    )
    .map((row) => row.join('  ').trimEnd())
    .join('\n')
}
