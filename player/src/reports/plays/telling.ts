import { PLAYS_TOLD_EVERY_MS } from '@placard/contract'
import { isRecord } from '../../page/read/is-record.ts'
import { parseJson } from '../../page/read/parse-json.ts'
import type { Reports } from '../reports.ts'
import type { Queue } from './queue.ts'

/** Long enough for the page to have found what pages before it have left. */
const FIRST_AFTER_MS = 30_000
/** Between two tellings of a screen that was away. */
const NEXT_AFTER_MS = 3_000
const LONGEST_WAIT_MS = 60 * 60_000

/**
 * Tells the server what the queue has, the oldest first, one telling after the other. What was not answered is told again
 * with the same numbers: the server knows those that it has counted.
 *
 * @param send a word of this screen, as its reports go
 * @returns its own end
 */
export function tellPlays(send: Reports['send'], queue: Queue): () => void {
  let failures = 0
  let isClosed = false
  // A fleet that starts at once spreads.
  void queue.tidy().catch(() => {})
  let timer = setTimeout(run, FIRST_AFTER_MS * (1 + Math.random() / 3))

  async function run(): Promise<void> {
    const waitMs = await turn().catch(failed)
    if (!isClosed) timer = setTimeout(run, waitMs)
  }

  /** @returns milliseconds until the next */
  async function turn(): Promise<number> {
    await queue.tidy()
    const usual = PLAYS_TOLD_EVERY_MS * (0.9 + Math.random() / 5)
    if (navigator.onLine === false) return Math.min(usual, NEXT_AFTER_MS * 10)
    const batch = await queue.head()
    if (!batch || isClosed) return usual
    const { series, pieces } = batch
    const answer = await send('plays', { series, pieces })
    const { status } = answer
    if (status === 404 || status === 410 || status === 429 || status >= 500) {
      return failed(undefined, Number(answer.headers.get('Retry-After')) * 1_000 || 0)
    }
    failures = 0
    const last = pieces[pieces.length - 1]?.n ?? 0
    // Not to the server's taste: it is not told again.
    const until = answer.ok ? readUntil(await answer.text()) : last
    if (until === undefined || until < (batch.keys[0] ?? 0)) return failed()
    await queue.forget(batch, until)
    return batch.hasMore ? NEXT_AFTER_MS : usual
  }

  function failed(_?: unknown, retryAfterMs = 0): number {
    failures += 1
    const waitMs = Math.max(retryAfterMs, NEXT_AFTER_MS * 5 * 2 ** Math.min(failures, 10))
    return Math.min(waitMs, LONGEST_WAIT_MS) * (0.75 + Math.random() / 2)
  }

  return () => {
    isClosed = true
    clearTimeout(timer)
  }
}

function readUntil(text: string): number | undefined {
  const said = parseJson(text)
  return isRecord(said) && typeof said.until === 'number' ? said.until : undefined
}
