import { UPLOAD_OPERATION_RETRY_MS } from '@placard/contract'
import { codeOf } from '../../../platform/api/api-error.ts'
import { isPassing } from './upload-state.ts'

const FIRST_MS = 1_000
const MOST_MS = 15_000

type Options = {
  /** Called with true when the server cannot be reached for now; the work is retried automatically. */
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
}

/** Reports progress: the time allowed for retries starts again. */
type OnArrived = () => void

/** Repeats the work while it fails with an error that may pass. @throws the error of the work; on abort, the signal's reason */
export async function keepTrying<T>(
  work: (onArrived: OnArrived) => Promise<T>,
  { onWaiting, signal }: Options,
): Promise<T> {
  let until = performance.now() + UPLOAD_OPERATION_RETRY_MS
  let failures = 0
  const onArrived = () => {
    until = performance.now() + UPLOAD_OPERATION_RETRY_MS
    if (failures > 0) onWaiting(false)
    failures = 0
  }
  for (; ; failures += 1) {
    try {
      const result = await work(onArrived)
      if (failures > 0) onWaiting(false)
      return result
    } catch (error) {
      if (signal.aborted || !isPassing(codeOf(error)) || performance.now() > until) throw error
      onWaiting(true)
      await passing(Math.min(MOST_MS, FIRST_MS * 2 ** failures), signal)
    }
  }
}

/** Waits for the delay, or until the browser is online again. */
function passing(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      signal.removeEventListener('abort', leave)
      settle()
    }
    const goOn = () => end(resolve)
    const leave = () => end(() => reject(signal.reason))
    const timer = setTimeout(goOn, delayMs)
    window.addEventListener('online', goOn)
    signal.addEventListener('abort', leave)
  })
}
