import { useState, useSyncExternalStore } from 'react'
import { codeOf } from '../api/api-error.ts'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { createDoing, type DoingAround } from './doing.ts'

type Options = Omit<DoingAround, 'wordsOf'> & {
  /** A message that suits the action better than the one of the error code. */
  words?: (error: unknown) => string | undefined
  /** An error that is known from the start. Read once. */
  problem?: string | undefined
}

/**
 * State for buttons outside of forms, whose actions take time and may fail. `doing` names the running action.
 *
 * @template What the names of the actions
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
