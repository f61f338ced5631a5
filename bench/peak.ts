/**
 * The greatest number of events within any period of this length.
 *
 * @param times in any order, in the unit of `span`
 */
export function peakWithin(times: readonly number[], span: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  let first = 0
  let peak = 0
  for (const [index, time] of sorted.entries()) {
    while ((sorted[first] ?? time) <= time - span) first += 1
    peak = Math.max(peak, index - first + 1)
  }
  return peak
}
