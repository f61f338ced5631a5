import { ApiError } from '../../../platform/api/api-error.ts'
import { inTime } from '../../../platform/signal/in-time.ts'
import { HEAD_BYTES } from './file-check.ts'
import { STILL_MS } from './watchdog.ts'

/**
 * Reads the first HEAD_BYTES of a file.
 *
 * @throws ApiError `not-prepared` if they do not come in time, for example from a network drive; a DOMException if the file cannot be
 *   read (`isUnreadable`)
 */
export async function readHead(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const head = file.slice(0, HEAD_BYTES).arrayBuffer()
  return new Uint8Array(await inTime(head, STILL_MS, () => new ApiError('not-prepared')))
}

/** True if the file was moved or changed, or if the browser deleted what it had stored. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')
}
