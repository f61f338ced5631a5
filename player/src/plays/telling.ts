import { PLAYS_TOLD_EVERY_MS } from '@placard/contract'
import { withTimeout } from '../page/with-timeout.ts'
import type { Batch, Queue } from './queue.ts'

const ANSWER_WITHIN_MS = 15_000
/** Long enough for the page to have found what pages before it have left. */
const FIRST_AFTER_MS = 30_000
/** Between two tellings of a screen that was away. */
const NEXT_AFTER_MS = 3_000
const LONGEST_WAIT_MS = 60 * 60_000

export type TellingSurroundings = {
  random(): number
  isOnline(): boolean
  fetch(url: string, init: RequestInit): Promise<Response>
}

const BROWSER: TellingSurroundings = {
  random: Math.random,
  isOnline: () => navigator.onLine !== false,
  fetch: (url, init) => fetch(url, init),
}

/**
 * Tells the server what the queue has, the oldest first, one telling after the other. What was not answered is told again
 * with the same numbers: the server knows those that it has counted.
 *
 * @param path of the screen
 * @returns its own end
 */
export function tellPlays(path: string, queue: Queue, world: TellingSurroundings = BROWSER): () => void {
  let failures = 0
  let isClosed = false
  // A fleet that starts at once spreads.
  void queue.tidy().catch(() => {})
  let timer = setTimeout(run, FIRST_AFTER_MS * (1 + world.random() / 3))

  async function run(): Promise<void> {
    const waitMs = await turn().catch(failed)
    if (!isClosed) timer = setTimeout(run, waitMs)
  }

  /** @returns milliseconds until the next */
  async function turn(): Promise<number> {
    await queue.tidy()
    const usual = PLAYS_TOLD_EVERY_MS * (0.9 + world.random() / 5)
    if (!world.isOnline()) return Math.min(usual, NEXT_AFTER_MS * 10)
    const batch = await queue.head()
    if (!batch || isClosed) return usual
    const answer = await send(batch)
    const { status } = answer
    if (status === 404 || status === 410 || status === 429 || status >= 500) {
      return failed(undefined, Number(answer.headers.get('Retry-After')) * 1_000 || 0)
    }
    failures = 0
    const last = batch.pieces[batch.pieces.length - 1]?.n ?? 0
    // Not to the server's taste: it is not told again.
    const until = answer.ok ? readUntil(await answer.text()) : last
    if (until === undefined || until < (batch.keys[0] ?? 0)) return failed()
    await queue.forget(batch, until)
    return batch.hasMore ? NEXT_AFTER_MS : usual
  }

  function failed(_?: unknown, retryAfterMs = 0): number {
    failures += 1
    const waitMs = Math.max(retryAfterMs, NEXT_AFTER_MS * 5 * 2 ** Math.min(failures, 10))
    return Math.min(waitMs, LONGEST_WAIT_MS) * (0.75 + world.random() / 2)
  }

  function send({ series, pieces }: Batch): Promise<Response> {
    return withTimeout(ANSWER_WITHIN_MS, (signal) =>
      world.fetch(`${path}plays`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'placard' },
        body: JSON.stringify({ series, pieces }),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        ...(signal ? { signal } : {}),
      }),
    )
  }

  return () => {
    isClosed = true
    clearTimeout(timer)
  }
}

function readUntil(text: string): number | undefined {
  try {
    const { until } = JSON.parse(text) as { until?: unknown }
    return typeof until === 'number' ? until : undefined
  } catch {
    return undefined
  }
}
