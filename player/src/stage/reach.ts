/** `lost`: nobody answers there any more. `unknown`: that cannot be told. */
export type Reach = 'reached' | 'lost' | 'unknown'

/** Addresses that have answered to a script of ours. */
const answered = new Set<string>()
const MOST_KEPT = 100

/**
 * Asks whether anybody answers at an address. A frame tells of nothing: its `load` comes for the browser's own "no connection" as well. Nor
 * does one failure tell much: many servers refuse the question (`Cross-Origin-Resource-Policy`) and would have let the frame load. So a
 * failure counts only where there was an answer before.
 */
export function reachOf(url: string, ask: (url: string) => Promise<unknown> = askThere): Promise<Reach> {
  return ask(url).then(
    (): Reach => {
      if (answered.size >= MOST_KEPT) answered.clear()
      answered.add(url)
      return 'reached'
    },
    (): Reach => (answered.has(url) ? 'lost' : 'unknown'),
  )
}

function askThere(url: string): Promise<unknown> {
  return fetch(url, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer' })
}
