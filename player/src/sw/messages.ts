/** Messages from the page to its worker. */
export type ToWorker =
  /** The page shows what it should, so its build works. */
  | { type: 'painted'; build: string }
  /** Asks which build the page should use. The answer is `build`. */
  | { type: 'which' }

/** Messages from the worker to its pages. */
export type ToPage =
  | { type: 'build'; build: string }
  /** A media file was requested that is not stored. The worker fetches it from the network. */
  | { type: 'missing'; url: string }

/** Validates a message, because anything may be posted. */
export function readMessage(data: unknown): ToWorker | ToPage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { type, build, url } = data as Record<string, unknown>
  if (type === 'which') return { type }
  if ((type === 'painted' || type === 'build') && typeof build === 'string') return { type, build }
  if (type === 'missing' && typeof url === 'string') return { type, url }
  return undefined
}
