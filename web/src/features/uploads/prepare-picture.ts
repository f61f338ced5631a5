import { checkContent, type FileProblem } from './file-check.ts'
import type { ResizeAnswer } from './resize.worker.ts'

export type Prepared = { status: 'done'; picture: Blob } | { status: 'unfit'; problem: FileProblem | 'unreadable' }

/**
 * Makes what is uploaded out of what was picked, off the main thread (C6). The size is checked before the decoding.
 *
 * @throws when the worker's script cannot be loaded, or the signal's reason after an abort
 */
export async function preparePicture(file: File, signal: AbortSignal): Promise<Prepared> {
  const problem = checkContent(new Uint8Array(await file.arrayBuffer()))
  if (problem) return { status: 'unfit', problem }
  const answer = await resizeInWorker(file, signal)
  return answer.status === 'done' ? answer : { status: 'unfit', problem: 'unreadable' }
}

function resizeInWorker(file: File, signal: AbortSignal): Promise<ResizeAnswer> {
  const worker = new Worker(new URL('./resize.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ResizeAnswer>((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.onmessage = ({ data }: MessageEvent<ResizeAnswer>) => resolve(data)
    worker.onerror = () => reject(new Error('The worker that resizes pictures did not start.'))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
