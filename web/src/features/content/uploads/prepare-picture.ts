import { askWorker } from './ask-worker.ts'
import { type FileProblem, type Inspection, inspect } from './file-check.ts'
import { isUnreadable, readHead } from './read-head.ts'
import type { ResizeAnswer, ResizeOrder } from './resize.worker.ts'

export type Prepared = { status: 'done'; picture: Blob } | { status: 'unfit'; problem: FileProblem }

/**
 * Inspects a file by its first bytes. A file that cannot be read, because it is gone from the disk, counts as damaged.
 *
 * @throws ApiError `not-prepared` if the bytes do not come in time
 */
export async function inspectFile(file: File): Promise<Inspection> {
  try {
    return inspect(file, await readHead(file))
  } catch (error) {
    if (!isUnreadable(error)) throw error
    console.warn('a file cannot be read', error)
    return { status: 'unfit', problem: 'damaged' }
  }
}

/** Results by file, so that the form's preview and the upload after it prepare a picture only once. */
const known = new WeakMap<File, Prepared>()

/**
 * Prepares a chosen picture for upload, off the main thread (C6): fitted into the box and below the server's limit, whatever its size.
 * The size is checked before decoding, and pictures are decoded one at a time.
 *
 * @throws as `askWorker`
 */
export async function preparePicture(file: File, signal: AbortSignal): Promise<Prepared> {
  const before = decoding
  let end = () => {}
  decoding = new Promise((resolve) => {
    end = resolve
  })
  try {
    await before
    signal.throwIfAborted()
    const prepared = known.get(file) ?? (await prepare(file, signal))
    known.set(file, prepared)
    return prepared
  } finally {
    end()
  }
}

/** Resolves when the previous picture is decoded: 100 megapixels take 400 MB during decoding. */
let decoding: Promise<void> = Promise.resolve()

async function prepare(file: File, signal: AbortSignal): Promise<Prepared> {
  const found = await inspectFile(file)
  if (found.status === 'unfit') return found
  const answer = await resizeInWorker({ file, ...found }, signal)
  if (answer.status !== 'unreadable') return answer
  const { width, height } = answer.size
  return { status: 'unfit', problem: width * height > ORDINARY_PIXELS ? 'too-many-pixels' : 'damaged' }
}

/** Every browser can decode this many pixels: if it fails below that, the picture is damaged. */
const ORDINARY_PIXELS = 64_000_000

function resizeInWorker(order: ResizeOrder, signal: AbortSignal): Promise<ResizeAnswer> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./resize.worker.ts', import.meta.url), { type: 'module' })
  return askWorker(worker, order, signal)
}
