/** Messages of the page to its worker. */
export type ToWorker =
  /** It shows what it should: its build works. */
  | { type: 'painted'; build: string }
  /** Asks which build it should be made from; the answer is `build`. */
  | { type: 'which' }

/** Messages of the worker to its pages. */
export type ToPage =
  | { type: 'build'; build: string }
  /** A media file was asked for that is not kept; the network has to do. */
  | { type: 'missing'; url: string }

/** Anything may be posted to either of them. */
export function readMessage(data: unknown): ToWorker | ToPage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { type, build, url } = data as Record<string, unknown>
  if (type === 'which') return { type }
  if ((type === 'painted' || type === 'build') && typeof build === 'string') return { type, build }
  if (type === 'missing' && typeof url === 'string') return { type, url }
  return undefined
}
