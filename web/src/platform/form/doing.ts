import { createSignal } from '../signal/signal.ts'

/** `doing`: undefined while nothing is under way. `problem`: in words, of what was done last. */
export type DoingState<What extends string> = { readonly doing: What | undefined; readonly problem: string | undefined }

export type DoingAround = {
  wordsOf: (error: unknown) => string
  /** Hears of each problem in words, where it is not to stand at its place. */
  tell?: ((words: string) => void) | undefined
  /** Done at the end, whatever came of it. */
  after?: (() => unknown) | undefined
}

/** The action of a press outside of a form: whether it is under way, and why it failed. Of two the newest counts. */
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
    /** Rejects only as `after` does. */
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
