/** Above this share of one processor the others have had a say in the figures. */
export const NOISY_PERCENT = 20

/**
 * The turns in which nobody else had a say, or all of them when there is none such.
 *
 * @param turns at least one
 */
export function quietTurns<Turn extends { othersCpuPercent: number }>(
  turns: readonly Turn[],
): { turns: readonly Turn[]; wasQuiet: boolean } {
  const quiet = turns.filter((turn) => turn.othersCpuPercent <= NOISY_PERCENT)
  return quiet.length > 0 ? { turns: quiet, wasQuiet: true } : { turns, wasQuiet: false }
}

/** The least of a figure: what disturbs a measurement only ever makes it worse. */
export function leastOf<Turn>(turns: readonly Turn[], figure: (turn: Turn) => number): number {
  return Math.min(...turns.map(figure))
}
