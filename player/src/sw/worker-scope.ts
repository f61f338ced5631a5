// The few worker types that are used here. TypeScript's own library for workers cannot be used together with the
// page's.

type Extendable = { waitUntil(promise: Promise<unknown>): void }
/** `addRoutes` lists the requests that bypass the worker. It came with Chromium 123. */
export type WorkerInstall = Extendable & {
  addRoutes?: (rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }) => Promise<void>
}
export type WorkerClient = {
  id: string
  url: string
  postMessage(message: unknown): void
  navigate?: (url: string) => Promise<unknown>
}
export type WorkerFetch = Extendable & {
  request: Request
  /** The id of the page that a navigation creates. It came with Chromium 72. */
  resultingClientId?: string
  respondWith(response: Promise<Response>): void
}
export type WorkerMessage = Extendable & { data: unknown; source: WorkerClient | null }

export type WorkerScope = {
  location: Location
  caches: CacheStorage
  clients: {
    claim(): Promise<void>
    get(id: string): Promise<WorkerClient | undefined>
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<WorkerClient[]>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: (event: WorkerInstall) => void): void
  addEventListener(type: 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: WorkerFetch) => void): void
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void
}
