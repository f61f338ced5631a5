/** Screens that show a take-over at the same moment spread their reports over this time. */
const SPREAD_MS = 250
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
/** The report is repeated after these times, because the server may not know a screen that has just started or returned. */
const AGAIN_AFTER_MS = [15_000, 60_000]
/** A report is retried for this long. */
const LONGEST_MS = 24 * 60 * 60_000

export type SendShown = (body: { id: string; paintedMsAgo: number }) => Promise<{ status: number }>

const told = new Set<string>()

/**
 * Tells the server that a take-over is on the screen, and retries until the server has answered, even if the take-over
 * has ended by then. A page reports each take-over once.
 *
 * @param paintedAt by `performance.now()`
 */
export function tellShown(send: SendShown, id: string, paintedAt: number): void {
  if (told.has(id)) return
  told.add(id)
  let retryMs = FIRST_RETRY_MS
  let again = 0

  async function tell(): Promise<void> {
    const paintedMsAgo = Math.round(performance.now() - paintedAt)
    if (paintedMsAgo > LONGEST_MS) return
    const { status } = await send({ id, paintedMsAgo }).catch(() => ({ status: 0 }))
    if (status === 204) {
      const delayMs = AGAIN_AFTER_MS[again]
      again += 1
      if (delayMs !== undefined) setTimeout(tell, delayMs)
      return
    }
    // The server refused it, and would refuse it again.
    if (status >= 400 && status < 500 && status !== 429) return
    setTimeout(tell, retryMs * (0.5 + Math.random() / 2))
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
  }

  setTimeout(tell, Math.random() * SPREAD_MS)
}
