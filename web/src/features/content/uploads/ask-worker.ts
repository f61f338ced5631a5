import { ApiError } from '../../../platform/api/api-error.ts'
import type { WorkerMessage } from './answer-order.ts'
import { isUnreadable } from './read-head.ts'
import { createWatchdog } from './watchdog.ts'

/**
 * Gives a worker its only order, waits for the answer, then ends the worker. The worker's script uses `answerOrder`.
 *
 * @throws ApiError `not-prepared` if the worker sends nothing for STILL_MS or fails, `network-request-failed` if its script cannot
 *   be loaded; a DOMException if the file cannot be read (`isUnreadable`); the signal's reason
 */
export function askWorker<Order, Answer>(worker: Worker, order: Order, signal: AbortSignal): Promise<Answer> {
  let end = () => worker.terminate()
  return new Promise<Answer>((resolve, reject) => {
    const watchdog = createWatchdog(() => reject(new ApiError('not-prepared')))
    const stop = () => reject(signal.reason)
    end = () => {
      watchdog.close()
      signal.removeEventListener('abort', stop)
      worker.terminate()
    }
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage<Answer>>) => {
      watchdog.moved()
      if (data.status === 'done') resolve(data.answer)
      else if (data.status === 'failed') reject(problemOf(data))
    }
    // The answer could not be read, perhaps because memory ran out.
    worker.onmessageerror = () => reject(new ApiError('not-prepared'))
    worker.onerror = () => reject(new ApiError('network-request-failed'))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    else worker.postMessage(order)
  }).finally(() => end())
}

function problemOf({ name, message }: { name: string; message: string }): Error {
  const cause = new DOMException(message, name)
  return isUnreadable(cause) ? cause : new ApiError('not-prepared', { cause })
}
