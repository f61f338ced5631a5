/** Above this share of one processor, other programs have affected the figures. */
export const NOISY_PERCENT = 20

/**
 * The turns that no other program affected, or all turns if there are none.
 *
 * @param turns at least one
 */
export function quietTurns<Turn extends { othersCpuPercent: number }>(
  turns: readonly Turn[],
): { turns: readonly Turn[]; wasQuiet: boolean } {
  const quiet = turns.filter((turn) => turn.othersCpuPercent <= NOISY_PERCENT)
  return quiet.length > 0 ? { turns: quiet, wasQuiet: true } : { turns, wasQuiet: false }
}

/** The least value of a figure, because disturbances only ever make it worse. */
export function leastOf<Turn>(turns: readonly Turn[], figure: (turn: Turn) => number): number {
  return Math.min(...turns.map(figure))
}
