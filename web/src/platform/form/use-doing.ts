import { useState, useSyncExternalStore } from 'react'
import { codeOf } from '../api/api-error.ts'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { createDoing, type DoingAround } from './doing.ts'

type Options = Omit<DoingAround, 'wordsOf'> & {
  /** Words that fit better than the code's own. */
  words?: (error: unknown) => string | undefined
  /** Known before anybody presses. Read once. */
  problem?: string | undefined
}

/**
 * Buttons outside of forms that do something which takes a while and may fail: `doing` says which of them is at it.
 *
 * @template What the names of what can be done
 */
export function useDoing<What extends string = string>({ words, problem, ...around }: Options = {}) {
  const { t } = useI18n()
  const [store] = useState(() => createDoing<What>(problem))
  const state = useSyncExternalStore(store.onChange, store.state)
  const wordsOf = (error: unknown) => words?.(error) ?? t(`error.${codeOf(error)}`)
  return {
    ...state,
    isBusy: state.doing !== undefined,
    run: (what: What, work: () => unknown) => void store.run(what, work, { ...around, wordsOf }),
  }
}
