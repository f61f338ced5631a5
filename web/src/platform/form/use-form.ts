import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useState } from 'react'
import type { z } from 'zod'
import type { ApiErrorCode } from '../api/api-error.ts'
import { useFocusOnProblem } from '../ui/focus-on-problem.ts'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { createFormStore, type Saving } from './form-store.ts'
import { type Problem, problemInWords } from './problems.ts'

type Options<Schema extends z.ZodType, Values extends object> = Omit<Saving<Values, Schema>, 'bodyOf'> & {
  /** The values at first, each named by its path in the command's body. Read once. */
  start: () => Values
  /** Left out: the values are the body. */
  bodyOf?: (values: Values) => unknown
  /** Known before anybody types. Read once. */
  problems?: readonly Problem[]
  /** Fields that show what is wrong with them; left out: all values. A problem elsewhere is told above the form. */
  shows?: readonly string[]
  /** The field that shows what is wrong with the whole: for a form of one field. */
  wholeAt?: (keyof Values & string) | undefined
  /** The element that gets the focus when the whole was refused; absent: the button that sends it. */
  focus?: (keyof Values & string) | undefined
  /** Words that fit this form better than the code's own. */
  words?: (problem: Problem) => string | undefined
}

type Typed<Value> = Value | ChangeEvent<HTMLInputElement | HTMLSelectElement>

export type Form<Values> = {
  values: Values
  change: (change: Partial<Values>) => void
  /** Properties of an input for a value: of Mantine's own, which report an event, or of ours, which report the value. */
  field: <Name extends keyof Values & string>(
    name: Name,
  ) => { name: Name; value: Values[Name]; error: string | undefined; onChange: (typed: Typed<Values[Name]>) => void }
  /** The same for a checkbox or a switch. */
  toggle: (name: keyof Values & string) => {
    name: string
    checked: boolean
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
  /** In words. @param field a path in the command's body, for what is typed under another name */
  errorAt: (field: string) => string | undefined
  /** Why the whole was refused. */
  problem: { code: ApiErrorCode; words: string } | undefined
  isBusy: boolean
  /** Counts the refusals: another one with the same words is read out as well. */
  refusals: number
  submit: (event?: FormEvent) => void
  /** Judges some fields alone. @returns whether nothing is wrong with them */
  check: (fields: ReadonlySet<string>) => boolean
  /** Says that it was refused elsewhere, as another step of the same command is. */
  refuse: (problem: Problem) => void
  element: RefObject<HTMLFormElement | null>
}

/**
 * A form that saves one command: what was typed, judged by the contract's schema and then by the server, each problem in
 * words at its field, the focus on the first. What was typed stays, whatever comes of it, and it is sent once at a time.
 */
export function useForm<Schema extends z.ZodType, Values extends object>(
  options: Options<Schema, Values>,
): Form<Values> {
  const { t } = useI18n()
  const [store] = useState(() => createFormStore(options.start(), options.problems))
  // Not `useSyncExternalStore`: it draws before what a save does to the page around it, so a form that is about to close
  // would be open for another press.
  const [state, setState] = useState(store.state)
  useEffect(() => store.onChange(() => setState(store.state())), [store])
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
      // A dialog of its own may stand in another form, as React sees it.
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
