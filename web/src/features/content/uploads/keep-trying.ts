import { UPLOAD_OPERATION_RETRY_MS } from '@placard/contract'
import { codeOf } from '../../../platform/api/api-error.ts'
import { isPassing } from './upload-state.ts'

const FIRST_MS = 1_000
const MOST_MS = 15_000

type Options = {
  /** True: there is no way to the server just now, and it goes on by itself. */
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
}

/** Something has arrived: what is in the way from then on is tried for as long as at first. */
type OnArrived = () => void

/** Does it again while what is in the way may pass. @throws what the work throws; an abort its reason */
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

/** Or until there is a network again. */
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
