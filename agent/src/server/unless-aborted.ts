/**
 * Settles as the work does, or rejects when the signal is aborted. The signal of a request is not enough: in the Node of Debian 12 and 13
 * `fetch` loses its connection to the signal when memory is collected, and the request goes on.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error(String(signal.reason)))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
