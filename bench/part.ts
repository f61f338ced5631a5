import type { Goal } from './goals.ts'
import type { Options } from './options.ts'
import type { PartName } from './part-names.ts'
import type { Machine } from './report.ts'

/** The settings of a measurement. */
export type Surroundings = {
  options: Options
  /** A port that no server has used yet. */
  nextPort(): number
  /** Prints one line about the progress. */
  tell(line: string): void
}

/** The result of a measurement, as its file in results/ contains it. */
export type Kept<Results> = Results & { measuredAt: string; machine: Machine }

/** The section of the page about a measurement. */
export type Section = {
  /** Markdown that begins with a heading of the second level. */
  markdown: string
  /** Only the table, for a terminal. */
  terminal: string
  goals: Goal[]
  /** Pictures that the Markdown shows, by file name. */
  pictures?: Record<string, string>
}

export type Part = {
  name: PartName
  measure(surroundings: Surroundings): Promise<object>
  /** Adds the rows that a run of some rows alone has not measured. Absent: a run measures all rows. */
  withFormer?(measured: object, former: unknown): object
  section(kept: unknown): Section
}

/** @param part its `section` and `withFormer` only receive what its `measure` returned, with time and machine */
export function definePart<Results extends object>(part: {
  name: PartName
  measure(surroundings: Surroundings): Promise<Results>
  withFormer?(measured: Results, former: Kept<Results>): Results
  section(kept: Kept<Results>): Section
}): Part {
  const { withFormer, ...rest } = part
  return {
    ...rest,
    ...(withFormer && {
      withFormer: (measured: object, former: unknown) => withFormer(measured as Results, former as Kept<Results>),
    }),
    section: (kept) => part.section(kept as Kept<Results>),
  }
}

/** The line below a table about time and machine. */
export function measuredOn({ machine, measuredAt }: Kept<object>): string {
  const { processors, model, memoryGiB, system, node } = machine
  return `${processors} × ${model}, ${memoryGiB} GiB, ${system}, Node ${node}, ${measuredAt.slice(0, 10)}.`
}
