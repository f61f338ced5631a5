import { UPLOAD_OPERATION_RETRY_MS } from '@placard/contract'
import { codeOf } from '../../api/api-error.ts'
import { isPassing } from './upload-state.ts'

const FIRST_MS = 1_000
const MOST_MS = 15_000

type Options = {
  /** True: there is no way to the server just now, and it goes on by itself. */
  onWaiting: (isWaiting: boolean) => void
  signal: AbortSignal
}

/** Does it again while what is in the way may pass. @throws what the work throws; an abort its reason */
export async function keepTrying<T>(work: () => Promise<T>, { onWaiting, signal }: Options): Promise<T> {
  const until = performance.now() + UPLOAD_OPERATION_RETRY_MS
  for (let failures = 0; ; failures += 1) {
    try {
      const result = await work()
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
