/** One point, in any two units. */
export type Point = { x: number; y: number }

export type Slope = {
  /** Units of y for each unit of x. */
  perX: number
  /** Half the width of its 95 % confidence interval, if the residuals are noise. */
  confidence: number
}

/** Student's t for 95 %, two-sided, for 1, 2, 3 … degrees of freedom. Beyond that, NORMAL is used. */
const STUDENT = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12]
const NORMAL = 2.1

/**
 * The line with the best fit, by least squares.
 *
 * @throws RangeError when there are fewer than three points, or all at one x
 */
export function slopeOf(points: readonly Point[]): Slope {
  const count = points.length
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  if (count < 3 || spread === 0) throw new RangeError('there is no slope of fewer than three points')
  const perX = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  const left = points.reduce((sum, { x, y }) => sum + (y - meanY - perX * (x - meanX)) ** 2, 0)
  const confidence = (STUDENT[count - 3] ?? NORMAL) * Math.sqrt(left / (count - 2) / spread)
  return { perX, confidence }
}
