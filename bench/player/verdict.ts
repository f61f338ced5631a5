import type { Machine } from '../report.ts'

/** One figure that the player is judged by. */
export type Row = {
  what: string
  /** Placard's figure and the one that it is compared with in the same run, as they are shown. */
  ours: string
  other: string
  /** The other contestant. */
  against: string
  bar: string
  /** `—`: there is no bar. */
  verdict: 'met' | 'missed' | '—'
  /** Notes that a reader of the numbers needs. */
  note?: string
}

export type PlayerResults = {
  measuredAt: string
  machine: Machine
  /** The use by other programs before and after, in per cent of one processor. Above 20 the times are not reliable. */
  othersCpuPercent: number
  /**
   * The number of processes that needed a processor at the end of each part, over a minute. The measurement itself has
   * two or three.
   */
  loads: { part: string; load: number }[]
  seconds: number
  rows: Row[]
  /** Every figure behind the rows. */
  figures: Record<string, unknown>
}

export function verdict(isMet: boolean): Row['verdict'] {
  return isMet ? 'met' : 'missed'
}

export function resultsTable(rows: readonly Row[]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['what', 'Placard', 'other', 'against', 'bar', 'verdict']),
    '| --- | ---: | ---: | --- | --- | --- |',
    ...rows.map(({ what, ours, other, against, bar, verdict }) => line([what, ours, other, against, bar, verdict])),
  ].join('\n')
}

/** @param more a section between the figures and the methods; may be empty */
export function resultsPage(results: PlayerResults, more: string, method: string): string {
  const { machine, othersCpuPercent } = results
  const notes = results.rows.flatMap(({ what, note }) => (note ? [`- *${what}*: ${note}`] : []))
  const noisy =
    othersCpuPercent > 20
      ? `\n**Other programs took ${othersCpuPercent.toFixed(0)} % of one processor before or after this run: its times are worse than they would be by themselves. Measure again when it is quiet.**\n`
      : ''
  return `# The player, against the numbers it is held to

Made by \`npm run bench -- --only player\` in ${Math.round(results.seconds)} seconds; player.json beside this has every figure.
${noisy}
${resultsTable(results.rows)}

${machine.processors} × ${machine.model}, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}, ${results.measuredAt.slice(0, 10)}. Server, browser and the measuring share the processors; Chromium composites in software. Load average at the end of each part: ${results.loads.map(({ part, load }) => `${part} ${load.toFixed(1)}`).join(', ')}.

${notes.join('\n')}

${more && `${more}\n`}${method}
`
}
