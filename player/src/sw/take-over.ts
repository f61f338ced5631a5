/** So that a fleet does not start anew at once when a server is upgraded. */
export const SPREAD_MS = 10 * 60_000

export type TakeOver = {
  /** The worker says which build a page should be made from. */
  told(build: string, now: number): void
  /** One item has made room for another, or there is none: nothing is cut off by starting anew. */
  boundary(now: number): boolean
}

/**
 * [OF11] When a page should start anew to become the next build.
 *
 * @param own the build that this page is made from
 * @param random 0 to 1
 */
export function createTakeOver(own: string, random: () => number): TakeOver {
  let due: { build: string; at: number } | undefined
  return {
    told(build, now) {
      if (build === own) due = undefined
      else if (due?.build !== build) due = { build, at: now + random() * SPREAD_MS }
    },
    boundary: (now) => due !== undefined && now >= due.at,
  }
}
