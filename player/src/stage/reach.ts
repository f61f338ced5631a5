import { withTimeout } from '../page/read/with-timeout.ts'

/** `lost`: the address no longer answers. `unknown`: cannot be determined. */
export type Reach = 'reached' | 'lost' | 'unknown'

/** Addresses that have answered a request of this page. */
const answered = new Set<string>()
const MOST_KEPT = 100
const ANSWERED_WITHIN_MS = 10_000

type Ask = (url: string, signal: AbortSignal | null) => Promise<unknown>

/**
 * Checks whether an address answers. The `load` event of a frame is no evidence, because it also fires for the browser's
 * own error page. One failed request is no evidence either, because many servers refuse it
 * (`Cross-Origin-Resource-Policy`) although the frame would load. So a failure counts only if the address has answered
 * before.
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
