import type { ProgrammeId, ProgrammeKey } from '@placard/contract'

// Paths of some routes of the contract, written out. The contract's table of routes contains every schema of the API,
// 27 kB that no screen needs. A test compares these paths with the table.

export const TIME_PATH = '/api/time'
/** For a screen that is paired or waits to be paired. */
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
 * @param revision of the manifest that this screen has; the stream begins with the first one above it. A new
 *   EventSource cannot be given the Last-Event-ID of an earlier one.
 * @param isPaired the screen also receives events about its own place
 */
export function streamPath(key: ProgrammeKey, revision: number | undefined, isPaired = false): string {
  const asked = [revision === undefined ? '' : `revision=${revision}`, isPaired ? 'screen=1' : ''].filter(Boolean)
  const path = `${manifestPath(key)}/live`
  return asked.length === 0 ? path : `${path}?${asked.join('&')}`
}
