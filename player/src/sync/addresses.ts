import type { DisplayKey } from '@placard/contract'

// The paths of three calls of the contract's table of routes, written out: the table carries every schema of the API with
// it, 27 kB that no screen needs. A test holds them against the table.

export const TIME_PATH = '/api/time'

export function manifestPath({ organisationId, displayId }: DisplayKey): string {
  return `/api/organisations/${organisationId}/displays/${displayId}/manifest`
}

/**
 * @param revision what this screen has: the stream then begins with the first manifest above it. A fresh EventSource
 *   cannot be given the Last-Event-ID of the one before it.
 */
export function streamPath(key: DisplayKey, revision: number | undefined): string {
  const path = `${manifestPath(key)}/live`
  return revision === undefined ? path : `${path}?revision=${revision}`
}
