/** Pages restart spread over this time, so that they do not all restart at once when a server is upgraded. */
export const SPREAD_MS = 10 * 60_000

export type TakeOver = {
  /** The worker has said which build a page should use. */
  told(build: string, now: number): void
  /**
   * One item has been replaced by another, or there is none, so a restart interrupts nothing. Returns true when the
   * page should restart.
   */
  boundary(now: number): boolean
}

/**
 * [OF11] Decides when a page restarts to use the next build.
 *
 * @param own the build of this page
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
