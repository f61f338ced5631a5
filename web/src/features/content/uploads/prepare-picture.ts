import { askWorker } from './ask-worker.ts'
import { type FileProblem, type Inspection, inspect } from './file-check.ts'
import { isUnreadable, readHead } from './read-head.ts'
import type { ResizeAnswer, ResizeOrder } from './resize.worker.ts'

export type Prepared = { status: 'done'; picture: Blob } | { status: 'unfit'; problem: FileProblem }

/**
 * A file by its first bytes. One that cannot be read at all, because it is gone from the disk, counts as damaged.
 *
 * @throws ApiError `not-prepared` when they do not come in time
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

/** By file, so that a form that looks at a picture and the upload after it make it once. */
const known = new WeakMap<File, Prepared>()

/**
 * Makes what is uploaded out of what was chosen, off the main thread (C6): fitted into the box and below the server's
 * limit, however large it was. The size is checked before the decoding, and one is decoded at a time.
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

/** Done when the picture before is: 100 megapixels take 400 MB while they are decoded. */
let decoding: Promise<void> = Promise.resolve()

async function prepare(file: File, signal: AbortSignal): Promise<Prepared> {
  const found = await inspectFile(file)
  if (found.status === 'unfit') return found
  const answer = await resizeInWorker({ file, ...found }, signal)
  if (answer.status !== 'unreadable') return answer
  const { width, height } = answer.size
  return { status: 'unfit', problem: width * height > ORDINARY_PIXELS ? 'too-many-pixels' : 'damaged' }
}

/** Every browser can decode so many: when it cannot, the picture is to blame. */
const ORDINARY_PIXELS = 64_000_000

function resizeInWorker(order: ResizeOrder, signal: AbortSignal): Promise<ResizeAnswer> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./resize.worker.ts', import.meta.url), { type: 'module' })
  return askWorker(worker, order, signal)
}
