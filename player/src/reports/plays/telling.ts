import { PLAYS_TOLD_EVERY_MS } from '@placard/contract'
import { isRecord } from '../../page/read/is-record.ts'
import { parseJson } from '../../page/read/parse-json.ts'
import type { Reports } from '../reports.ts'
import type { Queue } from './queue.ts'

/** Long enough for the page to find what earlier pages have left. */
const FIRST_AFTER_MS = 30_000
/** Between two messages of a screen that has many pieces to send. */
const NEXT_AFTER_MS = 3_000
const LONGEST_WAIT_MS = 60 * 60_000

/**
 * Sends the pieces in the queue to the server, oldest first, one message after the other. Pieces without an answer are
 * sent again with the same numbers, so the server does not count them twice.
 *
 * @param send sends a message of this screen, like its reports
 * @returns a function that stops it
 */
export function tellPlays(send: Reports['send'], queue: Queue): () => void {
  let failures = 0
  let isClosed = false
  // The random part of the delay spreads screens that start at once.
  void queue.tidy().catch(() => {})
  let timer = setTimeout(run, FIRST_AFTER_MS * (1 + Math.random() / 3))

  async function run(): Promise<void> {
    const waitMs = await turn().catch(failed)
    if (!isClosed) timer = setTimeout(run, waitMs)
  }

  /** @returns milliseconds until the next message */
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
    // The server refused it, so it is not sent again.
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
