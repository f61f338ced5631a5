/** Statuses of refusals that may end by themselves: too many calls, an overload, a restart, a full disk. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504, 507])
const FIRST_MS = 500
const LONGEST_MS = 30_000
/** The longest delay that an answer may ask for. */
const LONGEST_TOLD_MS = 5 * 60_000

export type Repeating = {
  /** The number of further tries. */
  retries: number
  /** The time that one try may take. */
  timeoutMs: number
  /** True: the request may be repeated whatever has become of it. */
  isRepeatable: (request: Request) => boolean
  fetch: typeof globalThis.fetch
  random?: () => number
}

/**
 * Sends a request again when there was no answer, or one that says "later". A change without a receipt is only repeated after an
 * answer that refuses it for its haste (429), because otherwise nobody knows if it was carried out.
 */
export function repeating({ retries, timeoutMs, isRepeatable, fetch, random = Math.random }: Repeating) {
  return async (request: Request): Promise<Response> => {
    const isOnce = isRepeatable(request)
    for (let tries = 0; ; tries += 1) {
      const isLast = tries >= retries
      const delayMs = random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** tries)
      try {
        const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
        const response = await fetch(new Request(request.clone(), { signal }))
        if (isLast || !(isOnce ? LATER.has(response.status) : response.status === 429)) return response
        await response.body?.cancel()
        await wait(toldMs(response) + delayMs, request.signal)
      } catch (error) {
        if (request.signal.aborted || isLast || !isOnce) throw error
        await wait(delayMs, request.signal)
      }
    }
  }
}

/** `Retry-After` in milliseconds. 0: it is not there, or is a date. */
export function toldMs({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds * 1_000), LONGEST_TOLD_MS) : 0
}

/** @throws the reason of the signal when it is aborted */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
