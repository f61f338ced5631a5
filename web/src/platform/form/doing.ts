import { createSignal } from '../signal/signal.ts'

/** `doing`: undefined while nothing is running. `problem`: the error of the last action, in words. */
export type DoingState<What extends string> = { readonly doing: What | undefined; readonly problem: string | undefined }

export type DoingAround = {
  wordsOf: (error: unknown) => string
  /** Receives each error in words, instead of `problem`. */
  tell?: ((words: string) => void) | undefined
  /** Called at the end, whatever the result. */
  after?: (() => unknown) | undefined
}

/** The state of an action outside of a form: running, or failed with a reason. Of two actions the newest counts. */
export function createDoing<What extends string>(problem?: string) {
  const changed = createSignal()
  let state: DoingState<What> = { doing: undefined, problem }
  let newest = 0
  const become = (next: Partial<DoingState<What>>) => {
    state = { ...state, ...next }
    changed.announce()
  }

  return {
    state: () => state,
    onChange: changed.on,
    /** Only rejects if `after` does. */
    async run(what: What, work: () => unknown, { wordsOf, tell, after }: DoingAround): Promise<void> {
      newest += 1
      const own = newest
      become({ doing: what, problem: undefined })
      try {
        await work()
      } catch (error) {
        const words = wordsOf(error)
        if (tell) tell(words)
        else become({ problem: words })
      }
      try {
        await after?.()
      } finally {
        if (own === newest) become({ doing: undefined })
      }
    },
  }
}
