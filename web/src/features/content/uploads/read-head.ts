import { ApiError } from '../../../platform/api/api-error.ts'
import { inTime } from '../../../platform/signal/in-time.ts'
import { HEAD_BYTES } from './file-check.ts'
import { STILL_MS } from './watchdog.ts'

/**
 * Reads the first HEAD_BYTES of a file.
 *
 * @throws ApiError `not-prepared` when they do not come, from a network drive perhaps; a DOMException when the file cannot be
 *   read (`isUnreadable`)
 */
export async function readHead(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const head = file.slice(0, HEAD_BYTES).arrayBuffer()
  return new Uint8Array(await inTime(head, STILL_MS, () => new ApiError('not-prepared')))
}

/** True: the file was moved or changed, or the browser has thrown away what it kept. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')
}
