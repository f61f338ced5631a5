import type { z } from 'zod'
import { createSignal } from '../signal/signal.ts'
import { type Problem, problemOfCall, problemsOf } from './problems.ts'

export type FormState<Values> = {
  readonly values: Values
  readonly problems: readonly Problem[]
  /** A save is under way; a second one does not begin. */
  readonly isBusy: boolean
  /** Counts how often the form was refused, by the schema or by the server. */
  readonly refusals: number
}

/** How a form is judged and saved. */
export type Saving<Values, Schema extends z.ZodType> = {
  /** The contract's word on what is valid. */
  schema: Schema
  /** The command's body as the schema wants it, from what was typed. */
  bodyOf: (values: Values) => unknown
  /** @throws ApiError: the form stays as it is and says why */
  save: (body: z.output<Schema>, values: Values) => unknown
  /** X4: begins the line of the log when the save fails; left out, nothing is logged. */
  logAs?: string | undefined
}

/**
 * The typed values, and the outcome of saving them. Only `change` touches a value: the typed words stay, whatever a save comes
 * to.
 *
 * @param start the values at first, named by their paths in the command's body, so that a problem finds its field
 * @param problems known before anybody types
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
    /** A value that is mended is wrong no more, as far as anybody knows before the next try. */
    change(change: Partial<Values>): void {
      const names = Object.keys(change)
      const isMended = ({ field }: Problem) => names.some((name) => field === name || field?.startsWith(`${name}.`))
      become({
        values: { ...state.values, ...change },
        problems: state.problems.filter((problem) => !isMended(problem)),
      })
    },
    refuse,
    /** Judges some of the fields alone, as a step of a longer form does. @returns whether nothing is wrong with them */
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
    /** Saves what is valid. While it is under way another call does nothing. */
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
