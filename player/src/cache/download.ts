import { withTimeout } from '../page/read/with-timeout.ts'
import type { MediaFile } from './media-file.ts'
import type { Parts } from './parts.ts'

/** Until the answer begins, and from then on between any two pieces of it. */
const SILENCE_MS = 15_000
/** A kill loses at most this much of a download. */
const PIECE_BYTES = 2 * 1024 * 1024

export type Download =
  /** As many bytes as there should be. What they are has not been looked at. */
  { status: 'whole'; blob: Blob } | { status: 'unreachable' } | { status: 'refused' }

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * [OF2] Fetches a file, going on where an earlier try was cut. Whatever is not a plain answer of the file's own type,
 * of this server and of the right length is not taken ([F4], [F7], [B94]).
 *
 * @param fresh past the browser's own cache, because what that gave was wrong
 * @param from where it is fetched; a copy of the server's when that is not the file's own url. What has come of it before
 *   stays, whatever a copy says.
 */
export async function download(
  file: MediaFile,
  parts: Parts,
  fetch: Fetch,
  fresh: boolean,
  from = file.url,
): Promise<Download> {
  const isOwn = from === file.url
  const before = await parts.read(file)
  const have = sizeOf(before)
  if (have === file.sizeBytes) return { status: 'whole', blob: new Blob(before, { type: file.contentType }) }
  if (have > file.sizeBytes) {
    await parts.clear(file)
    return { status: 'unreachable' }
  }

  let response: Response
  const ask = abortable()
  try {
    const init: RequestInit = {
      // The worker leaves requests of this mode alone: a download is the network's business.
      mode: isOwn ? 'same-origin' : 'cors',
      // A file may be for its display's paired screens alone.
      credentials: isOwn ? 'same-origin' : 'omit',
      redirect: 'error',
      cache: fresh ? 'reload' : 'default',
      // The tag is the content's hash (docs/rules/offline.md): never is a piece put behind one of something else.
      // Another origin would be asked beforehand whether it takes such a header, and few do; the hash tells in the end.
      headers: have > 0 ? { Range: `bytes=${have}-`, ...(isOwn ? { 'If-Range': `"${file.sha256}"` } : {}) } : {},
      priority: 'low',
      signal: ask.signal,
    }
    response = await withTimeout(SILENCE_MS, () => fetch(from, init))
  } catch {
    ask.abort()
    return { status: 'unreachable' }
  }
  const fit = judge(response, file, have)
  if (fit === 'unreachable' || fit === 'refused' || !response.body) {
    ask.abort()
    // 416 and the like: what we have does not belong to what the server has.
    if (isOwn && have > 0 && response.status !== 503 && response.status !== 429) await parts.clear(file)
    return { status: fit === 'refused' ? 'refused' : 'unreachable' }
  }
  if (fit === 'from-start' && have > 0) await parts.clear(file)
  const pieces = fit === 'from-start' ? [] : before
  const ended = await readInto(pieces, response.body.getReader(), file, parts)
  if (!ended) ask.abort()
  const size = sizeOf(pieces)
  if (size === file.sizeBytes && ended) return { status: 'whole', blob: new Blob(pieces, { type: file.contentType }) }
  if (size <= file.sizeBytes) return { status: 'unreachable' }
  await parts.clear(file)
  return { status: 'refused' }
}

type Fit = 'from-start' | 'goes-on' | 'unreachable' | 'refused'

function judge(response: Response, file: MediaFile, have: number): Fit {
  const { status, headers } = response
  if (status === 404 || status === 410) return 'refused'
  // Anything else than the file is somebody on the way, or the server in trouble; not the file's fault.
  if (response.redirected || (headers.get('Content-Type') ?? '').split(';')[0] !== file.contentType)
    return 'unreachable'
  if (status === 200) return 'from-start'
  const range = `bytes ${have}-${file.sizeBytes - 1}/${file.sizeBytes}`
  return status === 206 && have > 0 && headers.get('Content-Range') === range ? 'goes-on' : 'unreachable'
}

/** @returns whether the answer came to its end; false when it was cut, fell silent, or is longer than the file */
async function readInto(
  pieces: Blob[],
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  file: MediaFile,
  parts: Parts,
): Promise<boolean> {
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let pending = 0
  let size = sizeOf(pieces)

  async function keep(): Promise<void> {
    if (pending === 0) return
    const piece = new Blob(chunks)
    chunks = []
    pending = 0
    pieces.push(piece)
    await parts.append(file, pieces.length - 1, piece)
  }

  try {
    for (;;) {
      const { done, value } = await withTimeout(SILENCE_MS, () => reader.read())
      if (done) break
      size += value.byteLength
      chunks.push(value)
      pending += value.byteLength
      if (size > file.sizeBytes) {
        pieces.push(new Blob(chunks))
        void reader.cancel().catch(() => {})
        return false
      }
      if (pending >= PIECE_BYTES) await keep()
    }
    if (size === file.sizeBytes) pieces.push(new Blob(chunks))
    else await keep()
    return true
  } catch {
    void reader.cancel().catch(() => {})
    await keep()
    return false
  }
}

function sizeOf(pieces: Blob[]): number {
  return pieces.reduce((sum, piece) => sum + piece.size, 0)
}

/** AbortController came with Chromium 66; without it a socket is let go when the server does. */
function abortable(): { signal: AbortSignal | null; abort(): void } {
  const controller = typeof AbortController === 'undefined' ? undefined : new AbortController()
  return { signal: controller?.signal ?? null, abort: () => controller?.abort() }
}
