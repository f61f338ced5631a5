import { ApiError } from '../../../platform/api/api-error.ts'
import { inTime } from '../../../platform/signal/in-time.ts'
import { askWorker } from './ask-worker.ts'
import { STILL_MS } from './watchdog.ts'

/** A browser hashes from memory in one call. Larger files are read in pieces, in a worker. */
const MOST_AT_ONCE_BYTES = 64 * 2 ** 20

/** SHA-256 in lower-case hex; undefined on plain http, where browsers offer no hashing. */
export async function sha256Of(bytes: BufferSource): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle) return undefined
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * SHA-256 of a file of any size, also on plain http.
 *
 * @throws as `askWorker`
 */
export async function sha256OfFile(file: Blob, signal: AbortSignal): Promise<string> {
  const atOnce = file.size <= MOST_AT_ONCE_BYTES ? await inTime(hashAtOnce(file), STILL_MS, late) : undefined
  if (atOnce !== undefined) return atOnce
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  return askWorker<Blob, string>(worker, file, signal)
}

const hashAtOnce = async (file: Blob) => sha256Of(await file.arrayBuffer())
const late = () => new ApiError('not-prepared')
