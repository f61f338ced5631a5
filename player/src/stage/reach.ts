import { withTimeout } from '../page/read/with-timeout.ts'

/** `lost`: nobody answers there any more. `unknown`: that cannot be told. */
export type Reach = 'reached' | 'lost' | 'unknown'

/** Addresses that have answered to a script of ours. */
const answered = new Set<string>()
const MOST_KEPT = 100
const ANSWERED_WITHIN_MS = 10_000

type Ask = (url: string, signal: AbortSignal | null) => Promise<unknown>

/**
 * Asks whether anybody answers at an address. A frame tells of nothing: its `load` comes for the browser's own "no connection" as well. Nor
 * does one failure tell much: many servers refuse the question (`Cross-Origin-Resource-Policy`) and would have let the frame load. So a
 * failure counts only where there was an answer before.
 */
export function reachOf(url: string, ask: Ask = askThere): Promise<Reach> {
  return withTimeout(ANSWERED_WITHIN_MS, (signal) => ask(url, signal)).then(
    (): Reach => {
      if (answered.size >= MOST_KEPT) answered.clear()
      answered.add(url)
      return 'reached'
    },
    (): Reach => (answered.has(url) ? 'lost' : 'unknown'),
  )
}

function askThere(url: string, signal: AbortSignal | null): Promise<unknown> {
  return fetch(url, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', signal })
}
