/**
 * The smallest of the values that at least this share of them does not exceed (nearest rank). It is always a measured
 * value, never a mean of two.
 *
 * @param share above 0, at most 1
 * @throws RangeError when there are no values
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('there is no percentile of nothing')
  return value
}
