import { withTimeout } from '../page/read/with-timeout.ts'
import type { MediaFile } from './media-file.ts'
import type { Parts } from './parts.ts'

/** Longest wait for the response to begin, and then for each next piece of it. */
const SILENCE_MS = 15_000
/** A killed process loses at most this much of a download. */
const PIECE_BYTES = 2 * 1024 * 1024

export type Download =
  /** The length is right. The content has not been checked. */
  { status: 'whole'; blob: Blob } | { status: 'unreachable' } | { status: 'refused' }

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * [OF2] Fetches a file, and continues an earlier download that was interrupted. An answer is accepted only if it is
 * plain, of the file's type, from this server and of the right length ([F4], [F7], [B94]).
 *
 * @param fresh bypasses the browser's own cache, because it returned wrong content
 * @param from address to fetch from. When it is not the file's own url, it is a copy of the server's file, and a refusal
 *   there does not discard the pieces that were downloaded before.
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
      // The worker ignores requests of this mode, so that downloads go to the network.
      mode: isOwn ? 'same-origin' : 'cors',
      // A file may be available only to the display's paired screens.
      credentials: isOwn ? 'same-origin' : 'omit',
      redirect: 'error',
      cache: fresh ? 'reload' : 'default',
      // The tag is the hash of the content (docs/rules/offline.md), so pieces of different content are never joined.
      // On another origin this header would need a preflight request, which few servers accept. There the final hash
      // check is enough.
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
    // 416 and the like: the stored pieces do not belong to the file that the server has.
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
  // Any other answer comes from something in between or from a server in trouble. The file itself is not at fault.
  if (response.redirected || (headers.get('Content-Type') ?? '').split(';')[0] !== file.contentType)
    return 'unreachable'
  if (status === 200) return 'from-start'
  const range = `bytes ${have}-${file.sizeBytes - 1}/${file.sizeBytes}`
  return status === 206 && have > 0 && headers.get('Content-Range') === range ? 'goes-on' : 'unreachable'
}

/** @returns true when the response came to its end; false when it was cut off, stalled, or is longer than the file */
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

/** AbortController came with Chromium 66. Without it, a socket is released only when the server closes it. */
function abortable(): { signal: AbortSignal | null; abort(): void } {
  const controller = typeof AbortController === 'undefined' ? undefined : new AbortController()
  return { signal: controller?.signal ?? null, abort: () => controller?.abort() }
}
