import { withTimeout } from './with-timeout.ts'

/** The result of a request to IndexedDB. A damaged database may never answer. */
export const settled = <T>(request: IDBRequest<T>, withinMs: number): Promise<T> =>
  withTimeout(
    withinMs,
    () =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      }),
  )
