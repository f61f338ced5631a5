/**
 * The result of `ask`, or a rejection after `timeoutMs`. Also releases the socket where the engine can (AbortController
 * came with Chromium 66): a server that accepts and never answers must not use up the browser's connections.
 *
 * @param ask receives the signal for `fetch`; null, which means no signal, in an engine without AbortController
 */
export async function withTimeout<T>(timeoutMs: number, ask: (signal: AbortSignal | null) => Promise<T>): Promise<T> {
  const controller = typeof AbortController === 'undefined' ? undefined : new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller?.abort()
      reject(new Error(`No answer within ${timeoutMs} ms`))
    }, timeoutMs)
  })
  try {
    return await Promise.race([ask(controller?.signal ?? null), timeout])
  } finally {
    clearTimeout(timer)
  }
}
