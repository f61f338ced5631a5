import type { z } from 'zod'
import { createSignal } from '../signal/signal.ts'
import { type Problem, problemOfCall, problemsOf } from './problems.ts'

export type FormState<Values> = {
  readonly values: Values
  readonly problems: readonly Problem[]
  /** A save is running; another one is not started. */
  readonly isBusy: boolean
  /** The number of times that the form was refused, by the schema or by the server. */
  readonly refusals: number
}

/** Validation and saving of a form. */
export type Saving<Values, Schema extends z.ZodType> = {
  /** The contract's schema, which decides what is valid. */
  schema: Schema
  /** Converts the values to the command's body, as the schema expects it. */
  bodyOf: (values: Values) => unknown
  /** @throws ApiError: the form stays as it is and shows the reason */
  save: (body: z.output<Schema>, values: Values) => unknown
  /** X4: the beginning of the log message if the save fails; omitted: nothing is logged. */
  logAs?: string | undefined
}

/**
 * The values of a form, and the result of saving them. Only `change` changes a value: the typed values stay, whatever the result of a
 * save.
 *
 * @param start the initial values, named by their paths in the command's body, so that an error can be shown at its field
 * @param problems errors that are known from the start
 */
export function createFormStore<Values extends object>(start: Values, problems: readonly Problem[] = []) {
  const changed = createSignal()
  let state: FormState<Values> = { values: start, problems, isBusy: false, refusals: 0 }

  const become = (next: Partial<FormState<Values>>) => {
    state = { ...state, ...next }
    changed.announce()
  }
  const refuse = (found: readonly Problem[]) => {
    become({ problems: found, isBusy: false, refusals: state.refusals + 1 })
  }

  return {
    state: () => state,
    onChange: changed.on,
    /** Changes values. Removes their errors until the next try. */
    change(change: Partial<Values>): void {
      const names = Object.keys(change)
      const isMended = ({ field }: Problem) => names.some((name) => field === name || field?.startsWith(`${name}.`))
      become({
        values: { ...state.values, ...change },
        problems: state.problems.filter((problem) => !isMended(problem)),
      })
    },
    refuse,
    /** Validates only some of the fields, for a step of a longer form. @returns true if they are valid */
    check(
      { schema, bodyOf }: Pick<Saving<Values, z.ZodType>, 'schema' | 'bodyOf'>,
      fields: ReadonlySet<string>,
    ): boolean {
      const judged = schema.safeParse(bodyOf(state.values))
      const found = judged.success ? [] : problemsOf(judged.error).filter(({ field }) => fields.has(field ?? ''))
      if (found.length > 0) refuse(found)
      else become({ problems: [] })
      return found.length === 0
    },
    /** Saves valid values. Does nothing while a save is running. */
    async submit<Schema extends z.ZodType>({ schema, bodyOf, save, logAs }: Saving<Values, Schema>): Promise<void> {
      if (state.isBusy) return
      const { values } = state
      const judged = schema.safeParse(bodyOf(values))
      if (!judged.success) return refuse(problemsOf(judged.error))
      become({ problems: [], isBusy: true })
      try {
        await save(judged.data, values)
        become({ isBusy: false })
      } catch (error) {
        if (logAs !== undefined) console.error(logAs, error)
        refuse([problemOfCall(error)])
      }
    },
  }
}
