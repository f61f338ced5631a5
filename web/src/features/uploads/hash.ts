import { untilAborted } from './until-aborted.ts'

/** A browser hashes what is in memory at once: more than this is read piece by piece, in a worker. */
const MOST_AT_ONCE_BYTES = 64 * 2 ** 20

/** SHA-256 in lower-case hex; undefined on plain http, where a browser does not hash. */
export async function sha256Of(bytes: BufferSource): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle) return undefined
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256 of a file of any size, on plain http too. @throws the signal's reason; an error when the file cannot be read */
export async function sha256OfFile(file: Blob, signal: AbortSignal): Promise<string> {
  const atOnce = file.size <= MOST_AT_ONCE_BYTES ? await sha256Of(await file.arrayBuffer()) : undefined
  if (atOnce !== undefined) return atOnce
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  const hashed = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    worker.onerror = () => reject(new Error('A file could not be hashed.'))
    worker.postMessage(file)
  })
  return untilAborted(hashed, signal).finally(() => worker.terminate())
}
