import type { ProgrammeId, ProgrammeKey } from '@placard/contract'

// The paths of some calls of the contract's table of routes, written out: the table carries every schema of the API with
// it, 27 kB that no screen needs. A test holds them against the table.

export const TIME_PATH = '/api/time'
/** Of a screen that is paired, or waits to be. */
export const ENTER_PATH = '/api/screen'
export const WAIT_PATH = '/api/screen/live'
export const ANSWER_PATH = '/api/screen/answers'

export function idOf(key: ProgrammeKey): ProgrammeId {
  return 'playlistId' in key ? key.playlistId : key.displayId
}

export function manifestPath(key: ProgrammeKey): string {
  return `/api/organisations/${key.organisationId}/${'playlistId' in key ? 'playlists' : 'displays'}/${idOf(key)}/manifest`
}

/**
 * @param revision what this screen has: the stream then begins with the first manifest above it. A fresh EventSource
 *   cannot be given the Last-Event-ID of the one before it.
 * @param isPaired it wants to hear of its own place as well
 */
export function streamPath(key: ProgrammeKey, revision: number | undefined, isPaired = false): string {
  const asked = [revision === undefined ? '' : `revision=${revision}`, isPaired ? 'screen=1' : ''].filter(Boolean)
  const path = `${manifestPath(key)}/live`
  return asked.length === 0 ? path : `${path}?${asked.join('&')}`
}
