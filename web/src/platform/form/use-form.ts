import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useState } from 'react'
import type { z } from 'zod'
import type { ApiErrorCode } from '../api/api-error.ts'
import { useFocusOnProblem } from '../ui/focus-on-problem.ts'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { createFormStore, type Saving } from './form-store.ts'
import { type Problem, problemInWords } from './problems.ts'

type Options<Schema extends z.ZodType, Values extends object> = Omit<Saving<Values, Schema>, 'bodyOf'> & {
  /** The initial values, each named by its path in the command's body. Read once. */
  start: () => Values
  /** Omitted: the values are the body. */
  bodyOf?: (values: Values) => unknown
  /** Errors that are known from the start. Read once. */
  problems?: readonly Problem[]
  /** Fields that show their own errors; omitted: all values. Other errors are shown above the form. */
  shows?: readonly string[]
  /** The field that shows errors about the whole form, for a form with one field. */
  wholeAt?: (keyof Values & string) | undefined
  /** The field that gets the focus after an error about the whole form; omitted: the submit button. */
  focus?: (keyof Values & string) | undefined
  /** A message that suits this form better than the one of the error code. */
  words?: (problem: Problem) => string | undefined
}

type Typed<Value> = Value | ChangeEvent<HTMLInputElement | HTMLSelectElement>

export type Form<Values> = {
  values: Values
  change: (change: Partial<Values>) => void
  /** Properties for the input of a value: for Mantine's inputs, which report an event, and for our own, which report the value. */
  field: <Name extends keyof Values & string>(
    name: Name,
  ) => { name: Name; value: Values[Name]; error: string | undefined; onChange: (typed: Typed<Values[Name]>) => void }
  /** The same for a checkbox or a switch. */
  toggle: (name: keyof Values & string) => {
    name: string
    checked: boolean
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
  /** The error in words. @param field a path in the command's body, if the value has another name */
  errorAt: (field: string) => string | undefined
  /** The error about the whole form. */
  problem: { code: ApiErrorCode; words: string } | undefined
  isBusy: boolean
  /** The number of refusals, so that a repeated message is announced again. */
  refusals: number
  submit: (event?: FormEvent) => void
  /** Validates only some fields. @returns true if they are valid */
  check: (fields: ReadonlySet<string>) => boolean
  /** Shows an error from elsewhere, for example from another step of the same command. */
  refuse: (problem: Problem) => void
  element: RefObject<HTMLFormElement | null>
}

/**
 * A form that saves one command. Values are checked by the contract's schema and then by the server. Each error is shown at its field,
 * and the first one gets the focus. The typed values stay, whatever the result, and only one request is sent at a time.
 */
export function useForm<Schema extends z.ZodType, Values extends object>(
  options: Options<Schema, Values>,
): Form<Values> {
  const { t } = useI18n()
  const [store] = useState(() => createFormStore(options.start(), options.problems))
  // Not `useSyncExternalStore`, which renders before the effects of a save on the surrounding page, so that a form that is about to
  // close could be pressed again.
  const [state, setState] = useState(store.state)
  useEffect(() => {
    // Effects of components inside may have changed it already.
    setState(store.state())
    return store.onChange(() => setState(store.state()))
  }, [store])
  const element = useFocusOnProblem(state.refusals, options.focus)
  const { wholeAt, shows = Object.keys(state.values), bodyOf = (values) => values } = options
  const saving = { ...options, bodyOf }

  const say = (problem: Problem) => options.words?.(problem) ?? problemInWords(problem, t)
  const placeOf = ({ field }: Problem) => (field !== undefined && shows.includes(field) ? field : wholeAt)
  const errorAt = (field: string) => {
    const problem = state.problems.find((one) => placeOf(one) === field)
    return problem && say(problem)
  }
  const whole = state.problems.find((one) => placeOf(one) === undefined)

  return {
    values: state.values,
    change: store.change,
    field: (name) => ({
      name,
      value: state.values[name],
      error: errorAt(name),
      onChange: (typed) => store.change({ [name]: valueTyped(typed) } as Partial<Values>),
    }),
    toggle: (name) => ({
      name,
      checked: state.values[name] === true,
      onChange: (event) => store.change({ [name]: event.currentTarget.checked } as Partial<Values>),
    }),
    errorAt,
    problem: whole && { code: whole.code, words: say(whole) },
    isBusy: state.isBusy,
    refusals: state.refusals,
    submit: (event) => {
      event?.preventDefault()
      // In the React tree, a dialog with its own form may be inside another form.
      event?.stopPropagation()
      void store.submit(saving)
    },
    check: (fields) => store.check(saving, fields),
    refuse: (problem) => store.refuse([problem]),
    element,
  }
}

function valueTyped<Value>(typed: Typed<Value>): unknown {
  return typeof typed === 'object' && typed !== null && 'currentTarget' in typed ? typed.currentTarget.value : typed
}
