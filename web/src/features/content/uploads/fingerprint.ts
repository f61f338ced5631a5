import { sha256OfFile } from './hash.ts'

const WINDOWS = 32
const WINDOW_BYTES = 65_536

/**
 * Names the bytes of an upload, so that a page that makes them again knows whether they are the same and the upload can continue. It
 * hashes the length, the first and last bytes, and windows between them: a film begins with its index, which is different for every
 * film, and hashing all of 2 GB takes long.
 *
 * @throws if the bytes cannot be read any more
 */
export async function fingerprintOf(bytes: Blob): Promise<string> {
  const last = Math.max(0, bytes.size - WINDOW_BYTES)
  const windows = Math.min(WINDOWS, Math.ceil(bytes.size / WINDOW_BYTES))
  const parts = Array.from({ length: windows }, (_, index) => {
    const from = windows > 1 ? Math.round((last * index) / (windows - 1)) : 0
    return bytes.slice(from, from + WINDOW_BYTES)
  })
  const sha256 = await sha256OfFile(new Blob([`${bytes.size} `, ...parts]), new AbortController().signal)
  return sha256.slice(0, 16)
}
